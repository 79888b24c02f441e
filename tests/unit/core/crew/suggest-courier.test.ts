import type { BoardCourier, BoardOrder } from '@handsfree/core/contract'
import { canTakeOrders, piecesAt, suggestCourier } from '@handsfree/core/crew'
import { policy } from '@handsfree/core/policy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardCourier, boardOrder } from '../../models/samples.ts'

const at = (clock: string) => `2026-11-24T${clock}:00+08:00`
const order = (orderId: string, pickup: string, delivery: string, changed: Partial<BoardOrder> = {}) => {
  const sample = boardOrder()
  return boardOrder({
    orderId,
    pickup: { ...sample.pickup, siteId: `from-${orderId}`, time: at(pickup) },
    delivery: { ...sample.delivery, siteId: `to-${orderId}`, time: at(delivery) },
    ...changed,
  })
}
const suggested = (couriers: BoardCourier[], assigned: BoardOrder[], orders: BoardOrder[]) =>
  suggestCourier({ couriers, assigned }, orders)?.courier.employeeId ?? null

const chen = boardCourier({ employeeId: 'chen' })
const lin = boardCourier({ employeeId: 'lin' })
const asked = order('new', '14:00', '17:00')

test('suggests nobody without an order, and nobody who is off shift', () => {
  expect(suggested([chen], [], [])).toBeNull()
  expect(suggested([{ ...chen, isOnShift: false }], [], [asked])).toBeNull()
})

test('suggests a courier who is free at that time before one with fewer bags', () => {
  const busy = order('busy', '14:20', '18:00', { courierId: 'chen', pieces: 1 })
  const later = order('later', '15:00', '18:00', { courierId: 'lin', pieces: 9 })
  expect(suggested([chen, lin], [busy, later], [asked])).toBe('lin')
  const done = { ...busy, pickup: { ...busy.pickup, isDone: true } }
  expect(suggested([chen, lin], [done, later], [asked])).toBe('chen')
})

test('counts stops at the same place as one', () => {
  const here = order('here', '14:00', '18:00', { courierId: 'chen', pieces: 1 })
  const there = { ...here, pickup: { ...here.pickup, siteId: asked.pickup.siteId } }
  const load = order('load', '11:00', '12:00', { courierId: 'lin', pieces: 5 })
  expect(suggested([chen, lin], [here, load], [asked])).toBe('lin')
  expect(suggested([chen, lin], [there, load], [asked])).toBe('chen')
})

test('prefers room in the car, then who works, then the region’s own, then the fewest bags', () => {
  const full = order('full', '12:00', '16:00', { courierId: 'chen', pieces: policy.carPieces })
  const light = order('light', '10:00', '11:00', { courierId: 'lin', pieces: 1 })
  expect(suggested([chen, lin], [full], [asked])).toBe('lin')
  expect(suggested([{ ...chen, isOnBreak: true }, lin], [light], [asked])).toBe('lin')
  expect(suggested([{ ...chen, regionId: null }, lin], [light], [asked])).toBe('lin')
  expect(suggested([lin, chen], [light], [asked])).toBe('chen')
})

test('names the other orders of the suggested courier, without those to assign', () => {
  const work = order('work', '10:00', '11:00', { courierId: 'chen', pieces: 3 })
  expect(suggestCourier({ couriers: [chen], assigned: [work] }, [asked])).toEqual({
    courier: chen,
    isFree: true,
    hasRoom: true,
    orders: 1,
    pieces: 3,
  })
})

const clocks = fc.constantFrom('09:00', '09:30', '12:00', '12:30', '15:00')
const anyOrder = fc
  .record({
    orderId: fc.uuid(),
    pickup: clocks,
    hours: fc.integer({ min: 0, max: 6 }),
    pieces: fc.integer({ min: 1, max: 20 }),
    courierId: fc.constantFrom('chen', 'lin', 'wu', null),
    regionIds: fc.subarray(['hangzhou', 'shanghai'], { minLength: 1 }),
    place: fc.constantFrom('hotel', 'station', null),
  })
  .map(({ orderId, pickup, hours, place, ...facts }) => {
    const sample = order(orderId, pickup, '22:00', facts)
    const time = new Date(Date.parse(sample.pickup.time) + hours * 3_600_000).toISOString()
    return {
      ...sample,
      pickup: { ...sample.pickup, siteId: place },
      delivery: { ...sample.delivery, time },
    }
  })
const couriers = fc.tuple(
  ...['chen', 'lin', 'wu'].map((employeeId) =>
    fc
      .record({
        regionId: fc.constantFrom('hangzhou', 'shanghai', null),
        plate: fc.constantFrom('浙A·6K27Q', ''),
        isDisabled: fc.boolean(),
        isOnShift: fc.boolean(),
        isOnBreak: fc.boolean(),
      })
      .map((facts) => boardCourier({ employeeId, ...facts })),
  ),
)

/** Written without the rule's own functions. */
const hasOverlap = (work: BoardOrder, added: BoardOrder) =>
  [work.pickup, work.delivery].some((one) =>
    [added.pickup, added.delivery].some(
      (other) =>
        !(one.siteId && one.siteId === other.siteId) &&
        Math.abs(Date.parse(one.time) - Date.parse(other.time)) < 30 * 60_000,
    ),
  )

test('never suggests someone off shift, blocked, without a car, of another region, or with the order', () => {
  fc.assert(
    fc.property(
      couriers,
      fc.array(anyOrder),
      fc.array(anyOrder, { minLength: 1, maxLength: 3 }),
      (all, work, orders) => {
        const fit = suggestCourier({ couriers: all, assigned: work }, orders)
        const possible = all.filter((courier) => courier.isOnShift && canTakeOrders(courier, orders))
        expect(fit === null).toBe(possible.length === 0)
        if (!fit) return
        const { courier } = fit
        expect(courier).toMatchObject({ isOnShift: true, isDisabled: false })
        expect(courier.plate).not.toBe('')
        for (const { regionIds, courierId } of orders) {
          expect(courier.regionId === null || regionIds.includes(courier.regionId)).toBe(true)
          expect(courierId).not.toBe(courier.employeeId)
        }
      },
    ),
  )
})

test('never suggests overlapping work if someone is free', () => {
  fc.assert(
    fc.property(
      couriers,
      fc.array(anyOrder),
      fc.array(anyOrder, { minLength: 1, maxLength: 3 }),
      (all, work, orders) => {
        const fit = suggestCourier({ couriers: all, assigned: work }, orders)
        const isFree = ({ employeeId }: BoardCourier) =>
          !work.some((one) => one.courierId === employeeId && orders.some((added) => hasOverlap(one, added)))
        const someoneIsFree = all.some(
          (courier) => courier.isOnShift && canTakeOrders(courier, orders) && isFree(courier),
        )
        if (someoneIsFree) expect(fit && [fit.isFree, isFree(fit.courier)]).toEqual([true, true])
      },
    ),
  )
})

test('counts the bags in the car from the pickup until the delivery', () => {
  const carried = order('carried', '12:00', '16:00', { pieces: 4 })
  const later = order('later', '14:00', '18:00', { pieces: 3 })
  const counts = ['11:59', '12:00', '14:00', '16:00', '18:00'].map((clock) =>
    piecesAt([carried, later], Date.parse(at(clock))),
  )
  expect(counts).toEqual([0, 4, 7, 3, 0])
})
