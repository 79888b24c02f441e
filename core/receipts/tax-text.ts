import type { Money } from '../contract/common.ts'
import type { Company } from '../contract/config.ts'
import { type Formatter, formatMoney } from '../i18n/index.ts'

/** The tax that an amount includes, such as "Includes 6% VAT: ¥5.55"; empty without a rate or a number of the seller. */
export function taxText(
  intl: Formatter,
  { amount, currency }: Money,
  company: Pick<Company, 'taxNumber' | 'taxRates'> | null,
): string {
  const rate = company?.taxRates.find((one) => one.currency === currency)
  if (!company?.taxNumber || !rate || amount === 0) return ''
  const tax = Math.round((amount * rate.percent) / (100 + rate.percent))
  const percent = intl.formatNumber(rate.percent / 100, { style: 'percent', maximumFractionDigits: 2 })
  return intl.formatMessage(
    { id: 'receipt.tax' },
    { percent, amount: formatMoney({ amount: tax, currency }, intl) },
  )
}
