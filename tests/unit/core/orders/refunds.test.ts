import type { OrderRefund } from '@handsfree/core/contract'
import { refundState, settlement } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

const money = (amount: number) => ({ amount, currency: 'CNY' as const })
const refund = (changed: Partial<OrderRefund> = {}): OrderRefund => ({
  refundId: 'refund-1',
  amount: money(24_50),
  startTime: '2026-11-21T02:00:00Z',
  refundBy: '2026-11-24T02:00:00Z',
  doneTime: null,
  ...changed,
})

it('reports a refund as late after its promised time, unless it is paid back', () => {
  const [on, after] = [Date.parse('2026-11-24T02:00:00Z'), Date.parse('2026-11-24T02:00:01Z')]
  expect([on, after].map((now) => refundState(refund(), now))).toEqual(['onItsWay', 'late'])
  expect(refundState(refund({ doneTime: '2026-11-25T00:00:00Z' }), after)).toBe('back')
})

it('subtracts every refund from every payment', () => {
  const payment = (amount: number) => ({
    paymentId: `payment-${amount}`,
    source: 'normal' as const,
    amount: money(amount),
    paidTime: '2026-11-20T02:00:00Z',
  })
  expect(settlement(order())).toEqual({ paid: money(0), back: money(0), kept: money(0) })
  const settled = order({
    payments: [payment(98_00), payment(24_50)],
    refunds: [refund(), refund({ refundId: 'refund-2', amount: money(49_00) })],
  })
  expect(settlement(settled)).toEqual({ paid: money(122_50), back: money(73_50), kept: money(49_00) })
})
