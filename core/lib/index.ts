export type { CancelSignal } from './cancel.ts'
export * from './clean.ts'
export { type ClockWarning, createClockWarning } from './clock-warning.ts'
export * from './colors.ts'
export * from './digits.ts'
export * from './error-codes.ts'
export * from './escape.ts'
export * from './failure.ts'
export * from './from-call.ts'
export * from './keys.ts'
export * from './mask.ts'
export * from './paging.machine.ts'
export * from './platform.ts'
export * from './read-stored.ts'
export * from './reading.machine.ts'
export * from './reading.ts'
export * from './result.ts'
export * from './screen.ts'
export {
  createServerClock,
  type ServerClock,
  type TimedAnswer,
  warningThresholdMs,
} from './server-clock.ts'
export * from './store.ts'
export * from './submission.machine.ts'
export * from './submission.ts'
export * from './svg.ts'
export { isKnownZone, knownZone, utcOffsetAt, wallClock } from './zone.ts'
