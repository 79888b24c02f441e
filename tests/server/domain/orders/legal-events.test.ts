import { LifecycleColumns } from '@handsfree/core/contract'
import { initialLifecycle, legalEvents } from '@handsfree/core/orders'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legalEventsOf } from '../../../../server/domain/orders/legal-events.ts'
import type { OrderRow } from '../../../../server/domain/orders/orders.table.ts'
import { placeOfBags } from '../../../../server/domain/orders/place-of-bags.ts'

const minute = 60_000
const pickupTime = Date.parse('2026-11-22T06:00:00Z')
/** Counts as late from 60 minutes after the pickup. */
const deliveryTime = pickupTime + 29 * minute

const columns = Object.fromEntries(
  Object.entries(LifecycleColumns.entries).map(([name, entry]) => [
    name,
    fc.constantFrom(...('wrapped' in entry ? entry.wrapped.options : entry.options)),
  ]),
)
const few = fc.nat({ max: 2 })
/** Placed early, or an hour before the pickup and paid ten minutes before it. */
const placed = fc.constantFrom(
  { createTime: new Date(0), paidTime: null, courierArrivedTime: null },
  {
    createTime: new Date(pickupTime - 60 * minute),
    paidTime: new Date(pickupTime - 10 * minute),
    courierArrivedTime: null,
  },
)
const place = fc.record({ siteId: fc.constantFrom(null, 'lakeside-garden-hotel') })
const order = fc.record({
  ...columns,
  total: few,
  amountPaid: few,
  pieces: few,
  confirmedPieces: few,
  returnChoice: fc.constantFrom(null, 'back', 'address', 'keep'),
  priceRule: fc.record({ returnFee: few }),
  lines: fc.constantFrom([], [{ kind: 'return', amount: 1 }]),
  deliveryPlace: place,
  returnPlace: fc.option(place),
  cancelTime: fc.option(fc.constant(new Date(0))),
})
/** Around the ends of free cancellation (4 h before), pickup and delivery (1 h after). */
const moment = fc.constantFrom(
  ...[-241, -240, -239, 0, 59, 60, 61].map((after) => pickupTime + after * minute),
)

test('returns the legal events of the lifecycle, also for an order like an earlier one', () => {
  fc.assert(
    fc.property(order, placed, moment, (given, times, now) => {
      const row = {
        ...given,
        ...times,
        pickupTime: new Date(pickupTime),
        deliveryTime: new Date(deliveryTime),
      } as unknown as OrderRow
      const lifecycle = Object.fromEntries(
        Object.keys(initialLifecycle).map((name) => [name, row[name as keyof OrderRow]]),
      ) as LifecycleColumns
      const { total, amountPaid, pieces, confirmedPieces, returnChoice } = row
      const lateFreeUntil = times.paidTime && pickupTime
      const isGoing = row.return === 'wait' && (returnChoice === 'back' || returnChoice === 'address')
      const isRecalled = row.closing === 'open' && row.cancelTime !== null
      const isReturnFeeDue =
        isGoing && !isRecalled && row.lines.length === 0 && (row.priceRule.returnFee ?? 0) > 0
      const isAtSite = placeOfBags(row).siteId !== null
      const prices = { total, amountPaid, pieces, confirmedPieces, returnChoice, isReturnFeeDue, isAtSite }
      const facts = { now, pickupTime, promisedTime: deliveryTime, isRecalled, lateFreeUntil, ...prices }
      for (const time of [new Date(now), new Date(now)]) {
        expect(legalEventsOf(row, time)).toEqual(legalEvents(lifecycle, facts))
      }
    }),
    { numRuns: 1_000 },
  )
})
