import type { QrSite } from '../contract/site.ts'
import { placeholderRoute, routeOf } from './delivery-choice.ts'
import type { Draft, TimeField } from './draft-shape.ts'
import { deliveryTimeProblem, nextDeliverySlot, nextPickupSlot, pickupTimeProblem } from './slots.ts'

/** `moved`: chosen times that were moved to the next slot. */
export type FittedDraft = { draft: Draft; movedTimes: readonly TimeField[] }

/** The route that limits the time slots; `anyRoute` without a valid destination. */
export function routeOfTimes(place: QrSite, delivery: Draft['delivery']) {
  const route = routeOf(place, delivery)
  return route?.ok ? route.value : placeholderRoute(place)
}

/** Suggests missing times and moves impossible ones to the next slot. `now` is ms since 1970. */
export function fitTimes(draft: Draft, place: QrSite, now: number): FittedDraft {
  const { site } = place
  const fitted = { pickupTime: draft.pickupTime, deliveryTime: draft.deliveryTime }
  const movedTimes: TimeField[] = []
  const fitTime = (field: TimeField, next: (after: number) => string | null) => {
    const chosen = draft[field]
    fitted[field] = next(chosen === null ? 0 : Date.parse(chosen)) ?? chosen
    if (chosen !== null && !draft.suggested.includes(field)) movedTimes.push(field)
  }
  if (draft.pickupTime === null || pickupTimeProblem(draft.pickupTime, now, site)) {
    fitTime('pickupTime', (after) => nextPickupSlot(after, now, site))
  }
  const { pickupTime } = fitted
  if (pickupTime !== null) {
    const route = routeOfTimes(place, draft.delivery)
    const isSuggested = draft.suggested.includes('deliveryTime')
    if (isSuggested || draft.deliveryTime === null) {
      fitted.deliveryTime = nextDeliverySlot(0, pickupTime, route) ?? draft.deliveryTime
    } else if (deliveryTimeProblem(draft.deliveryTime, pickupTime, route)) {
      fitTime('deliveryTime', (after) => nextDeliverySlot(after, pickupTime, route))
    }
  }
  const suggested = (['pickupTime', 'deliveryTime'] as const).filter(
    (field) => draft.suggested.includes(field) || draft[field] === null || movedTimes.includes(field),
  )
  const isSame =
    fitted.pickupTime === draft.pickupTime &&
    fitted.deliveryTime === draft.deliveryTime &&
    suggested.length === draft.suggested.length
  return { draft: isSame ? draft : { ...draft, ...fitted, suggested }, movedTimes }
}
