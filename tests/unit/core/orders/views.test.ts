import type { LifecycleColumns } from '@handsfree/core/contract'
import {
  customerView,
  initialLifecycle,
  isInView,
  matchesView,
  type OrderView,
  openWork,
  orderStatus,
  viewRules,
} from '@handsfree/core/orders'
import { expect, it } from 'vitest'

const passed = { ...initialLifecycle, payment: 'paid', review: 'pass' } as const
const accepted = { ...passed, assignment: 'accepted', pickup: 'waitPickup' } as const
const carried = { ...accepted, pickup: 'pickuped' } as const
const there = { ...carried, transport: 'completed' } as const

/** Lifecycles and the views that list them, written by hand. 9, 100, 200 and 305 list everything. */
const stands: [string, LifecycleColumns, number[], boolean][] = [
  ['just placed', initialLifecycle, [201], false],
  ['declined', { ...initialLifecycle, payment: 'failed' }, [201], false],
  ['under review', { ...passed, review: 'waitConfirm' }, [101, 111, 201, 304], true],
  ['rejected', { ...passed, review: 'fail', payment: 'refunding', closing: 'closed' }, [110, 203, 307], true],
  [
    'rejected and refunded',
    { ...passed, review: 'fail', payment: 'refunded', closing: 'closed' },
    [110, 203, 307],
    false,
  ],
  ['accepted', passed, [103, 111, 201, 301], true],
  ['offered to a courier', { ...passed, assignment: 'waitDecision' }, [1, 103, 111, 201, 301], true],
  ['waiting for the pickup', accepted, [2, 104, 201, 301, 302], true],
  ['waiting for a surcharge', { ...accepted, payment: 'supplementary' }, [2, 104, 201, 301, 302], true],
  ['being transferred', { ...accepted, transfer: 'waitDecision' }, [2, 8, 104, 201, 301, 302], true],
  ['picked up', carried, [3, 105, 201, 301, 308], true],
  ['moving', { ...carried, transport: 'inProgress' }, [3, 105, 201, 301, 308], true],
  [
    'moving, with a report',
    { ...carried, transport: 'inProgress', exception: 'reported' },
    [0, 3, 102, 105, 201, 301, 306, 308],
    true,
  ],
  ['arrived', there, [4, 106, 201, 300, 303], true],
  ['at the store’s door', { ...there, warehouse: 'waitConfirm' }, [5, 106, 201, 300, 303], true],
  ['stored', { ...there, warehouse: 'completed' }, [6, 107, 201, 303, 309], true],
  ['handed', { ...there, warehouse: 'handed' }, [7, 108, 202, 310], true],
  ['closed', { ...there, warehouse: 'handed', closing: 'closed' }, [7, 108, 202, 310], false],
  [
    'closed with an open report',
    { ...there, warehouse: 'handed', closing: 'closed', exception: 'reported' },
    [7, 108, 202, 310],
    false,
  ],
  ['cancelled unpaid', { ...initialLifecycle, closing: 'cancelled' }, [109, 203], false],
  ['cancelled', { ...accepted, payment: 'refunding', closing: 'cancelled' }, [109, 203], true],
]

const views = Object.keys(viewRules).map((view) => Number(view) as OrderView)
const forAll = [9, 100, 200, 305]

it('defines the views of all four audiences', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)
  expect(views).toEqual([...range(0, 9), ...range(100, 111), ...range(200, 203), ...range(300, 310)])
})

it.each(stands)('lists an order in its views: %s', (_, lifecycle, expected, isWork) => {
  const shownIn = views.filter((view) => isInView(view, lifecycle) && !forAll.includes(view))
  expect([shownIn, matchesView(openWork, lifecycle)]).toEqual([expected, isWork])
  expect(forAll.every((view) => isInView(view as OrderView, lifecycle))).toBe(true)
})

it.each(stands)('ignores lock and return in an order’s status and views: %s', (_, lifecycle) => {
  const asked = new Set<PropertyKey>()
  const columns = new Proxy(lifecycle, {
    get: (target, column) => {
      asked.add(column)
      return target[column as keyof LifecycleColumns]
    },
  })
  orderStatus(columns)
  customerView(columns)
  for (const view of views) isInView(view, columns)
  expect(asked).toContain('closing')
  expect(asked).not.toContain('lock')
  expect(asked).not.toContain('return')
})
