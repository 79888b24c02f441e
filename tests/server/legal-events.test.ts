import { LifecycleColumns } from '@handsfree/core/api'
import { legalEvents } from '@handsfree/core/order'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legalEventsOf } from '../../server/orders/legal-events.ts'
import type { OrderRow } from '../../server/orders/orders.table.ts'

const minute = 60_000
const pickupTime = Date.parse('2026-11-22T06:00:00Z')

const columns = Object.fromEntries(
  Object.entries(LifecycleColumns.entries).map(([name, entry]) => [
    name,
    fc.constantFrom(...('wrapped' in entry ? entry.wrapped.options : entry.options)),
  ]),
)
const few = fc.nat({ max: 2 })
const order = fc.record({ ...columns, total: few, amountPaid: few, pieces: few, confirmedPieces: few })
/** On both sides of the ends of free cancellation (4 h before) and of the pickup (1 h after). */
const moment = fc.constantFrom(
  ...[-241, -240, -239, 0, 59, 60, 61].map((after) => pickupTime + after * minute),
)

test('names the events of the lifecycle, also for an order like an earlier one', () => {
  fc.assert(
    fc.property(order, moment, (given, now) => {
      const row = { ...given, pickupTime: new Date(pickupTime) } as unknown as OrderRow
      const lifecycle = Object.fromEntries(
        Object.keys(columns).map((name) => [name, row[name as keyof OrderRow]]),
      ) as LifecycleColumns
      const { total, amountPaid, pieces, confirmedPieces } = row
      const facts = { now, pickupTime, total, amountPaid, pieces, confirmedPieces }
      for (const time of [new Date(now), new Date(now)]) {
        expect(legalEventsOf(row, time)).toEqual(legalEvents(lifecycle, facts))
      }
    }),
    { numRuns: 1_000 },
  )
})
