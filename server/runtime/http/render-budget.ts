import type { Clock } from '../clock.ts'
import { createWindowCounter } from './window-counter.ts'

/** Concurrent reads or renderings per address. */
const maxAtOnce = 2
/** Renderings per minute and address. A hotel's guests share one, but mostly hit the cache. */
const maxPerMinute = 60
const minuteMs = 60_000

export type RenderBudget = {
  /** Takes one of an address's slots and returns a release function. Null if there's none left. */
  enter(address: string): (() => void) | null
  /** Counts a rendering. Returns false above the limit. */
  mayRender(address: string): boolean
}

/** Limits rendering by address: rendering costs about 100 times as much as a cached page. */
export function createRenderBudget(clock: Pick<Clock, 'elapsedMs'>): RenderBudget {
  const running = new Map<string, number>()
  const rendered = createWindowCounter(clock, minuteMs)
  return {
    enter(address) {
      const count = running.get(address) ?? 0
      if (count >= maxAtOnce) return null
      running.set(address, count + 1)
      return () => {
        const left = (running.get(address) ?? 1) - 1
        if (left > 0) running.set(address, left)
        else running.delete(address)
      }
    },
    mayRender: (address) => rendered.add(address) <= maxPerMinute,
  }
}
