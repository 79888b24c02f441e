import { expect, test } from 'vitest'
import { ownerInvariants } from '../../../simulator/owner-invariants.ts'
import { Owners } from '../../../simulator/owners.ts'
import type { Hint, World } from '../../../simulator/world.types.ts'

const auth = (uin: string | null) => ({
  getSnapshot: () => ({ context: { account: uin === null ? null : { uin } } }),
})
const showing = (context: object, children: object = {}) => ({ getSnapshot: () => ({ context, children }) })

type Given = { items?: [string, string][]; tab?: object; hints?: Hint[] }

/** A world in which A owns the order `mine`, B owns `theirs`, and the device is A's. */
const worldOf = ({ items = [], tab, hints = [] }: Given) => {
  const signedIn: [string, string] = ['auth', JSON.stringify({ account: { uin: 'A' } })]
  const rows = [
    { order_id: 'mine', uin: 'A' },
    { order_id: 'theirs', uin: 'B' },
  ]
  return {
    servers: { owners: new Owners(), store: { query: async () => rows } },
    broker: { hints },
    travellers: [
      {
        name: 'traveller 1',
        device: {
          items: new Map([signedIn, ...items]),
          tabs: new Set(tab ? [{ name: 'tab 1', isOpen: true, app: { auth: auth('A') }, ...tab }] : []),
        },
      },
    ],
  } as unknown as World
}

const sees = (given: Given) => ownerInvariants.nobodySeesAnother!.check(worldOf(given))
const hears = (...hints: Hint[]) => ownerInvariants.nobodyHearsOfAnother!.check(worldOf({ hints }))

test('finds another account’s order on a page, in its children and in the device’s storage', async () => {
  const order = { order: { orderId: 'theirs' } }
  const wrong = 'order theirs at detail, signed in as A: it belongs to B'
  for (const actor of [showing(order), showing({}, { child: showing(order) })])
    expect(await sees({ tab: { screen: { name: 'detail', actor } } })).toEqual([
      `traveller 1/tab 1 shows ${wrong}`,
    ])
  expect(await sees({ items: [['keptOrders', JSON.stringify({ orders: [order] })]] })).toEqual([
    'traveller 1 stores order theirs, signed in as A: it belongs to B',
  ])
})

test('accepts the traveller’s own orders, another order’s address, and the trip of a link', async () => {
  const own = showing({ orderId: 'theirs', list: [{ orderId: 'mine' }] })
  expect(await sees({ tab: { screen: { name: 'list', actor: own } } })).toEqual([])
  const trip = { name: 'trip', link: 'secret', actor: showing({ trip: { orderId: 'theirs' } }) }
  expect(await sees({ tab: { screen: trip } })).toEqual([])
})

test('finds hints to another account than their order’s, or heard by another account’s page', async () => {
  expect(await hears({ to: 'A', orderId: 'theirs' })).toHaveLength(1)
  expect(await hears({ to: 'A', orderId: null, receivedBy: 'B' })).toHaveLength(1)
  expect(await hears({ to: 'A', orderId: 'mine' }, { to: 'A', orderId: 'mine', receivedBy: null })).toEqual(
    [],
  )
})
