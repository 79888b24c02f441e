import type { OrderDraft } from '../api/contract/order.ts'
import type { QrSite, Site } from '../api/contract/site.ts'
import type { Phone } from '../api/contract/user.ts'
import type { PhotoSummary } from '../photo/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { maxDeclaredValue } from '../policy/price.ts'

/** Where the bags go, as chosen: enough of a site to show it again without asking. */
export type DeliveryChoice =
  | { kind: 'site'; site: Pick<Site, 'siteId' | 'name' | 'storage'> & { address: string } }
  | { kind: 'custom'; address: string; detail: string }

export type DraftReceiver = { who: 'me' | 'other'; name: string; dialCode: string; phoneNumber: string }

/** A site to deliver to, as a draft keeps it: the spot inside it, then its address. */
export const toDeliveryChoice = ({ siteId, name, storage, location }: Site): DeliveryChoice => ({
  kind: 'site',
  site: {
    siteId,
    name,
    storage,
    address: [location.detail, location.address].filter(Boolean).join(' · '),
  },
})

/** What the traveller has filled in so far. Times are ISO 8601 with offset. */
export type Draft = {
  roomNumber: string
  roomPassword: string
  delivery: DeliveryChoice | null
  pickupTime: string | null
  deliveryTime: string | null
  pieces: number
  /** Declared value of one piece, minor units. */
  declaredValue: number
  receiver: DraftReceiver
  remarks: string
}

export const emptyDraft = (receiver: DraftReceiver, roomNumber = ''): Draft => ({
  roomNumber,
  roomPassword: '',
  delivery: null,
  pickupTime: null,
  deliveryTime: null,
  pieces: 1,
  declaredValue: 0,
  receiver,
  remarks: '',
})

/** Fields of the order form, from top to bottom. */
export const draftFields = [
  'roomPassword',
  'delivery',
  'pickupTime',
  'deliveryTime',
  'pieces',
  'photos',
  'declaredValue',
  'receiverName',
  'receiverPhone',
] as const
export type DraftField = (typeof draftFields)[number]

/** What is missing or wrong, one code for each sentence that the traveller can read. */
export type DraftProblem =
  | 'roomPasswordRequired'
  | 'deliveryRequired'
  | 'pickupTimeRequired'
  | 'pickupTimePassed'
  | 'deliveryTimeRequired'
  | 'deliveryTimeTooEarly'
  | 'piecesOutOfRange'
  | 'photosRequired'
  | 'photosUploading'
  | 'photosFailed'
  | 'declaredValueTooHigh'
  | 'receiverNameRequired'
  | 'receiverPhoneRequired'
  | 'receiverPhoneInvalid'

export type DraftFacts = {
  place: QrSite
  photos: PhotoSummary
  /** Milliseconds since 1970. */
  now: number
  isValidPhone: (phone: Phone) => boolean
}

const minute = 60_000

/** Everything that spec section 5 demands of an order, each problem at its field. Empty when complete. */
export function draftProblems(draft: Draft, facts: DraftFacts): Partial<Record<DraftField, DraftProblem>> {
  const problems: Partial<Record<DraftField, DraftProblem>> = {}
  const { place, photos, now } = facts
  if (place.access === 'roomPassword' && draft.roomPassword.trim() === '')
    problems.roomPassword = 'roomPasswordRequired'
  const { delivery } = draft
  if (!delivery || (delivery.kind === 'custom' && delivery.address.trim() === ''))
    problems.delivery = 'deliveryRequired'

  if (!draft.pickupTime) problems.pickupTime = 'pickupTimeRequired'
  else if (Date.parse(draft.pickupTime) < now + policy.pickupLeadMinutes * minute)
    problems.pickupTime = 'pickupTimePassed'
  if (!draft.deliveryTime) problems.deliveryTime = 'deliveryTimeRequired'
  else if (
    draft.pickupTime &&
    Date.parse(draft.deliveryTime) < Date.parse(draft.pickupTime) + policy.deliveryGapMinutes * minute
  ) {
    problems.deliveryTime = 'deliveryTimeTooEarly'
  }

  if (draft.pieces < policy.minPieces || draft.pieces > policy.maxPieces) problems.pieces = 'piecesOutOfRange'
  if (photos.failed > 0) problems.photos = 'photosFailed'
  else if (photos.busy > 0) problems.photos = 'photosUploading'
  else if (photos.total < policy.minPhotos) problems.photos = 'photosRequired'
  if (draft.declaredValue > maxDeclaredValue(place.insurancePlan))
    problems.declaredValue = 'declaredValueTooHigh'

  const { receiver } = draft
  if (receiver.name.trim() === '') problems.receiverName = 'receiverNameRequired'
  if (receiver.phoneNumber === '') problems.receiverPhone = 'receiverPhoneRequired'
  else if (!facts.isValidPhone(receiver)) problems.receiverPhone = 'receiverPhoneInvalid'
  return problems
}

/** The contract's draft from a complete one. */
export const toOrderDraft = (draft: Draft, qrId: string, photos: string[]): OrderDraft => ({
  qrId,
  roomNumber: draft.roomNumber.trim(),
  roomPassword: draft.roomPassword.trim(),
  delivery:
    draft.delivery?.kind === 'site'
      ? { kind: 'site', siteId: draft.delivery.site.siteId }
      : {
          kind: 'custom',
          address: draft.delivery?.address.trim() ?? '',
          detail: draft.delivery?.detail.trim() ?? '',
        },
  pickupTime: draft.pickupTime ?? '',
  deliveryTime: draft.deliveryTime ?? '',
  pieces: draft.pieces,
  declaredValue: draft.declaredValue,
  photos,
  receiver: {
    name: draft.receiver.name.trim(),
    dialCode: draft.receiver.dialCode,
    phoneNumber: draft.receiver.phoneNumber,
  },
  remarks: draft.remarks.trim(),
})
