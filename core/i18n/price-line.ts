import type { Currency } from '../contract/common.ts'
import type { PriceLine } from '../contract/order.ts'
import type { Formatter } from './formatter.ts'
import { formatMoney } from './money.ts'

/** Discount values for messages. `fold` (折) is the Chinese form: tenths of the price that remain. */
export const discountFigures = (percentOff: number) => ({ percentOff, fold: (100 - percentOff) / 10 })

export function formatPriceLine(
  line: PriceLine,
  currency: Currency,
  intl: Formatter,
): { label: string; amount: string } {
  const money = (amount: number, round = false) => formatMoney({ amount, currency }, intl, { round })
  const label = intl.formatMessage(
    { id: `price.${line.kind}` },
    {
      unit: money(line.unit),
      count: line.pieces,
      nth: line.nth ?? 0,
      ...discountFigures(line.percentOff ?? 0),
      cover: money(line.cover ?? 0, true),
    },
  )
  const isIncluded = line.kind === 'insurance' && line.amount === 0
  return { label, amount: isIncluded ? intl.formatMessage({ id: 'price.included' }) : money(line.amount) }
}
