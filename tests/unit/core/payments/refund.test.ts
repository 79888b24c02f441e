import { moveRefund, type RefundColumns, type RefundEvent, type RefundFacts } from '@handsfree/core/payments'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const minute = 60_000
const hour = 60 * minute
const queuedAt = Date.parse('2026-11-23T02:00:00Z')
const queued: RefundColumns = { state: 'due', tries: 0, attempt: 0, dueTime: queuedAt }

type Step = RefundEvent | [RefundEvent, after: number]

/** The refund after these events. Illegal events are ignored. `after` is the time since it was queued. */
const walk = (steps: readonly Step[], from: RefundColumns = queued): RefundColumns =>
  steps.reduce<RefundColumns>((columns, step) => {
    const [event, after] = Array.isArray(step) ? step : [step, 0]
    const facts: Pick<RefundFacts, 'now' | 'startTime'> = { now: queuedAt + after, startTime: queuedAt }
    const moved = moveRefund(columns, facts, event)
    return moved.ok ? moved.value : columns
  }, from)

const ask: RefundEvent = { type: 'refund.ask' }
const silent: RefundEvent = { type: 'provider.silent' }
const retry: RefundEvent = { type: 'operator.retry' }
const markDone: RefundEvent = { type: 'operator.markDone' }
const accepted = (attempt = 0): RefundEvent => ({ type: 'provider.accepted', attempt })
const refunded = (attempt = 0): RefundEvent => ({ type: 'provider.refunded', attempt })
const failed = (attempt = 0): RefundEvent => ({ type: 'provider.failed', attempt })
const times = (count: number, ...events: RefundEvent[]): RefundEvent[] => Array(count).fill(events).flat()

const at = (after: number) => queuedAt + after
const ends: [string, Step[], RefundColumns][] = [
  ['refunded immediately', [ask, refunded()], { state: 'done', tries: 1, attempt: 0, dueTime: null }],
  ['accepted', [ask, accepted()], { state: 'requested', tries: 1, attempt: 0, dueTime: at(minute) }],
  ['unanswered', [ask, silent], { state: 'due', tries: 1, attempt: 0, dueTime: at(minute) }],
  [
    'unanswered three times',
    times(3, ask, silent),
    { state: 'due', tries: 3, attempt: 0, dueTime: at(4 * minute) },
  ],
  ['unanswered 11 times', times(11, ask, silent), { state: 'due', tries: 11, attempt: 0, dueTime: at(hour) }],
  [
    'unanswered 12 times',
    times(12, ask, silent),
    { state: 'needsOperator', tries: 12, attempt: 0, dueTime: null },
  ],
  ['failed', [ask, accepted(), failed()], { state: 'due', tries: 1, attempt: 1, dueTime: at(minute) }],
  [
    'failed, and refunded the second time',
    [ask, accepted(), failed(), ask, accepted(1), refunded(1)],
    { state: 'done', tries: 2, attempt: 1, dueTime: null },
  ],
  [
    'failed, with older news after it',
    [ask, failed(), accepted(), refunded(), failed()],
    { state: 'due', tries: 1, attempt: 1, dueTime: at(minute) },
  ],
  [
    'done, and reported twice',
    [ask, refunded(), refunded()],
    { state: 'done', tries: 1, attempt: 0, dueTime: null },
  ],
  [
    'done, and returned by the bank',
    [ask, refunded(), failed()],
    { state: 'due', tries: 1, attempt: 1, dueTime: at(minute) },
  ],
  [
    'reported before the answer',
    [ask, refunded(), accepted()],
    { state: 'done', tries: 1, attempt: 0, dueTime: null },
  ],
  [
    'never reported, and checked after 40 minutes',
    [ask, accepted(), [accepted(), 40 * minute]],
    { state: 'requested', tries: 1, attempt: 0, dueTime: at(50 * minute) },
  ],
  [
    'not done within 72 hours',
    [ask, accepted(), [accepted(), 72 * hour]],
    { state: 'needsOperator', tries: 1, attempt: 0, dueTime: null },
  ],
  [
    'given up, then reported as done',
    [...times(12, ask, silent), refunded()],
    { state: 'done', tries: 12, attempt: 0, dueTime: null },
  ],
  [
    'given up and repeated',
    [...times(12, ask, silent), retry],
    { state: 'due', tries: 0, attempt: 0, dueTime: at(0) },
  ],
  [
    'done by an operator, and failed at the provider',
    [ask, accepted(), markDone, failed(), retry, ask],
    { state: 'doneByOperator', tries: 1, attempt: 0, dueTime: null },
  ],
]

it.each(ends)('moves a refund to the right state: %s', (_, steps, end) => {
  expect(walk(steps)).toEqual(end)
})

it('gives up after 12 failed attempts, each a new refund', () => {
  const steps = Array.from({ length: 12 }, (_, attempt) => [ask, accepted(attempt), failed(attempt)]).flat()
  expect(walk(steps)).toEqual({ state: 'needsOperator', tries: 12, attempt: 12, dueTime: null })
})

it('never repeats a refund that is done, whatever events follow', () => {
  const attempt = fc.nat({ max: 3 })
  const event = fc.oneof(
    fc.constantFrom(ask, silent, retry, markDone),
    attempt.map(accepted),
    attempt.map(refunded),
    attempt.map(failed),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat({ max: 80 * hour })), { maxLength: 60 }), (steps) => {
      let columns = queued
      for (const step of steps) {
        const before = columns
        columns = walk([step], before)
        if (before.state === 'done' && columns.state !== 'done') {
          // Only the provider's failure of the current attempt starts another attempt.
          expect(step[0]).toEqual({ type: 'provider.failed', attempt: before.attempt })
          expect(columns.attempt).toBe(before.attempt + 1)
        }
        if (before.state === 'doneByOperator') expect(columns).toEqual(before)
        if (columns.state === 'asking' && columns !== before) expect(step[0].type).toBe('refund.ask')
        const isWorkedOn = ['due', 'asking', 'requested'].includes(columns.state)
        expect(columns.dueTime !== null).toBe(isWorkedOn)
      }
    }),
  )
})
