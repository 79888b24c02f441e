import type { OrderDraft, PricedFacts, RememberedPart } from '../contract/order.ts'
import {
  cleanFieldsOf,
  type MissingField,
  missingField,
  requiredFieldsAt,
  requiredFieldsIn,
} from '../contract/order-fields.ts'
import type { QrSite } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'
import type { PhotoSummary } from '../photos/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { maxDeclaredValue } from '../policy/price.ts'
import { placeholderRoute, routeOf, toPricedDelivery } from './delivery-choice.ts'
import type { Draft } from './draft-shape.ts'
import type { RouteProblem } from './route.ts'
import { deliveryTimeProblem, pickupTimeProblem, type SlotProblem } from './slots.ts'

/** Fields of the order form, top to bottom. */
export const draftFields = [
  ...requiredFieldsIn('route'),
  'delivery',
  'pickupTime',
  'deliveryTime',
  'pieces',
  'photos',
  'declaredValue',
  ...requiredFieldsIn('bags'),
  'receiverName',
  'receiverPhone',
  ...requiredFieldsIn('receiver'),
  ...requiredFieldsIn('remarks'),
] as const
export type DraftField = (typeof draftFields)[number]

export type DraftProblem =
  | MissingField
  | 'deliveryRequired'
  | 'deliveryAddressRequired'
  | 'deliveryRegionRequired'
  | 'deliveryNotServed'
  | 'deliverySamePlace'
  | 'deliveryTooFar'
  | 'pickupTimeRequired'
  | 'pickupTimePassed'
  | 'pickupTimeClosed'
  | 'deliveryTimeRequired'
  | 'deliveryTimeTooEarly'
  | 'deliveryTimeClosed'
  | 'piecesOutOfRange'
  | 'photosRequired'
  | 'photosUploading'
  | 'photosFailed'
  | 'declaredValueTooHigh'
  | 'receiverNameRequired'
  | 'receiverPhoneRequired'
  | 'receiverPhoneInvalid'
  | 'receiverDialCodeUnknown'

export type DraftCheckInput = {
  place: QrSite
  photos: Omit<PhotoSummary, 'held'>
  /** Photos that an order needs; by default the traveller’s. */
  minPhotos?: number | undefined
  /** Milliseconds since 1970. */
  now: number
  isValidPhone: (phone: Phone) => boolean
}

const routeProblems: Record<RouteProblem, DraftProblem> = {
  notServed: 'deliveryNotServed',
  samePlace: 'deliverySamePlace',
  tooFar: 'deliveryTooFar',
}

const pickupProblems: Record<SlotProblem, DraftProblem> = {
  tooEarly: 'pickupTimePassed',
  closed: 'pickupTimeClosed',
  tooLate: 'pickupTimeRequired',
  offSlot: 'pickupTimeRequired',
}

const deliveryTimeProblems: Record<SlotProblem, DraftProblem> = {
  tooEarly: 'deliveryTimeTooEarly',
  closed: 'deliveryTimeClosed',
  tooLate: 'deliveryTimeRequired',
  offSlot: 'deliveryTimeRequired',
}

function deliveryProblem({ delivery }: Draft, route: ReturnType<typeof routeOf>): DraftProblem | null {
  if (delivery?.kind === 'custom' && delivery.regionId === null) return 'deliveryRegionRequired'
  if (!route) return 'deliveryRequired'
  if (!route.ok) return routeProblems[route.error]
  return delivery?.kind === 'custom' && cleanLine(delivery.address) === '' ? 'deliveryAddressRequired' : null
}

