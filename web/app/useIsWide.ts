import { useSyncExternalStore } from 'react'

const wideQuery = '(min-width: 900px)'

const watchWidth = (listener: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has room for two columns. False on the server. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(wideQuery).matches,
    () => false,
  )
