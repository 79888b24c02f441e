export * from './arrival.ts'
export * from './bags.ts'
export * from './card.ts'
export * from './change.ts'
export * from './claim.ts'
export * from './clock-difference.ts'
export * from './day.ts'
export * from './duration.ts'
export * from './failure.ts'
export * from './formatter.ts'
export * from './full-time.ts'
export * from './hours.ts'
export * from './kept-orders.ts'
export * from './language.machine.ts'
export * from './language.ts'
export * from './load-messages.ts'
export * from './locale.ts'
export * from './message-key.ts'
export * from './moment.ts'
export * from './money.ts'
export * from './person-name.ts'
export * from './phone.ts'
export * from './place.ts'
export * from './place-line.ts'
export * from './price-line.ts'
export * from './promise.ts'
export * from './rules.ts'
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
