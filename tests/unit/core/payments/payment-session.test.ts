import { moveSession, type SessionColumns, type SessionEvent } from '@handsfree/core/payments'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const openedAt = Date.parse('2026-11-23T02:00:00Z')
const reserved: SessionColumns = { visit: 'reserved', asking: 'idle', tries: 0, dueTime: null }

type Step = SessionEvent['type'] | [SessionEvent['type'], after: number]

/** The session after these events. Illegal events are ignored. Its page is open for 30 minutes. */
const walk = (steps: readonly Step[], from: SessionColumns = reserved): SessionColumns =>
  steps.reduce<SessionColumns>((columns, step) => {
    const [type, after] = Array.isArray(step) ? step : [step, 0]
    const facts = { now: openedAt + after, startTime: openedAt, expiresAt: openedAt + 30 * minute }
    const moved = moveSession(columns, facts, { type })
    return moved.ok ? moved.value : columns
  }, from)

const at = (after: number) => openedAt + after
const silences = (count: number): Step[] => Array(count).fill('provider.silent')
const idle = { asking: 'idle', tries: 0, dueTime: null } as const

const ends: [string, Step[], SessionColumns][] = [
  ['opened', ['page.opened'], { visit: 'open', asking: 'checking', tries: 0, dueTime: at(10 * second) }],
  ['never opened', ['page.failed'], { visit: 'expired', ...idle }],
  ['paid', ['page.opened', 'provider.paid'], { visit: 'paid', ...idle }],
  [
    'paid, with older news after it',
    ['page.opened', 'provider.paid', 'provider.expired', 'provider.failed', 'provider.processing'],
    { visit: 'paid', ...idle },
  ],
  [
    'asked when the page expires',
    ['page.opened', ['provider.open', 29 * minute]],
    { visit: 'open', asking: 'checking', tries: 0, dueTime: at(30 * minute) },
  ],
  [
    'open 1 ms before it lapses',
    ['page.opened', ['session.lapse', 30 * minute - 1]],
    { visit: 'open', asking: 'checking', tries: 0, dueTime: at(10 * second) },
  ],
  [
    'lapsed, to be checked once more',
    ['page.opened', ['session.lapse', 30 * minute]],
    { visit: 'expired', asking: 'checking', tries: 0, dueTime: at(30 * minute) },
  ],
  [
    'lapsed, and paid after all',
    ['page.opened', ['session.lapse', 30 * minute], ['provider.paid', 31 * minute]],
    { visit: 'paid', ...idle },
  ],
  [
    'failed, to be checked once more',
    ['page.opened', 'provider.failed'],
    { visit: 'failed', asking: 'checking', tries: 0, dueTime: at(3 * hour + 30 * minute) },
  ],
  [
    'failed, and paid by another card on the same page',
    ['page.opened', 'provider.failed', 'provider.paid'],
    { visit: 'paid', ...idle },
  ],
  [
    'failed for good',
    ['page.opened', 'provider.failed', ['provider.failed', 4 * hour]],
    { visit: 'failed', ...idle },
  ],
  [
    'cancelled, with its page to close',
    ['page.opened', ['session.cancel', minute]],
    { visit: 'cancelled', asking: 'ending', tries: 0, dueTime: at(minute) },
  ],
  [
    'cancelled and closed',
    ['page.opened', 'session.cancel', 'provider.expired'],
    { visit: 'cancelled', ...idle },
  ],
  [
    'cancelled while the provider was silent',
    ['page.opened', 'session.cancel', ...silences(3)],
    { visit: 'cancelled', asking: 'ending', tries: 3, dueTime: at(4 * minute) },
  ],
  ['cancelled and paid', ['page.opened', 'session.cancel', 'provider.paid'], { visit: 'paid', ...idle }],
  [
    'cancelled while the bank processes the card',
    ['page.opened', 'provider.processing', 'session.cancel'],
    { visit: 'processing', asking: 'checking', tries: 0, dueTime: at(10 * second) },
  ],
  [
    'given up',
    ['page.opened', ...silences(25)],
    { visit: 'open', asking: 'givenUp', tries: 24, dueTime: null },
  ],
  [
    'given up and repeated',
    ['page.opened', ...silences(25), 'operator.retry'],
    { visit: 'open', asking: 'checking', tries: 0, dueTime: at(0) },
  ],
  [
    'given up, and closed on an operator’s retry',
    ['page.opened', 'session.cancel', ...silences(25), 'operator.retry'],
    { visit: 'cancelled', asking: 'ending', tries: 0, dueTime: at(0) },
  ],
]

it.each(ends)('moves a payment session to the right state: %s', (_, steps, end) => {
  expect(walk(steps)).toEqual(end)
})

it('accepts a payment in every state after the page was reserved, and keeps it paid', () => {
  const types: SessionEvent['type'][] = [
    'page.opened',
    'page.failed',
    'session.lapse',
    'session.cancel',
    'provider.open',
    'provider.processing',
    'provider.paid',
    'provider.failed',
    'provider.expired',
    'provider.silent',
    'operator.retry',
  ]
  const step = fc.tuple(fc.constantFrom(...types), fc.nat({ max: 60 * minute }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const before = walk(steps)
      if (before.visit === 'reserved') return
      const paid = walk(['provider.paid'], before)
      expect(paid.visit).toBe('paid')
      expect(walk(steps, paid).visit).toBe('paid')
      expect(before.dueTime !== null).toBe(['checking', 'ending'].includes(before.asking))
    }),
  )
})
