import { arrivalWindow, deliverBy, isLastLateStep, lateRefundOf } from '@handsfree/core/policy'
import { expect, test } from 'vitest'

const minute = 60_000
const at = (clock: string) => Date.parse(`2026-11-22T${clock}+08:00`)
const times = {
  pickupTime: at('14:00'),
  deliveryTime: at('18:00'),
  courierArrivedTime: null,
  pickedUpTime: null,
  now: at('15:00'),
}

test('counts lateness from the promised time, moved by bags that were late at the pickup', () => {
  const promised = (courierArrived: string, pickedUp: string) =>
    deliverBy({ ...times, courierArrivedTime: at(courierArrived), pickedUpTime: at(pickedUp) })
  expect(deliverBy(times)).toBe(at('18:00'))
  // Pickup in the slot, a late courier, and bags that arrived 20 minutes after the slot or the courier.
  expect(promised('14:05', '14:30')).toBe(at('18:00'))
  expect(promised('15:40', '15:40')).toBe(at('18:00'))
  expect(promised('14:05', '14:50')).toBe(at('18:20'))
  expect(promised('15:00', '15:20')).toBe(at('18:20'))
  // The courier is still waiting for the bags.
  expect(deliverBy({ ...times, courierArrivedTime: at('14:05') })).toBe(at('18:30'))
})

test('refunds the last step for bags that never arrive', () => {
  const facts = { promisedTime: at('18:00'), arrivedTime: null, amountPaid: 98_05 }
  expect(lateRefundOf({}, facts)).toEqual({ minutes: null, percent: 20, amount: 19_61 })
})

test('refunds nothing up to 30 minutes late, then 10%, and 20% after an hour', () => {
  const back = (late: number, rule = {}, paid = 98_05) =>
    lateRefundOf(rule, { promisedTime: at('18:00'), arrivedTime: at('18:00') + late, amountPaid: paid })
  expect([back(-minute), back(30 * minute), back(60 * minute, {}, 0)]).toEqual([null, null, null])
  expect(back(30 * minute + 1)).toEqual({ minutes: 30, percent: 10, amount: 9_81 })
  expect(back(60 * minute)).toMatchObject({ percent: 10 })
  expect(back(60 * minute + 1)).toEqual({ minutes: 60, percent: 20, amount: 19_61 })
  const own = { lateRefund: { minutes: 10, percent: 5, moreMinutes: 20, morePercent: 100 } }
  expect([back(11 * minute, own)?.amount, back(21 * minute, own)?.amount]).toEqual([4_90, 98_05])
})

test('narrows the arrival window with each report, ending at the promised time unless late', () => {
  const facts = {
    pickupTime: at('14:00'),
    deliveryTime: at('18:00'),
    pickedUpTime: null,
    transportTime: null,
    travelMinutes: 180,
  }
  const clock = ({ from, until }: { from: number; until: number }) =>
    [from, until].map((time) => new Date(time + 8 * 60 * minute).toISOString().slice(11, 16))
  expect(clock(arrivalWindow(facts))).toEqual(['17:00', '18:00'])
  const picked = { ...facts, pickedUpTime: at('14:30') }
  expect(clock(arrivalWindow(picked))).toEqual(['17:30', '18:00'])
  expect(clock(arrivalWindow({ ...picked, transportTime: at('14:40') }))).toEqual(['17:40', '18:00'])
  // Late: three hours after the report.
  expect(clock(arrivalWindow({ ...picked, transportTime: at('15:30') }))).toEqual(['18:10', '18:30'])
  // No estimate is earlier than the route's travel time.
  expect(clock(arrivalWindow({ ...facts, pickupTime: at('14:40') }))).toEqual(['17:40', '18:00'])
  expect(clock(arrivalWindow({ ...facts, pickupTime: at('15:00') }))).toEqual(['18:00', '18:00'])
  expect(clock(arrivalWindow({ ...picked, pickedUpTime: at('15:20') }))).toEqual(['18:20', '18:20'])
})

test('fixes the late refund once the last step has passed', () => {
  const own = { lateRefund: { minutes: 10, percent: 5, moreMinutes: 20, morePercent: 100 } }
  const isLast = (late: number, rule = {}) => isLastLateStep(rule, at('18:00'), at('18:00') + late)
  expect([isLast(60 * minute), isLast(60 * minute + 1)]).toEqual([false, true])
  expect([isLast(20 * minute, own), isLast(20 * minute + 1, own)]).toEqual([false, true])
})
