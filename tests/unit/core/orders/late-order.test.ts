import type { Order } from '@handsfree/core/contract'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { isOrderLate, lateDeliveryText, lateRefundDue } from '@handsfree/core/orders'
import { expect, test } from 'vitest'
import { order } from '../../models/samples.ts'

const minute = 60_000
const deliverBy = '2026-11-24T18:00:00+08:00'
const english = createFormatter('en-US', await loadMessages('en-US'))
const chinese = createFormatter('zh-CN', await loadMessages('zh-CN'))

const { lifecycle, promises } = order()
const yuan = (amount: number) => ({ amount, currency: 'CNY' as const })
const moving = (
  changed: Partial<Order['lifecycle']> = {},
  lateRefund: Order['promises']['lateRefund'] = null,
) =>
  order({
    status: 'in_transit',
    estimatedDelivery: '2026-11-24T20:00:00+08:00',
    total: yuan(98_00),
    amountPaid: yuan(98_00),
    promises: {
      ...promises,
      deliverBy,
      late: [
        { minutes: 30, percent: 10 },
        { minutes: 60, percent: 20 },
      ],
      lateRefund,
    },
    lifecycle: {
      ...lifecycle,
      closing: 'open',
      payment: 'paid',
      pickup: 'pickuped',
      transport: 'inProgress',
      warehouse: 'none',
      ...changed,
    },
  })
const after = (late: number) => Date.parse(deliverBy) + late

test('returns the refund due for late bags from 1 ms after each step', () => {
  const due = (late: number) => lateRefundDue(moving(), after(late))?.amount ?? null
  expect([
    due(30 * minute),
    due(30 * minute + 1),
    due(60 * minute),
    due(60 * minute + 1),
    lateRefundDue(moving({ transport: 'completed' }), after(61 * minute)),
    lateRefundDue(moving({ payment: 'refunded' }), after(61 * minute)),
  ]).toEqual([null, 9_80, 9_80, 19_60, null, null])
})

test('reports bags in transit as late by the promised time, not by the delayed estimate', () => {
  const isLate = (late: number, changed = {}) => isOrderLate(moving(changed), after(late))
  expect([
    isLate(30 * minute),
    isLate(30 * minute + 1),
    isLate(31 * minute, { pickup: 'waitPickup', transport: 'none' }),
    isLate(31 * minute, { transport: 'completed' }),
    isLate(31 * minute, { closing: 'closed' }),
  ]).toEqual([false, true, false, false, false])
})

test('formats the refund paid, the refund due or the rule for late bags', () => {
  const words = (intl: typeof english, late: number, lateRefund: Order['promises']['lateRefund'] = null) =>
    lateDeliveryText(intl, moving({}, lateRefund), after(late))
  expect([
    words(english, 45 * minute),
    words(chinese, 45 * minute),
    words(english, 61 * minute, yuan(19_60)),
    words(chinese, 61 * minute, yuan(19_60)),
  ]).toEqual([
    'We’ll automatically refund ¥9.80 for the delay so far',
    '行李晚到，截至目前将自动退款 ¥9.80',
    'We’re refunding ¥19.60 for the delay',
    '行李晚到，¥19.60 将原路退回',
  ])
  expect(words(english, 0)).toMatch(
    /^If your bags arrive more than 30 minutes later than promised, we tell you and/,
  )
})
