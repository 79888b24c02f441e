import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least this wide; by default, as wide as the persistent header. False on the server. */
export function useIsWide(from: 600 | 700 | 900 = 900): boolean {
  const query = `(min-width: ${from}px)`
  const watch = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false,
  )
}
