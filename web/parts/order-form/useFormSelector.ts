import type { DraftFormActor } from '@handsfree/core/booking'
import { useCallback } from 'react'
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/shim/with-selector'
import { hydrationSnapshot } from './hydration-proxy.ts'

type Snapshot = ReturnType<DraftFormActor['getSnapshot']>

/**
 * `useSelector` for parts that React hydrates separately. The hydration render must match the server's HTML even if
 * the form has changed since.
 */
export function useFormSelector<Selected>(
  form: DraftFormActor,
  selector: (snapshot: Snapshot) => Selected,
  isEqual?: (a: Selected, b: Selected) => boolean,
): Selected {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = form.subscribe(listener)
      return unsubscribe
    },
    [form],
  )
  return useSyncExternalStoreWithSelector(
    subscribe,
    () => form.getSnapshot(),
    () => hydrationSnapshot(form),
    selector,
    isEqual,
  )
}
