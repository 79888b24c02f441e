import { useSyncExternalStore } from 'react'
import { useApp } from './useApp.ts'

/** Whether the device has a network, as far as it knows. */
export function useIsOnline(): boolean {
  const { onConnectivity, isOnline } = useApp().platform
  return useSyncExternalStore(onConnectivity, isOnline, () => true)
}
