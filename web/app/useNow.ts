import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from './context.ts'

/** The server's time, milliseconds since 1970, updated every `stepMs`: for words such as "today" or "8 s ago". */
export function useNow(stepMs = 60_000): number {
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
  const step = (time: number) => Math.floor(time / stepMs) * stepMs
  return useSyncExternalStore(
    subscribe,
    () => step(now()),
    () => step(known.renderedAt ?? now()),
  )
}
