import type { Clock } from '../clock.ts'
import { createWindowCounter } from './window-counter.ts'

/** Pages that are read or rendered at once for one address. */
const maxAtOnce = 2
/** Pages that are rendered within a minute for one address: a hotel's guests mostly open pages that are in memory. */
const maxPerMinute = 60
const minuteMs = 60_000

export type RenderBudget = {
  /** Takes one of an address's places, and returns a function that frees it; null when all are taken. */
  enter(address: string): (() => void) | null
  /** Counts a rendering, and returns whether the address may have it. */
  mayRender(address: string): boolean
}

/** Shares out the time for rendering, since a rendered page costs a hundred times as much as one from memory. */
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
