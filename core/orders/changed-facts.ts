import { cityOfOwnAddress, ownAddressOf, toDeliveryChoice } from '../booking/delivery-choice.ts'
import { toOrderDraft } from '../booking/draft.ts'
import type { DraftFormInput } from '../booking/draft-form.ts'
import type { Draft, DraftReceiver } from '../booking/draft-shape.ts'
import { routeOfTimes } from '../booking/fit-times.ts'
import { nextDeliverySlot } from '../booking/slots.ts'
import type { ChangedFacts } from '../contract/change.ts'
import type { ChangeKind } from '../contract/change-state.ts'
import type { Order } from '../contract/order.ts'
import { changeableFieldNames, fieldsOf } from '../contract/order-fields.ts'
import type { QrSite, Site } from '../contract/site.ts'
import { atZone } from '../lib/zone.ts'

export type ChangeableOrder = {
  kind: ChangeKind
  original: Draft
  /** `first`, with the delivery time moved to the next possible slot. */
  unchangedDraft: Draft
  form: Omit<DraftFormInput, 'listener'>
}

/** `changeable` is null if the order can't be changed. */
export type ChangeReading = { order: Order; changeable: ChangeableOrder | null }

type OrderEnds = { place: QrSite; destination: Site | null }

export function draftOfOrder(order: Order, { place, destination }: OrderEnds, me: DraftReceiver): Draft {
  const { name, dialCode, phoneNumber, locale } = order.receiver
  const isMe = name === me.name && dialCode === me.dialCode && phoneNumber === me.phoneNumber
  const { timeZone } = place.site
  return {
    roomNumber: order.pickup.roomNumber,
    delivery: destination
      ? toDeliveryChoice(destination)
      : ownAddressOf(order, cityOfOwnAddress(order, place)?.regionId),
    pickupTime: atZone(Date.parse(order.pickupTime), timeZone),
    deliveryTime: atZone(Date.parse(order.deliveryTime), timeZone),
    suggested: [],
    pieces: order.pieces,
    declaredValue: order.declaredValue,
    declaredText: '',
    receiver: {
      who: isMe ? 'me' : 'other',
      name,
      dialCode,
      phoneNumber,
      ...(!isMe && locale ? { locale } : {}),
    },
    ...fieldsOf(order),
  }
}

/** After pickup, moves a past delivery time to the next slot. `now` is ms since 1970. */
export function draftAfterPickup(draft: Draft, place: QrSite, now: number): Draft {
  const { pickupTime, deliveryTime, delivery } = draft
  if (!pickupTime || !deliveryTime || Date.parse(deliveryTime) > now) return draft
  const next = nextDeliverySlot(now + 1, pickupTime, routeOfTimes(place, delivery))
  return { ...draft, deliveryTime: next ?? deliveryTime }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const changeableFields = [
  'delivery',
  'pickupTime',
  'deliveryTime',
  'pieces',
  'receiver',
  'roomNumber',
  ...changeableFieldNames,
] as const

/** Fields that differ between `first` and `draft`; after pickup, only the destination and delivery time. */
export function changedFactsOf(original: Draft, draft: Draft, kind: ChangeKind): ChangedFacts {
  const [was, is] = [toOrderDraft(original, '', []), toOrderDraft(draft, '', [])]
  const fields = kind === 'destination' ? (['delivery', 'deliveryTime'] as const) : changeableFields
  return Object.fromEntries(
    fields.filter((field) => !isSame(was[field], is[field])).map((field) => [field, is[field]]),
  )
}
