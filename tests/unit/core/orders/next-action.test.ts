import type { Order } from '@handsfree/core/contract'
import { byUrgency, nextAction, waitsForTraveller } from '@handsfree/core/orders'
import { describe, expect, it } from 'vitest'
import { order as sample } from '../../models/samples.ts'

/** An order without a due action. */
const order = (changed: Partial<Order> = {}) => sample({ actions: [], ...changed })
const now = Date.parse(order().pickupTime) - 3_600_000
const paid = { ...order().lifecycle, payment: 'paid' } as const
const there = { ...paid, pickup: 'pickuped', transport: 'completed' } as const
const delivered: Partial<Order> = { status: 'delivered', lifecycle: there, claimCode: '7KQ4MX' }
const returning = (changed: Partial<NonNullable<Order['returning']>>): Order['returning'] => ({
  state: 'wait',
  reason: 'refused',
  choice: null,
  place: null,
  canKeep: true,
  ...changed,
})
const unpaid: Partial<Order> = { actions: ['order.pay'], paymentId: 'payment-1' }
const change = {
  changeId: 'change-1',
  kind: 'order',
  stage: 'waitPayment',
  createTime: '2026-11-23T10:00:00+08:00',
  dueTime: '2026-11-23T10:30:00+08:00',
  place: null,
  deliveryTime: null,
  difference: { amount: 49_00, currency: 'CNY' },
  paymentId: 'payment-2',
} as const
const changes = { may: null, open: change, qrId: 'desk-1' }

describe('the next act of a traveller', () => {
  it.each([
    ['to pay for a new order', order(unpaid), 'pay'],
    ['to answer before anything is paid', order({ ...unpaid, openQuestions: ['count'] }), 'answer'],
    [
      'nothing while the provider processes the card',
      order({ ...unpaid, checkingSince: '2026-11-23T02:00:00Z' }),
      null,
    ],
    ['nothing before the pickup', order({ status: 'pending_pickup', lifecycle: paid }), null],
    ['to pay for a change', order({ status: 'pending_pickup', lifecycle: paid, changes }), 'payBill'],
    ['to collect bags that have arrived', order(delivered), 'collect'],
    ['to choose where refused bags go', order({ ...delivered, returning: returning({}) }), 'choosePlace'],
    [
      'to pay for the chosen return',
      order({
        ...delivered,
        returning: returning({
          choice: 'back',
          fee: { amount: 30_00, currency: 'CNY' },
          paymentId: 'payment-3',
        }),
      }),
      'payBill',
    ],
    [
      'nothing while bags are being returned',
      order({ ...delivered, returning: returning({ state: 'inProgress', choice: 'back' }) }),
      null,
    ],
  ])('asks the traveller %s', (_, of, act) => {
    expect(nextAction(of, now)).toBe(act)
  })

  it('reports a missed pickup 40 minutes after its time', () => {
    const expected = order({ status: 'pending_pickup', lifecycle: paid })
    const at = (minutes: number) => nextAction(expected, Date.parse(expected.pickupTime) + minutes * 60_000)
    expect([at(39), at(40)]).toEqual([null, 'missed'])
  })

  it('does not report a missed pickup while a surcharge is due', () => {
    const surcharged = order({
      status: 'pending_surcharge',
      lifecycle: { ...paid, payment: 'supplementary' },
    })
    expect(nextAction(surcharged, Date.parse(surcharged.pickupTime) + 3_600_000)).toBeNull()
  })
})

it('sorts orders that await an answer or a payment first, whatever their status', () => {
  const onTheWay = order({ orderId: 'on the way', status: 'in_transit' })
  const asked = order({ orderId: 'asked', status: 'in_transit', openQuestions: ['seal'] })
  const changing = order({ orderId: 'changing', status: 'pending_pickup', lifecycle: paid, changes })
  expect(byUrgency([onTheWay, changing, asked], now).map(({ orderId }) => orderId)).toEqual([
    'asked',
    'changing',
    'on the way',
  ])
  expect([asked, changing, onTheWay].map((one) => waitsForTraveller(one, now))).toEqual([true, true, false])
})
