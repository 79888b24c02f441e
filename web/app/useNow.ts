import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from './context.ts'

/** The time, milliseconds since 1970, moving on in steps of `stepMs`: for words such as "today" or "8 s ago". */
export function useNow(stepMs = 60_000): number {
  const { now } = useApp().platform
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, Math.min(stepMs, 1_000))
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(now() / stepMs) * stepMs)
}
