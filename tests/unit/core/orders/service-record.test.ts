import type { Money, OrderPayment, OrderRefund } from '@handsfree/core/contract'
import { serviceRecord } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

const open = order().lifecycle
const cny = (amount: number) => ({ amount, currency: 'CNY' as const })
const hkd = (amount: number) => ({ amount, currency: 'HKD' as const })
const paid = (amount: Money, source: OrderPayment['source'] = 'normal'): OrderPayment => ({
  paymentId: `payment-${source}`,
  source,
  amount,
  paidTime: '2026-11-30T18:00:00Z',
})
const back = (amount: Money): OrderRefund => ({
  refundId: 'refund-1',
  amount,
  startTime: '2026-11-30T19:00:00Z',
  refundBy: '2026-12-03T19:00:00Z',
  doneTime: null,
})
const made = (orderId: string, createTime: string, changed: Parameters<typeof order>[0] = {}) =>
  order({
    orderId,
    createTime,
    timeZone: 'Asia/Shanghai',
    amountPaid: cny(98_00),
    payments: [paid(cny(98_00))],
    ...changed,
  })
const closed = { ...open, pickup: 'pickuped', warehouse: 'handed', closing: 'closed' } as const
const destroyed = { ...closed, warehouse: 'none' } as const
const cancelled = { ...open, closing: 'cancelled' } as const
const refused = { ...open, closing: 'closed', review: 'fail' } as const

const orders = [
  made('under-way', '2026-12-02T10:00:00Z'),
  // Handed over to the traveller, but not closed by the back office.
  made('one', '2026-12-01T10:00:00Z', { lifecycle: { ...open, warehouse: 'handed' } }),
  // November in London, but December at the hotel in Shanghai.
  made('two', '2026-11-30T17:00:00Z', {
    lifecycle: closed,
    currency: 'HKD',
    amountPaid: hkd(128_00),
    payments: [paid(hkd(128_00))],
  }),
  made('three', '2026-11-30T15:00:00Z', { lifecycle: cancelled, refunds: [back(cny(98_00))] }),
  made('four', '2026-11-02T10:00:00Z', { lifecycle: refused }),
  made('five', '2026-11-01T10:00:00Z', { lifecycle: closed }),
]
const told = (hasMore: boolean) =>
  serviceRecord(orders, hasMore).map(({ orders: list, ...month }) => ({
    ...month,
    orders: list.map(({ orderId }) => orderId),
  }))

const december = {
  month: '2026-12',
  orders: ['one', 'two'],
  completed: 2,
  cancelled: 0,
  undelivered: 0,
  totals: [cny(98_00), hkd(128_00)],
  isWhole: true,
}
const november = {
  month: '2026-11',
  orders: ['three', 'four', 'five'],
  completed: 1,
  cancelled: 2,
  undelivered: 0,
  totals: [cny(98_00)],
  isWhole: true,
}

it('groups finished orders by month of their pickup, with totals per currency', () => {
  expect(told(false)).toEqual([december, november])
})

it('marks the oldest month as incomplete while older orders are not loaded', () => {
  expect(told(true)).toEqual([december, { ...november, isWhole: false }])
})

it('returns no months without a finished order', () => {
  expect(serviceRecord(orders.slice(0, 1), true)).toEqual([])
})

it('adds surcharges, subtracts refunds and ignores withdrawn surcharges in a month’s total', () => {
  const more = made('more', '2026-11-20T10:00:00Z', {
    lifecycle: closed,
    amountPaid: cny(122_50),
    payments: [paid(cny(98_00)), paid(cny(24_50), 'supplementary')],
  })
  const fewer = made('fewer', '2026-11-19T10:00:00Z', {
    lifecycle: closed,
    amountPaid: cny(49_00),
    refunds: [back(cny(49_00))],
  })
  const withdrawn = made('withdrawn', '2026-11-18T10:00:00Z', {
    lifecycle: closed,
    payments: [paid(cny(98_00)), paid(cny(49_00), 'supplementary')],
    refunds: [back(cny(49_00))],
  })
  // Refunded after the delivery.
  const goodwill = made('goodwill', '2026-11-17T10:00:00Z', {
    lifecycle: closed,
    refunds: [back(cny(98_00))],
  })
  expect(serviceRecord([more, fewer, withdrawn, goodwill], false)).toEqual([
    {
      month: '2026-11',
      orders: [more, fewer, withdrawn, goodwill],
      completed: 4,
      cancelled: 0,
      undelivered: 0,
      totals: [cny(122_50 + 49_00 + 98_00)],
      isWhole: true,
    },
  ])
})

it('counts an order closed without a hand-over as undelivered', () => {
  const [month] = serviceRecord([made('six', '2026-11-01T10:00:00Z', { lifecycle: destroyed })], false)
  expect(month).toMatchObject({ completed: 0, cancelled: 0, undelivered: 1, totals: [cny(98_00)] })
})
