/**
 * How facts read, the same on every screen. Functions take react-intl's `intl`, so words come from the messages.
 *
 *   formatMoney({ amount, currency }, intl, { round? })      ¥49.00
 *   formatTime(instant, { timeZone, now, intl, city? })      Today 14:30 · 明天 10:00 · Tue 24 Nov 10:05 (Hangzhou)
 *   formatDay(day, …) formatDayChip(day, …)                  Today · Mon 23
 *   formatFullTime(instant, { timeZone, intl })              Tue 24 Nov 2026 10:05
 *   formatClock(instant, { timeZone, intl })                 14:30
 *   isElsewhere(instant, timeZone)                           the device's clock differs from the zone's
 *   formatAddress({ location, roomNumber }, intl)            Room 1208 · 18 Nanshan Road, Hangzhou
 *   formatMaskedPhone({ dialCode, phoneNumber })             +86 138 •••• 2046
 *   formatPriceLine(line, currency, intl)                    { label: '¥49.00 × 2', amount: '¥98.00' }
 *   <PriceLines price={{ lines, total }} />                  the torn-off part of a tag
 */
export { formatMoney, type MoneyOptions, minorUnits } from './money.ts'
export { PriceLines, type PriceLinesProps } from './PriceLines.tsx'
export { formatMaskedPhone } from './phone.ts'
export { formatAddress, formatRoom, joinParts } from './place.ts'
export { formatPriceLine } from './price-line.ts'
export {
  formatClock,
  formatDay,
  formatDayChip,
  formatFullTime,
  formatTime,
  type Instant,
  isElsewhere,
  type TimeOptions,
} from './time.ts'
