import type { QrSite, Site } from '../contract/site.ts'
import { toDeliveryChoice } from './delivery-choice.ts'
import type { Draft } from './draft-shape.ts'
import type { PlacementActor } from './placement.machine.ts'

/** Patches a draft once its form accepts changes. `patchOf` returns null to change nothing. */
export function patchDraft(
  placement: PlacementActor,
  patchOf: (place: QrSite, draft: Draft) => Partial<Draft> | null,
): void {
  let isDone = false
  const change = () => {
    const { form } = placement.getSnapshot().context
    const snapshot = form?.getSnapshot()
    if (isDone || !snapshot?.can({ type: 'draft.change', patch: {} })) return
    isDone = true
    const patch = patchOf(snapshot.context.place, snapshot.context.draft)
    if (patch) form?.send({ type: 'draft.change', patch })
  }
  const waiting = placement.subscribe(() => {
    change()
    if (isDone) waiting.unsubscribe()
  })
  change()
  if (isDone) waiting.unsubscribe()
}

/** Sets the draft's destination once its form accepts changes. The pickup site itself is ignored. */
export const chooseDelivery = (placement: PlacementActor, site: Site): void =>
  patchDraft(placement, (place) =>
    place.site.siteId === site.siteId ? null : { delivery: toDeliveryChoice(site) },
  )
