import type { PlacementActor } from '@handsfree/core/order'
import { useCallback } from 'react'
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/shim/with-selector'
import { takenOverSnapshot } from './stand-in.ts'

type Snapshot = ReturnType<PlacementActor['getSnapshot']>

/**
 * `useSelector` for a part of the form that React takes over by itself: the first render shows what the server's page
 * shows, also when the placement has gone on meanwhile.
 */
export function usePlacementSelector<Selected>(
  placement: PlacementActor,
  selector: (snapshot: Snapshot) => Selected,
  isEqual?: (a: Selected, b: Selected) => boolean,
): Selected {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = placement.subscribe(listener)
      return unsubscribe
    },
    [placement],
  )
  return useSyncExternalStoreWithSelector(
    subscribe,
    () => placement.getSnapshot(),
    () => takenOverSnapshot(placement),
    selector,
    isEqual,
  )
}
