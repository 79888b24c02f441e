import { useSyncExternalStore } from 'react'
import { useApp } from './useApp.ts'

/** `navigator.onLine`: may be true without internet access. */
export function useIsOnline(): boolean {
  const { onConnectivity, isOnline } = useApp().platform
  return useSyncExternalStore(onConnectivity, isOnline, () => true)
}
