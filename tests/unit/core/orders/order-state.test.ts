import type { Order } from '@handsfree/core/contract'
import {
  amountDue,
  areCourierPromisesInForce,
  arePromisesInForce,
  checkingPath,
  checkoutPath,
  isOnItsWay,
  isToArrive,
  usableClaimCode,
} from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

const money = (amount: number): Order['total'] => ({ amount, currency: 'CNY' })
const lifecycle = (changed: Partial<Order['lifecycle']>) => ({ ...order().lifecycle, ...changed })

it('returns the amount due and the checkout path only while the order can be paid', () => {
  expect([amountDue(order()), checkoutPath(order())]).toEqual([money(98_00), '/payment/checkout/payment-1'])
  const surcharge = order({ total: money(147_00), amountPaid: money(98_00), actions: ['order.pay'] })
  expect(amountDue(surcharge)).toEqual(money(49_00))
  const settled = order({ amountPaid: money(98_00), actions: [] })
  expect([amountDue(settled), checkoutPath(settled)]).toEqual([null, null])
  expect(checkoutPath(order({ paymentId: null }))).toBe(null)
  const since = '2026-11-23T10:05:00+08:00'
  expect([checkingPath(order()), checkingPath(order({ checkingSince: since }))]).toEqual([
    null,
    '/payment/checkout/payment-1',
  ])
})

const arrived: Partial<Order['lifecycle']> = { pickup: 'pickuped', transport: 'completed' }

it.each<[string, Partial<Order['lifecycle']>, [boolean, boolean, boolean, boolean]]>([
  ['placed', {}, [true, true, true, false]],
  ['picked up', { pickup: 'pickuped' }, [true, true, true, true]],
  ['at its destination', { ...arrived, warehouse: 'waitConfirm' }, [true, true, false, true]],
  ['in storage', { ...arrived, warehouse: 'completed' }, [true, false, false, true]],
  ['handed over', { ...arrived, warehouse: 'handed' }, [false, false, false, false]],
  ['closed', { pickup: 'pickuped', closing: 'closed' }, [false, false, false, false]],
  ['cancelled', { closing: 'cancelled' }, [false, false, false, false]],
])(
  'decides which promises hold and whether bags are expected for an order that is %s',
  (_, changed, expected) => {
    const at = order({ lifecycle: lifecycle(changed) })
    expect([arePromisesInForce(at), areCourierPromisesInForce(at), isToArrive(at), isOnItsWay(at)]).toEqual(
      expected,
    )
  },
)

it('shows the claim code from payment to handover', () => {
  const claimCode = '7KQ4MX'
  const shown = (changed: Partial<Order['lifecycle']>) =>
    usableClaimCode(order({ claimCode, lifecycle: lifecycle(changed) }))
  expect(usableClaimCode(order())).toBe(null)
  expect(shown({ payment: 'paid' })).toBe(claimCode)
  expect(shown({ payment: 'supplementary' })).toBe(claimCode)
  expect(shown({ payment: 'paid', warehouse: 'completed' })).toBe(claimCode)
  expect(shown({ payment: 'paid', warehouse: 'handed' })).toBe(null)
  expect(shown({ payment: 'refunding', closing: 'cancelled' })).toBe(null)
})
