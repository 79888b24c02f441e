import { customerNotificationTypes as types } from '@handsfree/core/contract'
import {
  type NotificationContent,
  pushRuleOf,
  pushTimeOf,
  pushTtlSeconds,
} from '@handsfree/core/notifications'
import { expect, it } from 'vitest'
import { notification } from '../../models/samples.ts'

const ruleOf = (type: keyof typeof types, content: NotificationContent = {}, isPopup = false) =>
  pushRuleOf(notification({ type: types[type], content, isPopup }))

it('rings at once for bags, payments and trouble, and later for what can wait', () => {
  const waits = (type: keyof typeof types, change?: NotificationContent['change']) =>
    ruleOf(type, change ? { change } : {}).canWait
  expect([
    waits('pendingPayment'),
    waits('pickuped'),
    waits('warehouseSucceeded'),
    waits('signed'),
    waits('orderUpdated', 'courierArrivedAtPickup'),
    waits('handedTimeout', 'pickupMissed'),
    waits('handedTimeout', 'deliveryLate'),
    waits('handedTimeout', 'returnAsked'),
  ]).toEqual(Array(8).fill(false))
  expect([
    waits('refunded'),
    waits('claimUpdated'),
    waits('transporting'),
    waits('orderUpdated', 'reviewPassed'),
    waits('refunded', 'lateRefunded'),
  ]).toEqual(Array(5).fill(true))
})

it('replaces news of one kind by newer news, but not questions, refunds and claims', () => {
  const subjects = [
    ruleOf('pickuped'),
    ruleOf('orderUpdated', { change: 'courierArrivedAtDelivery' }),
    ruleOf('orderUpdated', { change: 'sealChanged' }, true),
    ruleOf('pendingPayment'),
    ruleOf('refunded'),
    ruleOf('claimUpdated', { claimId: 'c1' }),
  ].map(({ subject }) => subject)
  expect(subjects).toEqual(['trip', 'trip', 'sealChanged', 'payment', 'refund', 'claim-c1'])
})

it.each([
  ['before the quiet hours', '2026-11-21T21:59:59+08:00', 'Asia/Shanghai', '2026-11-21T21:59:59+08:00'],
  ['in the evening', '2026-11-21T22:00:00+08:00', 'Asia/Shanghai', '2026-11-22T08:00:00+08:00'],
  ['after midnight', '2026-11-22T00:30:00+08:00', 'Asia/Shanghai', '2026-11-22T08:00:00+08:00'],
  ['in the morning', '2026-11-22T08:00:00+08:00', 'Asia/Shanghai', '2026-11-22T08:00:00+08:00'],
  ['at the end of a month', '2026-11-30T23:00:00+08:00', 'Asia/Shanghai', '2026-12-01T08:00:00+08:00'],
  ['when summer time begins', '2026-03-28T23:00:00+01:00', 'Europe/Berlin', '2026-03-29T08:00:00+02:00'],
  ['when summer time ends', '2026-10-24T23:00:00+02:00', 'Europe/Berlin', '2026-10-25T08:00:00+01:00'],
])('sends news that can wait at the right time: %s', (_, now, timeZone, expected) => {
  expect(pushTimeOf({ canWait: true }, Date.parse(now), timeZone)).toBe(Date.parse(expected))
  expect(pushTimeOf({ canWait: false }, Date.parse(now), timeZone)).toBe(Date.parse(now))
  expect(pushTimeOf({ canWait: true }, Date.parse(now), null)).toBe(Date.parse(now))
})

it('lets a push service keep urgent news for the shortest time', () => {
  const [urgent, soon, late] = [ruleOf('signed'), ruleOf('pickuped'), ruleOf('refunded')].map(pushTtlSeconds)
  expect([urgent, soon, late]).toEqual([14_400, 43_200, 259_200])
})
