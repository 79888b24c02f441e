import { fileURLToPath } from 'node:url'
import all from 'libphonenumber-js/max/metadata'
import type { Plugin } from 'vite'

type Plans = typeof all

/** Calling codes of most travellers, as far as orders tell: their numbers are read in full at once. */
export const fullCodes = [
  '1',
  '33',
  '44',
  '49',
  '60',
  '61',
  '65',
  '66',
  '81',
  '82',
  '86',
  '852',
  '853',
  '886',
]

/** Places in a country's plan: how numbers are written, and what belongs to which kind of line. */
const [formats, types] = [4, 11]

/** All plans, of which those beside `fullCodes` say only what any number of the country is like. */
export function lightPlans(plans: Plans = all): Plans {
  const isFull = new Set(fullCodes.flatMap((code) => plans.country_calling_codes[code as never] as string[]))
  const countries = Object.entries(plans.countries).map(([country, plan]) => {
    const light = (plan as unknown[]).map((part, place) =>
      place === formats ? [] : place === types ? 0 : part,
    )
    return [country, isFull.has(country) ? plan : light.slice(0, types)]
  })
  return { ...plans, countries: Object.fromEntries(countries) } as Plans
}

const plans = '\0phone-plans'
const light = fileURLToPath(new URL('../web/phone/plans.ts', import.meta.url))

/** Puts a few numbering plans in the place of all, which are half as large as React: the rest loads when it is needed. */
export const phonePlans = (): Plugin => ({
  name: 'phone-plans',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'virtual:phone-plans') return plans
    return /(?:^\.|phone)\/plans\.ts$/.test(source) && /[\\/]core[\\/]/.test(importer ?? '') ? light : null
  },
  load: (id) =>
    id === plans
      ? `export const fullCodes = new Set(${JSON.stringify(fullCodes)})\nexport const plans = JSON.parse(${JSON.stringify(JSON.stringify(lightPlans()))})`
      : null,
})
