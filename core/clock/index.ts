export { type ClockWarning, createClockWarning } from './clock-warning.ts'
export { createServerClock, mentionedFromMs, type ServerClock, type TimedAnswer } from './server-clock.ts'
export { isKnownZone, knownZone, utcOffsetAt, wallClock } from './zone.ts'
