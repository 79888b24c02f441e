import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../reading/reading.machine.ts'
import type { orderListMachine } from './order-list.machine.ts'

type OrderListSnapshot = SnapshotFrom<typeof orderListMachine>

/** What reads the orders and keeps them fresh. */
export const selectListReading = (snapshot: OrderListSnapshot): ReadingRef | undefined =>
  snapshot.children.reading
