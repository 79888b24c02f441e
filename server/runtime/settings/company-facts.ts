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
