import type { OperatorOrder, OrderPlace } from '@handsfree/core/contract'
import { isAsk, nextStopOf, sortOpenOrders, toCourierDay } from '@handsfree/core/crew'
import { describe, expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

const me = 'courier-1'
const { lifecycle: initial, pickup: hotel, delivery: airport } = operatorOrder()
const columns = (changed: Partial<OperatorOrder['lifecycle']>) => ({ ...initial, ...changed })

const accepted = columns({ assignment: 'accepted', pickup: 'waitPickup' })
const pickedUp = columns({ assignment: 'accepted', pickup: 'pickuped' })
const home: OrderPlace = { ...airport, siteId: null, name: '3 Lotus Road' }

let orders = 0
const order = (lifecycle: OperatorOrder['lifecycle'], changed: Partial<OperatorOrder> = {}) =>
  operatorOrder({ orderId: `order-${++orders}`, lifecycle, ...changed })
const on = (orders: readonly OperatorOrder[]) => toCourierDay(orders, me)

describe('asks', () => {
  it('lists orders that wait for this courier’s answer, and not as stops', () => {
    const asked = order(columns({ assignment: 'waitDecision' }))
    expect(on([asked])).toMatchObject({ asks: [asked], stops: [], pieces: 0 })
  })

  it('lists an order that a colleague asks this courier to take over, and not as a stop', () => {
    const transferred = order(
      { ...pickedUp, transfer: 'waitDecision' },
      { courierId: 'courier-2', transferToId: me },
    )
    expect(on([transferred])).toMatchObject({ asks: [transferred], stops: [] })
  })

  it('keeps an order as a stop while another courier is asked to take it over', () => {
    const offered = order({ ...accepted, transfer: 'waitDecision' }, { transferToId: 'courier-2' })
    expect(isAsk(offered, me)).toBe(false)
    expect(on([offered]).stops.map(({ orders }) => orders)).toEqual([[offered]])
  })

  it('ignores an order that another courier is asked to take', () => {
    const asked = order(columns({ assignment: 'waitDecision' }), { courierId: 'courier-2' })
    expect(on([asked])).toMatchObject({ asks: [], stops: [] })
  })
})

describe('stops', () => {
  it('goes to the pickup place first, and to the destination once the bags are picked up', () => {
    expect(nextStopOf(order(accepted))).toMatchObject({ kind: 'pickup', place: hotel })
    expect(nextStopOf(order(pickedUp))).toMatchObject({ kind: 'delivery', place: airport })
  })

  it('groups orders by kind and site, with their bags and their whole time window', () => {
    const early = order(accepted, { pieces: 2, pickupTime: '2026-11-24T09:30:00+08:00' })
    const late = order(accepted, { pieces: 3, pickupTime: '2026-11-24T03:00:00Z' })
    const [stop, ...others] = on([late, early]).stops
    expect(others).toEqual([])
    expect(stop).toMatchObject({
      kind: 'pickup',
      place: hotel,
      timeZone: 'Asia/Shanghai',
      from: '2026-11-24T09:30:00+08:00',
      until: '2026-11-24T03:00:00Z',
      orders: [late, early],
      pieces: 5,
    })
  })

  it('separates a pickup and a delivery at the same site', () => {
    const toHotel = order(pickedUp, { delivery: hotel })
    expect(on([order(accepted), toHotel]).stops.map(({ kind }) => kind)).toEqual(['pickup', 'delivery'])
  })

  it('separates orders to addresses, which have no site', () => {
    expect(on([order(pickedUp, { delivery: home }), order(pickedUp, { delivery: home })]).stops).toHaveLength(
      2,
    )
  })

  it('puts the earliest stop on top, across time zones', () => {
    const first = order(pickedUp, { arrivalFrom: '2026-11-24T01:00:00Z' })
    const second = order(accepted, { pickupTime: '2026-11-24T10:00:00+08:00' })
    const third = order(accepted, {
      pickup: { ...hotel, siteId: 'site-3' },
      pickupTime: '2026-11-24T03:00:00Z',
    })
    expect(on([third, second, first]).stops.map(({ orders }) => orders[0])).toEqual([first, second, third])
  })

  it('counts stops by kind, and the bags of all stops', () => {
    const day = on([
      order(accepted, { pieces: 2 }),
      order(accepted, { pieces: 1, pickup: { ...hotel, siteId: 'site-3' } }),
      order(pickedUp, { pieces: 4 }),
    ])
    expect(day).toMatchObject({ pickups: 2, deliveries: 1, pieces: 7 })
  })

  it('uses the promised delivery time without an expected window', () => {
    expect(nextStopOf(order(pickedUp))).toMatchObject({
      from: operatorOrder().deliveryTime,
      until: operatorOrder().estimatedDelivery,
    })
  })

  it('keeps a stop while the site still has to confirm the bags', () => {
    expect(nextStopOf(order({ ...pickedUp, warehouse: 'waitConfirm' }))?.kind).toBe('delivery')
  })

  it.each([
    ['stored by the site', { ...pickedUp, warehouse: 'completed' }],
    ['handed over', { ...pickedUp, warehouse: 'handed' }],
    ['closed', { ...pickedUp, closing: 'closed' }],
    ['cancelled before pickup', { ...accepted, closing: 'cancelled' }],
  ] as const)('drops the stop of an order that is %s', (_, lifecycle) => {
    expect(on([order(lifecycle)]).stops).toEqual([])
  })

  it('ignores another courier’s orders', () => {
    expect(on([order(accepted, { courierId: 'courier-2' })]).stops).toEqual([])
  })
})

describe('returns', () => {
  const returning = columns({ ...pickedUp, warehouse: 'completed', return: 'inProgress' })
  const returnTo = (place: OrderPlace | null) =>
    order(returning, {
      returning: { state: 'inProgress', reason: 'refused', choice: 'back', place, canKeep: false },
    })

  it('goes to the chosen place, also from storage', () => {
    expect(nextStopOf(returnTo(home))).toMatchObject({ kind: 'delivery', place: home })
  })

  it('stays at the destination while the bags wait there for a choice', () => {
    expect(nextStopOf(order({ ...pickedUp, return: 'wait' }))?.place).toEqual(airport)
    expect(nextStopOf(order({ ...pickedUp, warehouse: 'completed', return: 'wait' }))).toBeNull()
  })

  it('falls back to the destination without a chosen place', () => {
    expect(nextStopOf(returnTo(null))?.place).toEqual(airport)
  })
})

it('sorts a desk’s orders by the time of their next place', () => {
  const stored = order(
    { ...pickedUp, warehouse: 'completed' },
    { estimatedDelivery: '2026-11-24T16:00:00+08:00' },
  )
  const carried = order(pickedUp, { arrivalFrom: '2026-11-24T11:00:00+08:00' })
  const waiting = order(accepted, { pickupTime: '2026-11-24T02:00:00Z' })
  expect(sortOpenOrders([stored, carried, waiting])).toEqual([waiting, carried, stored])
})
