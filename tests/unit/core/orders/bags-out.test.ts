import type { LifecycleColumns } from '@handsfree/core/contract'
import { initialLifecycle, type LifecycleEvent, type LifecycleFacts, moveOrder } from '@handsfree/core/orders'
import { beforeAll, expect, test } from 'vitest'

type Changing = Pick<LifecycleFacts, 'returnChoice' | 'isRecalled' | 'isAtSite'>
type Place = { columns: LifecycleColumns; facts: Changing }

/** Events that move bags or end an order. Locks, transfers and other report events don't move bags. */
const events = (
  [
    'order.pickUp',
    'transport.start',
    'transport.complete',
    'warehouse.apply',
    'warehouse.confirm',
    'order.hand',
    'order.hotelHand',
    'order.close',
    'exception.report',
    'exception.cancelOrder',
    'exception.closeOrder',
    'return.begin',
    'return.choose',
    'return.start',
    'return.complete',
  ] as const
).map((type) => ({ type }))

const pickupTime = Date.parse('2026-11-24T10:00:00+08:00')

/** A paid order with a courier. Moves change its facts as on the server. */
const factsOf = (facts: Changing): LifecycleFacts => ({
  ...{ now: pickupTime, pickupTime, total: 9800, amountPaid: 9800, pieces: 2, confirmedPieces: 2 },
  ...facts,
})

function next({ columns, facts }: Place, { type }: LifecycleEvent): Place[] {
  const choices =
    type === 'return.choose'
      ? (['back', 'address', ...(columns.warehouse === 'completed' ? (['keep'] as const) : [])] as const)
      : [facts.returnChoice ?? null]
  return choices.flatMap((returnChoice) => {
    const given = { ...facts, returnChoice }
    const moved = moveOrder(columns, factsOf(given), { type })
    if (!moved.ok) return []
    const isRecalled =
      given.isRecalled || (type === 'exception.cancelOrder' && moved.value.closing === 'open')
    const isAsked = type === 'return.begin' || moved.value.return === 'none'
    return [
      {
        columns: moved.value,
        facts: { ...given, isRecalled, returnChoice: isAsked ? null : given.returnChoice },
      } as Place,
    ]
  })
}

const carried: LifecycleColumns = {
  ...initialLifecycle,
  review: 'pass',
  payment: 'paid',
  assignment: 'accepted',
  pickup: 'waitPickup',
}
const keyOf = ({ columns, facts }: Place) => JSON.stringify([columns, facts])

const places = new Map<string, Place>()
const edges = new Map<string, { type: LifecycleEvent['type']; to: string }[]>()

beforeAll(() => {
  const open: Place[] = [true, false].map((isAtSite) => ({
    columns: carried,
    facts: { isAtSite, isRecalled: false, returnChoice: null },
  }))
  for (const place of open) places.set(keyOf(place), place)
  for (let place = open.pop(); place; place = open.pop()) {
    const from = place
    edges.set(
      keyOf(from),
      events.flatMap((event) =>
        next(from, event).map((reached) => {
          const to = keyOf(reached)
          if (!places.has(to)) {
            places.set(to, reached)
            open.push(reached)
          }
          return { type: event.type, to }
        }),
      ),
    )
  }
}, 60_000)

const areBagsOut = ({ columns }: Place) =>
  columns.pickup === 'pickuped' && columns.warehouse !== 'handed' && columns.closing !== 'closed'

test('keeps an order open while its bags are out', () => {
  const out = [...places.values()].filter(areBagsOut)
  expect(out.length).toBeGreaterThan(50)
  expect(out.filter(({ columns }) => columns.closing !== 'open')).toEqual([])
})

test('gives every order with its bags out an event that moves or hands over the bags', () => {
  const acts = /^(transport|warehouse|package\.confirm|order\.hand|order\.hotelHand|return)/
  const stuck = [...places].filter(
    ([key, place]) => areBagsOut(place) && !edges.get(key)!.some(({ type }) => acts.test(type)),
  )
  expect(stuck.map(([, { columns }]) => columns)).toEqual([])
})

test('reaches a hand-over from every state with the bags out', () => {
  const before = new Map<string, string[]>()
  for (const [from, list] of edges)
    for (const { to } of list) before.set(to, [...(before.get(to) ?? []), from])
  const open = [...places].flatMap(([key, { columns }]) => (columns.warehouse === 'handed' ? [key] : []))
  const leads = new Set(open)
  for (let key = open.pop(); key !== undefined; key = open.pop())
    for (const from of before.get(key) ?? [])
      if (!leads.has(from)) {
        leads.add(from)
        open.push(from)
      }
  const lost = [...places].filter(([key, place]) => areBagsOut(place) && !leads.has(key))
  expect(lost.map(([, { columns }]) => columns)).toEqual([])
})

test('cancels and refunds a recalled order once its bags are handed over', () => {
  const handed = [...places.values()].filter(
    ({ columns, facts }) => facts.isRecalled && columns.warehouse === 'handed',
  )
  expect(handed.length).toBeGreaterThan(0)
  expect(new Set(handed.map(({ columns }) => columns.closing))).toEqual(new Set(['cancelled']))
  expect(new Set(handed.map(({ columns }) => columns.payment))).toEqual(new Set(['refunding']))
})
