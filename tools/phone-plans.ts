import { fileURLToPath } from 'node:url'
import all from 'libphonenumber-js/max/metadata'
import type { Plugin } from 'vite'

type Plans = typeof all

/** Calling codes of most travellers, judging by orders: their numbers are read in full at once. */
export const fullCodes = ['86']

/** Calling codes of many more, whose plans are two small files. The 25 countries of 1 are half as large as the dozen others. */
export const usualCodes = {
  american: ['1'],
  others: ['33', '44', '49', '60', '61', '65', '66', '81', '82', '852', '853', '886'],
}
type UsualFile = keyof typeof usualCodes

const countriesOf = (codes: readonly string[], plans: Plans) =>
  new Set(codes.flatMap((code) => plans.country_calling_codes[code as never] as string[]))

/** The plans of one file of `usualCodes`, by country. */
export function usualPlans(file: UsualFile, plans: Plans = all): Partial<Plans['countries']> {
  const usual = countriesOf(usualCodes[file], plans)
  return Object.fromEntries(Object.entries(plans.countries).filter(([country]) => usual.has(country)))
}

/** All plans, of which those beside `fullCodes` have only a number's lengths and its prefixes, at home and abroad. */
export function lightPlans(plans: Plans = all): Plans {
  const isFull = countriesOf(fullCodes, plans)
  const countries = Object.entries(plans.countries).map(([country, plan]) => {
    const [code, abroad, , lengths, , prefix] = plan as unknown[]
    return [country, isFull.has(country) ? plan : [code, abroad, '\\d+', lengths, [], prefix]]
  })
  return { ...plans, countries: Object.fromEntries(countries) } as Plans
}

const plans = '\0phone-plans'
const usual = '\0usual-plans-'
const asModule = (name: string, value: unknown): string =>
  `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))})`
const codesAs = (name: string, codes: readonly string[]): string =>
  `export const ${name} = new Set(${JSON.stringify(codes)})`
const light = fileURLToPath(new URL('../web/phone/plans.ts', import.meta.url))

/** Puts a few numbering plans in the place of all, which are half as large as React: the rest loads when it is needed. */
export const phonePlans = (): Plugin => ({
  name: 'phone-plans',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'virtual:phone-plans') return plans
    if (source.startsWith('virtual:usual-plans/')) return source.replace('virtual:usual-plans/', usual)
    return /(?:^\.|phone)\/plans\.ts$/.test(source) && /[\\/]core[\\/]/.test(importer ?? '') ? light : null
  },
  load(id) {
    if (id.startsWith(usual)) return asModule('countries', usualPlans(id.slice(usual.length) as UsualFile))
    if (id !== plans) return null
    return [
      codesAs('fullCodes', fullCodes),
      codesAs('americanCodes', usualCodes.american),
      codesAs('otherCodes', usualCodes.others),
      asModule('plans', lightPlans()),
    ].join('\n')
  },
})
