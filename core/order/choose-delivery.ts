import type { Site } from '../api/contract/site.ts'
import { toDeliveryChoice } from './delivery-choice.ts'
import type { Draft } from './draft-shape.ts'
import type { PlacementActor } from './placement.machine.ts'

/**
 * Sets the destination of a draft to a site, and what else is given, as soon as it can be changed; never to the pickup
 * site.
 */
export function chooseDelivery(
  placement: PlacementActor,
  site: Site,
  more: Pick<Partial<Draft>, 'pieces'> = {},
): void {
  const change = { type: 'draft.change', patch: { ...more, delivery: toDeliveryChoice(site) } } as const
  let isChosen = false
  const choose = () => {
    const snapshot = placement.getSnapshot()
    if (isChosen || !snapshot.can(change)) return
    isChosen = true
    if (snapshot.context.place?.site.siteId !== site.siteId) placement.send(change)
  }
  const waiting = placement.subscribe(() => {
    choose()
    if (isChosen) waiting.unsubscribe()
  })
  choose()
  if (isChosen) waiting.unsubscribe()
}
