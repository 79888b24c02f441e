import type { Currency, Money } from '../contract/common.ts'
import type { Formatter } from './formatter.ts'

/** The country stays on a symbol that would leave open which dollar is meant. */
const display: Record<Currency, 'narrowSymbol' | 'symbol'> = {
  CNY: 'narrowSymbol',
  HKD: 'symbol',
  USD: 'narrowSymbol',
}

/** Minor units of one unit; every currency of the product has two decimals. */
export const minorUnits = 100

export type MoneyOptions = {
  /** Leaves `.00` out, for round sums inside a sentence: "up to ¥3,000 a bag". */
  round?: boolean
}

/** An amount of minor units: `¥49.00`, `HK$1,200.00`, `−¥24.50`. */
export function formatMoney(
  { amount, currency }: Money,
  intl: Formatter,
  options: MoneyOptions = {},
): string {
  const parts = intl.formatNumberToParts(amount / minorUnits, {
    style: 'currency',
    currency,
    currencyDisplay: display[currency],
    trailingZeroDisplay: options.round ? 'stripIfInteger' : 'auto',
  })
  return parts.map(({ type, value }) => (type === 'minusSign' ? '−' : value)).join('')
}
