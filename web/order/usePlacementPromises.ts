import { type PlacementActor, selectPlacementPromises } from '@handsfree/core/order'
import { shallowEqual, useSelector } from '@xstate/react'
import { useNow } from '../app/useNow.ts'

/** What a draft's pickup promises about cancelling, until its time is over; null without a pickup. */
export function usePlacementPromises(placement: PlacementActor) {
  const until = useSelector(placement, (snapshot) => selectPlacementPromises(snapshot)?.freeCancellationUntil)
  const now = useNow(60_000, until === undefined ? [] : [until + 1])
  return useSelector(placement, (snapshot) => selectPlacementPromises(snapshot, now), shallowEqual)
}
