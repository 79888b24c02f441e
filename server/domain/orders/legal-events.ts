import { type LifecycleEvent, type LifecycleFacts, legalEvents } from '@handsfree/core/orders'
import { isDeliveryLate, isFreeToCancel, pickupMissedFrom } from '@handsfree/core/policy'
import { factsOf, lifecycleOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

type Events = readonly LifecycleEvent['type'][]

/** A few hundred at most: one for each state and each answer of the guards that came up. */
const known = new Map<string, Events>()

/** What the lifecycle's guards find out from the facts. */
const answersOf = ({
  now,
  pickupTime,
  lateFreeUntil,
  missedFrom = pickupMissedFrom(pickupTime),
  promised = now,
  isRecalled,
  returnChoice,
  isReturnFeeDue,
  isAtSite,
  total,
  amountPaid,
  pieces,
  confirmedPieces,
}: LifecycleFacts) => [
  isFreeToCancel(pickupTime, now, lateFreeUntil, missedFrom),
  now >= missedFrom,
  isDeliveryLate(promised, now),
  isRecalled,
  returnChoice,
  isReturnFeeDue,
  isAtSite,
  total === 0,
  amountPaid > 0,
  total > amountPaid,
  confirmedPieces >= pieces,
]

/** The events that are legal for an order at this moment, as `legalEvents`; computed once for orders that are alike. */
export function legalEventsOf(order: OrderRow, now: Date): Events {
  const lifecycle = lifecycleOf(order)
  const facts = factsOf(order, now)
  const key = [...Object.values(lifecycle), ...answersOf(facts)].join()
  const events = known.get(key) ?? legalEvents(lifecycle, facts)
  known.set(key, events)
  return events
}
