import all from 'libphonenumber-js/max/metadata'

/** The numbering plans to read a number of a calling code with. The web's build begins with fewer (`web/phone/plans.ts`). */
export const plansFor = (_dialCode?: string): typeof all => all

/** Resolves once the plan of a calling code is there in full, or cannot be had. */
export const loadPlan = async (_dialCode: string): Promise<void> => {}
