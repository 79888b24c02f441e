import type { Currency, Money } from '../contract/common.ts'
import type { Formatter } from './formatter.ts'

/** Includes the country if the symbol alone is ambiguous. */
const display: Record<Currency, 'narrowSymbol' | 'symbol'> = {
  CNY: 'narrowSymbol',
  HKD: 'symbol',
  USD: 'narrowSymbol',
}

/** Per main unit: every supported currency has two decimals. */
export const minorUnits = 100

export type MoneyOptions = {
  /** Omits `.00`, for round sums inside a sentence: "up to ¥3,000 a bag". */
  round?: boolean
}

/** Formats minor units: `¥49.00`, `HK$1,200.00`, `−¥24.50`. */
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
