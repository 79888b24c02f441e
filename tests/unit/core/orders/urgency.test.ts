import { type OrderStatus, orderStatuses } from '@handsfree/core/contract'
import { byUrgency, waitsForTraveller } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

/** The 17 statuses in groups: payment or collection is due, bags are with us, then no action needed. */
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
/** One hour before the sample's pickup. */
const now = Date.parse(order().pickupTime) - 3_600_000
const groupOf = (status: OrderStatus) => groups.findIndex((group) => group.includes(status))

it('ranks each of the 17 statuses once', () => {
  expect(groups.flat().toSorted()).toEqual(orderStatuses.toSorted())
})

it.each(orderStatuses)('sorts %s before less urgent orders, and keeps the order of equals', (status) => {
  const all = orderStatuses.map((other) => order({ status: other, orderId: other }))
  const [mine] = byUrgency([order({ status, orderId: 'mine' }), ...all].toReversed(), now).filter(
    ({ status: other }) => other === status,
  )
  expect(mine?.orderId).toBe(status)
  const sorted = byUrgency(all, now).map((other) => groupOf(other.status))
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))
  expect(waitsForTraveller(order({ status }), now)).toBe(groupOf(status) <= 2)
})

it.each(['pending_payment', 'payment_failed', 'pending_surcharge'] as const)(
  'does not wait for the traveller on %s while the payment is being checked',
  (status) => {
    const checked = order({ status, checkingSince: '2026-11-23T02:00:00Z', orderId: 'checked' })
    expect(waitsForTraveller(checked, now)).toBe(false)
    const onTheWay = order({ status: 'in_transit', orderId: 'on the way' })
    expect(byUrgency([checked, onTheWay], now).map(({ orderId }) => orderId)).toEqual([
      'on the way',
      'checked',
    ])
  },
)

it('sorts an order before bags on the way once its pickup is missed', () => {
  const { lifecycle, pickupTime } = order()
  const missed = order({
    status: 'reviewing',
    lifecycle: { ...lifecycle, payment: 'paid' },
    orderId: 'missed',
  })
  const onTheWay = order({ status: 'in_transit', orderId: 'on the way' })
  const at = (minutes: number) => {
    const time = Date.parse(pickupTime) + minutes * 60_000
    return [byUrgency([onTheWay, missed], time)[0]?.orderId, waitsForTraveller(missed, time)]
  }
  expect([at(39), at(40)]).toEqual([
    ['on the way', false],
    ['missed', true],
  ])
})
