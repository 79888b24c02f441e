import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from './context.ts'

/**
 * The server's time, milliseconds since 1970, updated every `stepMs`: for words such as "today" or "8 s ago"; and right
 * after each of `edges`, when something else holds.
 */
export function useNow(stepMs = 60_000, edges: readonly number[] = []): number {
  const { clock, known } = useApp()
  const { now, subscribe: onClock } = clock
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, Math.min(stepMs, 1_000))
      const stopClock = onClock(tick)
      return () => {
        clearInterval(timer)
        stopClock()
      }
    },
    [stepMs, onClock],
  )
  const step = (time: number) => {
    const passed = edges.filter((edge) => edge < time).map((edge) => edge + 1)
    return Math.max(Math.floor(time / stepMs) * stepMs, ...passed)
  }
  return useSyncExternalStore(
    subscribe,
    () => step(now()),
    () => step(known.renderedAt ?? now()),
  )
}
