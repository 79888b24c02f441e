/** The functions of `@handsfree/core/format`, and `<PriceLines price={{ lines, total }} />`. */
export {
  formatAddress,
  formatClock,
  formatDay,
  formatDayChip,
  formatFullTime,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  formatRoom,
  formatTime,
  type Instant,
  isElsewhere,
  joinParts,
  type MoneyOptions,
  minorUnits,
  shortMoment,
  type TimeOptions,
} from '@handsfree/core/format'
export { PriceLines, type PriceLinesProps } from './PriceLines.tsx'