/** All requirements of spec section 5 that the draft misses, by field. Empty when complete. */
export function draftProblems(
  draft: Draft,
  input: DraftCheckInput,
): Partial<Record<DraftField, DraftProblem>> {
  const problems: Partial<Record<DraftField, DraftProblem>> = {}
  const { place, photos, now, minPhotos = policy.minPhotos } = input
  for (const name of requiredFieldsAt(place)) {
    if (cleanLine(draft[name]) === '') problems[name] = missingField(name)
  }
  const route = routeOf(place, draft.delivery)
  const delivery = deliveryProblem(draft, route)
  if (delivery) problems.delivery = delivery

  const { pickupTime, deliveryTime } = draft
  const pickupProblem = pickupTime && pickupTimeProblem(pickupTime, now, place.site)
  if (!pickupTime) problems.pickupTime = 'pickupTimeRequired'
  else if (pickupProblem) problems.pickupTime = pickupProblems[pickupProblem]
  const timeRoute = route?.ok ? route.value : placeholderRoute(place)
  const arrivalProblem =
    pickupTime && deliveryTime && deliveryTimeProblem(deliveryTime, pickupTime, timeRoute)
  if (!deliveryTime) problems.deliveryTime = 'deliveryTimeRequired'
  else if (arrivalProblem) problems.deliveryTime = deliveryTimeProblems[arrivalProblem]

  if (draft.pieces < policy.minPieces || draft.pieces > policy.maxPieces) problems.pieces = 'piecesOutOfRange'
  if (photos.failed > 0) problems.photos = 'photosFailed'
  else if (photos.busy > 0) problems.photos = 'photosUploading'
  else if (photos.total < minPhotos) problems.photos = 'photosRequired'
  if (draft.declaredText || draft.declaredValue > maxDeclaredValue(place.insurancePlan))
    problems.declaredValue = 'declaredValueTooHigh'

  const { receiver } = draft
  if (cleanLine(receiver.name) === '') problems.receiverName = 'receiverNameRequired'
  if (receiver.phoneNumber === '') problems.receiverPhone = 'receiverPhoneRequired'
  else if (!input.isValidPhone(receiver)) {
    // A known calling code would have been stripped from the number.
    const hasDialCode = /^(?:\+|00)\d/.test(receiver.phoneNumber)
    problems.receiverPhone = hasDialCode ? 'receiverDialCodeUnknown' : 'receiverPhoneInvalid'
  }
  return problems
}

/** Converts a complete draft to the contract's priced facts. */
export const toPricedFacts = (
  { delivery, pieces, declaredValue, pickupTime, deliveryTime }: Draft,
  qrId: string,
  place: Pick<QrSite, 'priceRule'> | null,
): PricedFacts => ({
  qrId,
  delivery: toPricedDelivery(delivery),
  pieces,
  declaredValue,
  // Older servers reject these fields.
  ...(place?.priceRule.storagePerDay && pickupTime && deliveryTime ? { pickupTime, deliveryTime } : {}),
})

/** Converts a complete draft to the contract's draft. */
export const toOrderDraft = (
  {
    delivery,
    receiver: { who, locale, country: _country, save: _save, ...receiver },
    suggested: _,
    declaredText: _text,
    ...draft
  }: Draft,
  qrId: string,
  photos: string[],
): OrderDraft => ({
  ...draft,
  qrId,
  photos,
  roomNumber: cleanLine(draft.roomNumber),
  delivery:
    delivery?.kind === 'site'
      ? { kind: 'site', siteId: delivery.site.siteId }
      : {
          kind: 'custom',
          regionId: delivery?.regionId ?? '',
          address: cleanLine(delivery?.address ?? ''),
          detail: cleanLine(delivery?.detail ?? ''),
        },
  pickupTime: draft.pickupTime ?? '',
  deliveryTime: draft.deliveryTime ?? '',
  receiver: {
    ...receiver,
    name: cleanLine(receiver.name),
    ...(who === 'other' && locale ? { locale } : {}),
  },
  ...cleanFieldsOf(draft),
})

/** Parts of the draft to save for the next order. */
export const partsToRemember = ({ delivery, receiver }: Draft): RememberedPart[] => [
  ...(receiver.who === 'other' && receiver.save ? (['receiver'] as const) : []),
  ...(delivery?.kind === 'custom' && delivery.save ? (['address'] as const) : []),
]
