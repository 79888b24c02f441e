import { factGuards, type LifecycleEvent, legalEvents } from '@handsfree/core/orders'
import { factsOf, lifecycleOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

type Events = readonly LifecycleEvent['type'][]

/** A few hundred at most: one for each state and each answer of the guards that came up. */
const known = new Map<string, Events>()

/** The events that are legal for an order at this moment, as `legalEvents`; computed once for orders that are alike. */
export function legalEventsOf(order: OrderRow, now: Date): Events {
  const lifecycle = lifecycleOf(order)
  const facts = factsOf(order, now)
  const answers = Object.values(factGuards).map((guard) => guard({ context: facts }))
  const key = [...Object.values(lifecycle), ...answers].join()
  const events = known.get(key) ?? legalEvents(lifecycle, facts)
  known.set(key, events)
  return events
}
