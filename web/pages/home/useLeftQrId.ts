import { unplacedDraftQrId, watchDrafts } from '@handsfree/core/booking'
import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'

export function useLeftQrId(): string | null {
  const app = useApp()
  const subscribe = useCallback((listener: () => void) => watchDrafts(app, listener), [app])
  return useSyncExternalStore(subscribe, () => unplacedDraftQrId(app))
}
