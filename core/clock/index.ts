export { type ClockNotice, createClockNotice } from './clock-notice.ts'
export { createServerClock, mentionedFromMs, type ServerClock, type TimedAnswer } from './server-clock.ts'
export { wallClock } from './zone.ts'
