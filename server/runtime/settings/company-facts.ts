import { type Company, Currency } from '@handsfree/core/contract'
import * as v from 'valibot'

export const markets = ['CN', 'HK', 'EU'] as const
export const Market = v.picklist(markets)
export type Market = v.InferOutput<typeof Market>

/**
 * A seller must show these facts. CN: E-Commerce Law, articles 12 and 15, and the ICP number of the filing rules. HK: Business
 * Registration Ordinance and Companies Ordinance. EU: directive 2000/31/EC, article 5, and 2011/83/EU, article 6.
 */
export const factsByMarket = {
  CN: ['COMPANY_NAME', 'COMPANY_REGISTRATION', 'COMPANY_ADDRESS', 'COMPANY_EMAIL', 'COMPANY_ICP'],
  HK: ['COMPANY_NAME', 'COMPANY_REGISTRATION', 'COMPANY_ADDRESS', 'COMPANY_EMAIL'],
  EU: ['COMPANY_NAME', 'COMPANY_REGISTRATION', 'COMPANY_ADDRESS', 'COMPANY_EMAIL', 'COMPANY_TAX_NUMBER'],
} as const satisfies Record<Market, readonly `COMPANY_${string}`[]>

export const maxTaxPercent = 30

const TaxRate = v.object({
  currency: Currency,
  percent: v.pipe(
    v.string(),
    v.regex(/^\d{1,2}(\.\d{1,2})?$/),
    v.toNumber(),
    v.gtValue(0),
    v.maxValue(maxTaxPercent),
  ),
})

/** Reads rates such as `CNY:6,USD:20`; null if they aren't valid. */
export function taxRatesOf(rates: string): Company['taxRates'] | null {
  const entries = rates.split(',').map((entry) => {
    const [currency, percent] = entry.split(':')
    return { currency, percent }
  })
  const parsed = v.safeParse(v.array(TaxRate), entries)
  return parsed.success ? parsed.output : null
}
