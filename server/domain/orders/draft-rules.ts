import {
  type Destination,
  deliveryTimeProblem,
  pickupTimeProblem,
  type Route,
  type RouteProblem,
  routeTo,
  type SlotProblem,
} from '@handsfree/core/booking'
import { type OrderDraft, type QrSite, type Receiver, requiredFieldsAt } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone } from '@handsfree/core/phone'
import { maxDeclaredValue, policy } from '@handsfree/core/policy'
import { ApiError } from '../../runtime/http/api-error.ts'
import { type TextRefusal, textRefusal } from '../verification/phone.ts'

/** Returns a 1008 for a draft field (named as in the contract), with a reason if there is one. */
export const invalidField = (
  field: keyof OrderDraft | 'termsVersion',
  message: string,
  reason?: RouteProblem | SlotProblem | TextRefusal,
) => new ApiError(errorCodes.paramError, message, { details: { field, ...(reason ? { reason } : {}) } })

/** Throws 1008 with the field `delivery` for an unknown site. */
export function requireSite<Delivery>(delivery: Delivery | null): Delivery {
  if (delivery === null) throw invalidField('delivery', 'unknown site')
  return delivery
}

/** Throws 1008 with the field `delivery` and the reason if there's no route. */
export function findRoute(place: Parameters<typeof routeTo>[0], destination: Destination): Route {
  const route = routeTo(place, destination)
  if (!route.ok) throw invalidField('delivery', 'the pickup site doesn’t deliver there', route.error)
  return route.value
}

/** Throws 1008 with the field `deliveryTime`, also for past times. */
export function checkDeliveryTime(deliveryTime: string, pickupTime: string, route: Route, now: Date): void {
  const isPast = Date.parse(deliveryTime) <= now.getTime()
  const problem = isPast ? 'tooEarly' : deliveryTimeProblem(deliveryTime, pickupTime, route)
  if (problem)
    throw invalidField(
      'deliveryTime',
      'the delivery time must be a reachable slot of the destination',
      problem,
    )
}

/** Throws 1008 with the field `pickupTime`. */
export function checkPickupTime(pickupTime: string, { site }: Pick<QrSite, 'site'>, now: Date): void {
  const problem = pickupTimeProblem(pickupTime, now.getTime(), site)
  if (problem)
    throw invalidField('pickupTime', 'the pickup must be an open slot, at least 1 h from now', problem)
}

/** `ownFiles`: those of `fileIds` that belong to the traveller. */
type DraftContext = {
  place: QrSite
  route: Route
  now: Date
  fileIds: string[]
  ownFiles: ReadonlySet<string>
  smsCountries: readonly string[] | null
}

/**
 * Returns the receiver with a canonical number that can get text messages. Throws 1008 for an invalid number, with
 * the reason if it can't get them.
 */
export function validReceiver(receiver: Receiver, smsCountries: readonly string[] | null): Receiver {
  const phone = canonicalPhone(receiver)
  if (!phone) throw invalidField('receiver', 'invalid phone number')
  const reason = textRefusal(phone, smsCountries)
  if (reason) throw invalidField('receiver', 'this number can’t get text messages', reason)
  return { ...receiver, ...phone }
}

/**
 * Checks a draft against all rules of spec section 5 and the contract. Returns photo ids and receiver. Throws 1008
 * with `{ field }`.
 */
export function checkDraft(
  { draft, termsVersion }: { draft: OrderDraft; termsVersion: string },
  { place, route, now, fileIds, ownFiles, smsCountries }: DraftContext,
): { photos: string[]; receiver: Receiver } {
  if (termsVersion !== policy.termsVersion) throw invalidField('termsVersion', 'the terms have changed')
  for (const name of requiredFieldsAt(place)) {
    if (draft[name] === '') throw invalidField(name, 'required at this site')
  }
  checkPickupTime(draft.pickupTime, place, now)
  checkDeliveryTime(draft.deliveryTime, draft.pickupTime, route, now)
  if (draft.declaredValue > maxDeclaredValue(place.insurancePlan)) {
    throw invalidField('declaredValue', 'exceeds the plan’s cover')
  }
  const receiver = validReceiver(draft.receiver, smsCountries)
  if (!fileIds.every((fileId) => ownFiles.has(fileId))) throw invalidField('photos', 'unknown picture')
  if (new Set(fileIds).size < fileIds.length) throw invalidField('photos', 'the same image appears twice')
  return { photos: fileIds, receiver }
}
