/**
 * How facts read, the same in every client. Functions take a `Formatter`, so words come from the messages.
 *
 *   createFormatter(locale, messages, deviceTimeZone?)       the `intl` below, for a client without React
 *   formatMoney({ amount, currency }, intl, { round? })      ¥49.00
 *   formatTime(instant, { timeZone, now, intl, city? })      Today at 2:30 PM · 明天 10:00
 *   dayOf(instant, timeZone)                                 2026-11-24
 *   formatDay(day, …) formatDayChip(day, …)                  Today · Mon 23
 *   formatFullTime(instant, { timeZone, intl })              Tue, Nov 24, 2026 at 10:05 AM
 *   formatClock(instant, { timeZone, intl })                 2:30 PM · 14:30
 *   formatHour('07:00', intl)                                7:00 AM · 07:00
 *   shortMoment(instant, { timeZone, now, intl, city? })     2:30 PM today, with its day on any other
 *   isElsewhere(instant, timeZone, deviceTimeZone)           the device's clock differs from the zone's
 *   formatAddress({ location, roomNumber }, intl)            Room 1208 · 18 Nanshan Road, Hangzhou
 *   formatMaskedPhone({ dialCode, phoneNumber })             +86 138 **** 2046
 *   phoneHref(phone)                                         tel:+8657100000018
 *   formatPersonName('陈明 Chen Ming', intl)             陈明 · Chen Ming, as the language writes it
 *   formatPriceLine(line, currency, intl)                    { label: '¥49.00 × 2', amount: '¥98.00' }
 *   typedMoney('¥1,234.5')                                   { text: '1,234.5', amount: 123450, unread: '' }, while it is typed
 */
export * from './day.ts'
export * from './formatter.ts'
export * from './full-time.ts'
export * from './moment.ts'
export * from './money.ts'
export * from './person-name.ts'
export * from './phone.ts'
export * from './place.ts'
export * from './price-line.ts'
export {
  formatClock,
  formatDay,
  formatDayChip,
  formatHour,
  formatTime,
  type Instant,
  isElsewhere,
  type TimeOptions,
} from './time.ts'
export * from './typed-money.ts'
