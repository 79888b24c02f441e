import { type DraftFormActor, selectDraftPromises } from '@handsfree/core/booking'
import { shallowEqual, useSelector } from '@xstate/react'
import { useNow } from '../../app/useNow.ts'

/** Cancellation terms of the draft's pickup; null without a pickup time. Updates when free cancellation ends. */
export function useDraftPromises(form: DraftFormActor) {
  const until = useSelector(form, (snapshot) => selectDraftPromises(snapshot)?.freeCancellationUntil)
  const now = useNow(60_000, until === undefined ? [] : [until + 1])
  return useSelector(form, (snapshot) => selectDraftPromises(snapshot, now), shallowEqual)
}
