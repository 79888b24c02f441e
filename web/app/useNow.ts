import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from './useApp.ts'

/** Server time in milliseconds since 1970. Updates every `stepMs` and at each of `edges`. */
export function useNow(stepMs = 60_000, edges: readonly number[] = []): number {
  const { clock, initialData } = useApp()
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
  const step = (time: number) =>
    Math.max(Math.floor(time / stepMs) * stepMs, ...edges.filter((edge) => edge <= time))
  return useSyncExternalStore(
    subscribe,
    () => step(now()),
    () => step(initialData.renderedAt ?? now()),
  )
}
