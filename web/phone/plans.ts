import { fullCodes, plans } from 'virtual:phone-plans'
import type all from 'libphonenumber-js/max/metadata'

let known: typeof all = plans
let loading: Promise<void> | undefined

/**
 * The numbering plans that are loaded: those of most travellers in full, of the others what a number's length says. A
 * number of these loads all plans (40 KB), and is read by them from then on; the server has them all.
 */
export function plansFor(dialCode?: string): typeof all {
  if (dialCode !== undefined) void loadPlan(dialCode)
  return known
}

const isInFull = (dialCode: string) =>
  known !== plans || fullCodes.has(dialCode) || !(dialCode in plans.country_calling_codes)

export async function loadPlan(dialCode: string): Promise<void> {
  if (isInFull(dialCode)) return
  loading ??= import('libphonenumber-js/max/metadata').then(
    (loaded) => {
      known = loaded.default
    },
    () => {
      loading = undefined
    },
  )
  await loading
}
