import { type OrderStatus, orderStatuses } from '@handsfree/core/api'
import { byUrgency, waitsForTraveller } from '@handsfree/core/order'
import { expect, it } from 'vitest'
import { order } from '../models/samples.ts'

/** The 17 statuses in groups: who pays or collects first, bags in our hands, then what needs nothing. */
const groups: OrderStatus[][] = [
  ['pending_surcharge'],
  ['pending_payment', 'payment_failed'],
  ['delivered'],
  ['in_transit', 'pending_storage', 'arrived'],
  ['pending_pickup'],
  ['created', 'reviewing', 'review_pass'],
  ['review_failed', 'refunding'],
  ['completed', 'handed', 'refund_completed', 'cancelled'],
]
const groupOf = (status: OrderStatus) => groups.findIndex((group) => group.includes(status))

it('ranks each of the 17 statuses once', () => {
  expect(groups.flat().toSorted()).toEqual(orderStatuses.toSorted())
})

it.each(orderStatuses)('puts %s before what is less urgent and keeps equals as they were', (status) => {
  const all = orderStatuses.map((other) => order({ status: other, orderId: other }))
  const [mine] = byUrgency([order({ status, orderId: 'mine' }), ...all].toReversed()).filter(
    ({ status: other }) => other === status,
  )
  expect(mine?.orderId).toBe(status)
  const sorted = byUrgency(all).map((other) => groupOf(other.status))
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))
  expect(waitsForTraveller(order({ status }))).toBe(groupOf(status) <= 2)
})

it.each(['pending_payment', 'payment_failed', 'pending_surcharge'] as const)(
  'asks nothing of the traveller for %s while the payment is being checked',
  (status) => {
    const checked = order({ status, checkingSince: '2026-11-23T02:00:00Z', orderId: 'checked' })
    expect(waitsForTraveller(checked)).toBe(false)
    const onTheWay = order({ status: 'in_transit', orderId: 'on the way' })
    expect(byUrgency([checked, onTheWay]).map(({ orderId }) => orderId)).toEqual(['on the way', 'checked'])
  },
)
