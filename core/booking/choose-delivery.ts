import type { QrSite, Site } from '../contract/site.ts'
import { toDeliveryChoice } from './delivery-choice.ts'
import type { Draft } from './draft-shape.ts'
import type { PlacementActor } from './placement.machine.ts'

/** Changes a draft by what is known of its place, as soon as it can be changed. Null changes nothing. */
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

/** Sets the destination of a draft to a site, as soon as it can be changed; never to the pickup site. */
export const chooseDelivery = (placement: PlacementActor, site: Site): void =>
  patchDraft(placement, (place) =>
    place.site.siteId === site.siteId ? null : { delivery: toDeliveryChoice(site) },
  )
