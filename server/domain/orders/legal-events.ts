import { factGuards, type LifecycleEvent, legalEvents } from '@handsfree/core/orders'
import { factsOf, lifecycleOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

type Events = readonly LifecycleEvent['type'][]

/** Bounded by states and guard results, a few hundred entries. */
const eventsCache = new Map<string, Events>()

/** Returns `legalEvents` of an order, cached by state and guard results. */
export function legalEventsOf(order: OrderRow, now: Date): Events {
  const lifecycle = lifecycleOf(order)
  const facts = factsOf(order, now)
  const answers = Object.values(factGuards).map((guard) => guard({ context: facts }))
  const key = [...Object.values(lifecycle), ...answers].join()
  const events = eventsCache.get(key) ?? legalEvents(lifecycle, facts)
  eventsCache.set(key, events)
  return events
}
