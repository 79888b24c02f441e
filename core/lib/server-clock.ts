import { storageKeys } from './keys.ts'
import type { Platform } from './platform.ts'

/** When a request left and its answer began, by the device's clock, and what the answer says of its time. */
export type TimedAnswer = { sentAt: number; receivedAt: number; date: string | null; age: string | null }

/** The clock of every rule, promise and signature. */
export type ServerClock = {
  /** The server's time, milliseconds since 1970; the device's until the first answer. */
  now: () => number
  /** The device's own time, milliseconds since 1970. */
  deviceNow: () => number
  /** How far the device is behind the server, milliseconds; negative when it is ahead. */
  offset: () => number
  learn: (answer: TimedAnswer) => void
  /** Calls back when the offset changed. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/**
 * A difference from which the warning is shown, milliseconds: from here on a signature by the device's clock is refused.
 */
export const mentionedFromMs = 5 * 60_000

/** Differences up to this are the network's, and move no countdown. */
const toleranceMs = 2_000
/** A call ends after 10 s: a longer round trip means that the device slept or its clock was set meanwhile. */
const longestRoundTripMs = 10_000

const isPlausible = (time: number) => time > Date.UTC(2020) && time < Date.UTC(2100)

/**
 * Learns the server's time from the `Date` of its answers. The offset is stored, so that a page which is reloaded or
 * opened without a network is right too; after the device's clock was set, the next answer replaces it.
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
    learn({ sentAt, receivedAt, date, age }) {
      const time = Date.parse(date ?? '')
      const roundTrip = receivedAt - sentAt
      // An answer with an age comes from a cache on the way.
      if (!isPlausible(time) || Number(age) > 0 || roundTrip < 0 || roundTrip > longestRoundTripMs) return
      // `Date` has whole seconds, and was written at some moment between the two.
      const least = time - receivedAt
      const most = time + 1_000 - sentAt
      const fits = (value: number) => value > least - toleranceMs && value < most + toleranceMs
      if (fits(offset)) return
      offset = fits(0) ? 0 : Math.round((least + most) / 2)
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
