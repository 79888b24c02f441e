import { americanCodes, fullCodes, otherCodes, plans } from 'virtual:phone-plans'
import type all from 'libphonenumber-js/max/metadata'

type Plans = typeof all

let known: Plans = plans
const loading = new Map<unknown, Promise<void>>()

/**
 * The numbering plans that are loaded: one in full, of the others what a number's length says. A number of another code
 * loads a few usual plans (3 or 5 KB) or all of them (40 KB), and is read by them from then on; the server has them all.
 */
export function plansFor(dialCode?: string): Plans {
  if (dialCode !== undefined) void loadPlan(dialCode)
  return known
}

const add = (countries: Partial<Plans['countries']>): void => {
  known = { ...known, countries: { ...known.countries, ...countries } }
}
const loadAmerican = async () => add((await import('virtual:usual-plans/american')).countries)
const loadOthers = async () => add((await import('virtual:usual-plans/others')).countries)
const loadAll = async (): Promise<void> => {
  known = (await import('libphonenumber-js/max/metadata')).default
}
const loaderOf = (dialCode: string): (() => Promise<void>) => {
  if (americanCodes.has(dialCode)) return loadAmerican
  return otherCodes.has(dialCode) ? loadOthers : loadAll
}

export async function loadPlan(dialCode: string): Promise<void> {
  if (fullCodes.has(dialCode) || !(dialCode in plans.country_calling_codes)) return
  const load = loaderOf(dialCode)
  if (!loading.has(load))
    loading.set(
      load,
      load().catch(() => void loading.delete(load)),
    )
  await loading.get(load)
}
