import { setImmediate } from 'node:timers/promises'
import type { Platform } from '@handsfree/core'

/** Timers. `Services.now` is the time of day. */
export type Clock = {
  /** One-shot timer. Returns a cancel function. */
  after(milliseconds: number, task: () => void): () => void
  /** Repeating timer, unref'ed. Returns a cancel function. */
  every(milliseconds: number, task: () => void): () => void
  /** Like `after`, unref'ed. */
  later(milliseconds: number, task: () => void): () => void
  /** Monotonic milliseconds, unaffected by changes of the system time. */
  elapsedMs(): number
}

/** Real timers. Also used directly for sockets, which can't be simulated. */
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

export const timersOf = (clock: Pick<Clock, 'after'>): Platform['clock'] => ({
  setTimeout: (task, milliseconds) => clock.after(milliseconds, task),
  clearTimeout: (cancel) => (cancel as () => void)(),
})

export const systemNow = (): Date => new Date()

export const measuredSeconds = (): number => performance.now() / 1000

export const wait = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve)
  })

/** Aborts a third-party request after a timeout. Doesn't keep the process alive. */
export const timeLimit = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds)

/** Resolves after the event loop has polled its sockets, which happens after timers. */
export const socketsRead = (): Promise<void> => setImmediate()
