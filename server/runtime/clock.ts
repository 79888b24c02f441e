import { setImmediate } from 'node:timers/promises'
import type { Platform } from '@handsfree/core'

/** Timers. The time of day is `Services.now`. */
export type Clock = {
  /** Calls back once after so many milliseconds. Returns what cancels it. */
  after(milliseconds: number, task: () => void): () => void
  /** Calls back again and again, and keeps no process alive. Returns what ends it. */
  every(milliseconds: number, task: () => void): () => void
  /** As `after`, and keeps no process alive. */
  later(milliseconds: number, task: () => void): () => void
  /** Milliseconds of a monotonic clock: it keeps its pace when the machine's time of day is set. */
  elapsedMs(): number
}

/** The machine's own timers, also for what follows sockets, which know no other time. */
export const systemClock: Clock = {
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds)
    return () => clearTimeout(timer)
  },
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds).unref()
    return () => clearInterval(timer)
  },
  later(milliseconds, task) {
    const timer = setTimeout(task, milliseconds).unref()
    return () => clearTimeout(timer)
  },
  elapsedMs: () => performance.now(),
}

/** The same timers for `core`. */
export const timersOf = (clock: Pick<Clock, 'after'>): Platform['clock'] => ({
  setTimeout: (task, milliseconds) => clock.after(milliseconds, task),
  clearTimeout: (cancel) => (cancel as () => void)(),
})

export const systemNow = (): Date => new Date()

/** Seconds of a clock that nobody sets, for measuring. */
export const measuredSeconds = (): number => performance.now() / 1000

export const wait = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve)
  })

/** Aborts a request to another company's server after so many milliseconds. Keeps no process alive. */
export const timeLimit = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds)

/** Timers run before the loop reads its sockets: resolves once they were read. */
export const socketsRead = (): Promise<void> => setImmediate()
