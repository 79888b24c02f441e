import { type LifecycleEvent, legalEvents } from '@handsfree/core/orders'
import { factsOf, lifecycleOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

export const legalEventsOf = (order: OrderRow, now: Date): readonly LifecycleEvent['type'][] =>
  legalEvents(lifecycleOf(order), factsOf(order, now))
