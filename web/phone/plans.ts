import { fullCodes, plans, usualCodes } from 'virtual:phone-plans'
import type all from 'libphonenumber-js/max/metadata'

type Plans = typeof all

let known: Plans = plans
const loading = new Map<unknown, Promise<void>>()

/**
 * The numbering plans that are loaded: two in full, of the others what a number's length says. A number of another code
 * loads a few usual plans (5 KB) or all of them (40 KB), and is read by them from then on; the server has them all.
 */
export function plansFor(dialCode?: string): Plans {
  if (dialCode !== undefined) void loadPlan(dialCode)
  return known
}

const loadUsual = async (): Promise<void> => {
  const { usual } = await import('virtual:usual-plans')
  known = { ...known, countries: { ...known.countries, ...usual } }
}
const loadAll = async (): Promise<void> => {
  known = (await import('libphonenumber-js/max/metadata')).default
}

export async function loadPlan(dialCode: string): Promise<void> {
  if (fullCodes.has(dialCode) || !(dialCode in plans.country_calling_codes)) return
  const load = usualCodes.has(dialCode) ? loadUsual : loadAll
  if (!loading.has(load))
    loading.set(
      load,
      load().catch(() => void loading.delete(load)),
    )
  await loading.get(load)
}
