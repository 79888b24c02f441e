import { storageKeys } from './keys.ts'
import type { Platform } from './platform.ts'

/** Device times of sending the request and receiving the response, with its `Date` and `Age` headers. */
export type TimedAnswer = { sentAt: number; receivedAt: number; date: string | null; age: string | null }

/** The clock of every rule, promise and signature. */
export type ServerClock = {
  /** The server's time in ms since 1970; the device's until the first response. */
  now: () => number
  /** The device's time in ms since 1970. */
  deviceNow: () => number
  /** How far the device is behind the server, in ms; negative if ahead. */
  offset: () => number
  sync: (answer: TimedAnswer) => void
  /** Calls back when the offset changed. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Offset from which the warning is shown, in ms. Beyond it, the server rejects signatures made with the device's clock.
 */
export const warningThresholdMs = 5 * 60_000

/** Differences up to this are network jitter and don't move countdowns. */
const toleranceMs = 2_000
/** Calls time out after 10 s. A longer round trip means that the device slept or its clock was set. */
const maxRoundTripMs = 10_000

const isPlausible = (time: number) => time > Date.UTC(2020) && time < Date.UTC(2100)

/**
 * Derives the server's time from `Date` headers. Stores the offset for reloads and offline visits. If the device's
 * clock is set, the next response corrects it.
 */
export function createServerClock(platform: Pick<Platform, 'storage' | 'now'>): ServerClock {
  const { storage } = platform
  const deviceNow = () => platform.now()
  const listeners = new Set<() => void>()
  const stored = Number(storage.get(storageKeys.clock))
  let offset = isPlausible(deviceNow() + stored) ? stored : 0

  return {
    now: () => deviceNow() + offset,
    deviceNow,
    offset: () => offset,
    sync({ sentAt, receivedAt, date, age }) {
      const time = Date.parse(date ?? '')
      const roundTrip = receivedAt - sentAt
      // A response with an age comes from a cache.
      if (!isPlausible(time) || Number(age) > 0 || roundTrip < 0 || roundTrip > maxRoundTripMs) return
      // `Date` has whole seconds and was written between sending and receiving.
      const minOffset = time - receivedAt
      const maxOffset = time + 1_000 - sentAt
      const fits = (value: number) => value > minOffset - toleranceMs && value < maxOffset + toleranceMs
      if (fits(offset)) return
      offset = fits(0) ? 0 : Math.round((minOffset + maxOffset) / 2)
      if (offset === 0) for (const key of [storageKeys.clock, storageKeys.clockWarning]) storage.remove(key)
      else storage.set(storageKeys.clock, String(offset))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
