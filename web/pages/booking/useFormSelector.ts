import type { DraftFormActor } from '@handsfree/core/booking'
import { useCallback } from 'react'
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/shim/with-selector'
import { takenOverSnapshot } from './stand-in.ts'

type Snapshot = ReturnType<DraftFormActor['getSnapshot']>

/**
 * `useSelector` for a part of the form that React hydrates separately: the first render shows what the server's page
 * shows, also when the form has gone on since.
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
    () => takenOverSnapshot(form),
    selector,
    isEqual,
  )
}
