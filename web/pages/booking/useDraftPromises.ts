import { type DraftFormActor, selectDraftPromises } from '@handsfree/core/booking'
import { shallowEqual, useSelector } from '@xstate/react'
import { useNow } from '../../app/useNow.ts'

/** What a draft's pickup promises about cancelling, until its time is over; null without a pickup. */
export function useDraftPromises(form: DraftFormActor) {
  const until = useSelector(form, (snapshot) => selectDraftPromises(snapshot)?.freeCancellationUntil)
  const now = useNow(60_000, until === undefined ? [] : [until + 1])
  return useSelector(form, (snapshot) => selectDraftPromises(snapshot, now), shallowEqual)
}
