import { initialLifecycle } from '@handsfree/core'
import { emptyDraft } from '@handsfree/core/booking'
import {
  type ChangeColumns,
  type ChangeEvent,
  changeableKind,
  changedFactsOf,
  draftAfterPickup,
  moveChange,
} from '@handsfree/core/orders'
import { expect, test } from 'vitest'
import { qrSite } from '../../models/samples.ts'

const minute = 60_000
const askedAt = Date.parse('2026-11-21T02:00:00Z')
type Step = [event: ChangeEvent['type'], minutes?: number]

/** The change after these events, each with its minutes since the request. Returns refused events too. */
function walk(difference: number, steps: readonly Step[]) {
  let columns: ChangeColumns = { stage: 'asked', dueTime: null }
  const refused: string[] = []
  for (const [type, minutes = 0] of steps) {
    const now = askedAt + minutes * minute
    const moved = moveChange(columns, { now, startTime: askedAt, difference }, { type })
    if (moved.ok) columns = moved.value
    else refused.push(type)
  }
  const due = columns.dueTime === null ? null : (columns.dueTime - askedAt) / minute
  return [columns.stage, due, refused]
}

test.each<[string, number, Step[], unknown[]]>([
  ['applies a change without extra cost immediately', 0, [['traveller.confirm']], ['applied', null, []]],
  ['applies a cheaper change immediately', -100, [['traveller.confirm']], ['applied', null, []]],
  ['waits 15 minutes for the payment of a change', 100, [['traveller.confirm']], ['waitPayment', 15, []]],
  [
    'applies a change that is paid in time',
    100,
    [['traveller.confirm'], ['payment.succeeded', 14]],
    ['applied', null, []],
  ],
  [
    'expires a change that is paid too late',
    100,
    [['traveller.confirm'], ['payment.succeeded', 15]],
    ['expired', null, []],
  ],
  [
    'does not expire a change early',
    100,
    [['traveller.confirm'], ['clock.due', 14]],
    ['waitPayment', 15, ['clock.due']],
  ],
  [
    'expires an unpaid change at its deadline',
    100,
    [['traveller.confirm'], ['clock.due', 15]],
    ['expired', null, []],
  ],
  [
    'ends a change once the order moves on, and ignores a later payment',
    100,
    [['traveller.confirm'], ['order.wentOn'], ['payment.succeeded', 1]],
    ['superseded', null, ['payment.succeeded']],
  ],
  ['waits 30 minutes for an operator’s answer', 0, [['traveller.wish']], ['waitDecision', 30, []]],
  [
    'marks a change overdue after 30 minutes, and still applies it when allowed',
    0,
    [['traveller.wish'], ['clock.due', 30], ['operator.allow', 31]],
    ['applied', null, []],
  ],
  [
    'marks a change overdue only once',
    0,
    [['traveller.wish'], ['clock.due', 30], ['clock.due', 31]],
    ['overdue', null, ['clock.due']],
  ],
  [
    'ends a change that an operator rejects',
    0,
    [['traveller.wish'], ['operator.reject', 1]],
    ['rejected', null, []],
  ],
  [
    'ends a change that the traveller withdraws',
    0,
    [['traveller.wish'], ['traveller.withdraw'], ['operator.allow']],
    ['withdrawn', null, ['operator.allow']],
  ],
  [
    'ignores an operator’s answer while waiting for the payment',
    100,
    [['traveller.confirm'], ['operator.allow']],
    ['waitPayment', 15, ['operator.allow']],
  ],
])('%s', (_, difference, steps, end) => {
  expect(walk(difference, steps)).toEqual(end)
})

test('allows changes while cancelling is free, then only of the destination until arrival', () => {
  const pickupTime = askedAt
  const facts = { now: pickupTime - 4 * 60 * minute, pickupTime, isCourierThere: false }
  const paid = { ...initialLifecycle, payment: 'paid', review: 'pass' } as const
  const moving = { ...paid, pickup: 'pickuped', transport: 'inProgress' } as const
  expect(
    [
      changeableKind(paid, facts),
      changeableKind(paid, { ...facts, now: facts.now + 1 }),
      changeableKind(paid, { ...facts, now: pickupTime + 60 * minute }),
      changeableKind(paid, { ...facts, now: facts.now + 1, isCourierThere: true }),
      changeableKind({ ...paid, lock: 'locked' }, facts),
      changeableKind({ ...paid, closing: 'cancelled' }, facts),
      changeableKind({ ...paid, payment: 'supplementary' }, facts),
      changeableKind(initialLifecycle, facts),
      changeableKind(moving, { ...facts, now: pickupTime }),
      changeableKind({ ...moving, transport: 'completed' }, facts),
    ].map((result) => (result.ok ? result.value : result.error)),
  ).toEqual([
    'order',
    'tooLate',
    'order',
    'courierThere',
    'locked',
    'over',
    'surchargeDue',
    'unpaid',
    'destination',
    'arrived',
  ])
})

test('moves a delivery time in the past to the next slot, and includes it in the change', () => {
  const me = { who: 'me', name: 'Ada', dialCode: '86', phoneNumber: '13812342046' } as const
  const first = {
    ...emptyDraft(me),
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' } as const,
    pickupTime: '2026-11-24T10:00:00+08:00',
    deliveryTime: '2026-11-24T15:00:00+08:00',
  }
  const at = (time: string) => draftAfterPickup(first, qrSite, Date.parse(`2026-11-24T${time}:00+08:00`))
  expect(at('14:59')).toBe(first)
  expect(at('15:00').deliveryTime).toBe('2026-11-24T15:30:00+08:00')
  expect(changedFactsOf(first, at('15:00'), 'destination')).toEqual({
    deliveryTime: '2026-11-24T15:30:00+08:00',
  })
})
