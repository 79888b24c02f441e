import {
  type ClaimCaseEvent,
  type ClaimColumns,
  claimUntil,
  coverOf,
  mayClaim,
  moveClaim,
} from '@handsfree/core/claims'
import { claimStages } from '@handsfree/core/contract'
import { expect, it } from 'vitest'

const hour = 3_600_000
const now = Date.parse('2026-11-23T02:00:00Z')
const at = (stage: ClaimColumns['stage'], changes: Partial<ClaimColumns> = {}): ClaimColumns => ({
  stage,
  complaint: 'none',
  dueTime: null,
  complaintDueTime: null,
  offer: 1,
  amount: 100,
  paid: 0,
  ...changes,
})

const events: Record<string, ClaimCaseEvent> = {
  passed: { type: 'clock.passed', time: now },
  start: { type: 'operator.start' },
  offer: { type: 'operator.offer', amount: 50 },
  accept: { type: 'traveller.accept', offer: 1 },
  acceptOther: { type: 'traveller.accept', offer: 2 },
  decline: { type: 'traveller.decline', offer: 1 },
  declineOther: { type: 'traveller.decline', offer: 2 },
  again: { type: 'traveller.askAgain' },
  payPart: { type: 'operator.pay', paid: 40 },
  payAll: { type: 'operator.pay', paid: 100 },
  gonePart: { type: 'payment.changed', paid: 40 },
  goneAll: { type: 'payment.changed', paid: 100 },
}

/** Target stage of each event by stage, after its deadline. Unlisted events change nothing. */
const moves: Record<ClaimColumns['stage'], Record<string, ClaimColumns['stage']>> = {
  received: { passed: 'receivedLate', start: 'started' },
  receivedLate: { start: 'started' },
  started: { offer: 'offered' },
  offered: { offer: 'offered', accept: 'accepted', decline: 'declined', again: 'askedAgain' },
  askedAgain: { passed: 'askedAgainLate', start: 'started' },
  askedAgainLate: { start: 'started' },
  accepted: {
    ...{ passed: 'acceptedLate', payPart: 'accepted', payAll: 'paid', gonePart: 'accepted' },
    goneAll: 'paid',
  },
  acceptedLate: { payPart: 'acceptedLate', payAll: 'paid', gonePart: 'acceptedLate', goneAll: 'paid' },
  paid: { gonePart: 'accepted' },
  declined: { offer: 'offered' },
  closed: { offer: 'offered' },
}

it('moves a claim between stages only as the table allows', () => {
  const found = Object.fromEntries(
    claimStages.map((stage) => [
      stage,
      Object.fromEntries(
        Object.entries(events).flatMap(([name, event]) => {
          const moved = moveClaim(at(stage, { dueTime: now }), now, event)
          return moved.ok ? [[name, moved.value.stage]] : []
        }),
      ),
    ]),
  )
  expect(found).toEqual(moves)
})

it('sets deadlines of 24 h to start, 72 h to pay and 48 h to answer, and keeps missed ones', () => {
  const due = (from: ClaimColumns, ...steps: ClaimCaseEvent[]) =>
    steps.reduce((columns, event) => {
      const moved = moveClaim(columns, now, event)
      if (!moved.ok) throw new Error(event.type)
      return moved.value
    }, from)
  expect(due(at('offered'), { type: 'traveller.askAgain' }).dueTime).toBe(now + 24 * hour)
  expect(due(at('offered'), { type: 'traveller.accept', offer: 1 }).dueTime).toBe(now + 72 * hour)
  const complained = due(at('started'), { type: 'traveller.complain' })
  expect(complained).toMatchObject({ complaint: 'waiting', complaintDueTime: now + 48 * hour, dueTime: null })
  expect(due(at('received', { dueTime: now - 1 }), { type: 'clock.passed', time: now }).dueTime).toBe(now - 1)
  expect(moveClaim(at('received', { dueTime: now + 1 }), now, { type: 'clock.passed', time: now }).ok).toBe(
    false,
  )
  expect(due(at('received', { dueTime: now }), { type: 'operator.start' }).dueTime).toBe(null)
})

it('marks a claim and its complaint overdue by separate deadlines', () => {
  const passed = (changes: Partial<ClaimColumns>) => {
    const moved = moveClaim(at('received', { complaint: 'waiting', ...changes }), now, {
      type: 'clock.passed',
      time: now,
    })
    return moved.ok && [moved.value.stage, moved.value.complaint]
  }
  expect(passed({ dueTime: now, complaintDueTime: now + hour })).toEqual(['receivedLate', 'waiting'])
  expect(passed({ dueTime: now + hour, complaintDueTime: now })).toEqual(['received', 'late'])
  expect(passed({ dueTime: now, complaintDueTime: now })).toEqual(['receivedLate', 'late'])
  expect(passed({ dueTime: now + hour, complaintDueTime: now + hour })).toBe(false)
})

it('closes a claim when an offer of 0 is accepted', () => {
  const moved = moveClaim(at('offered', { amount: 0 }), now, { type: 'traveller.accept', offer: 1 })
  expect(moved.ok && [moved.value.stage, moved.value.dueTime]).toEqual(['closed', null])
})

it('allows up to ten claims, from the pickup until 7 days after the hand-over', () => {
  const handed = now - 7 * 24 * hour
  const order = { isPickedUp: true, overTime: handed, claims: 0 }
  expect(claimUntil(handed)).toBe(now)
  expect(mayClaim(order, now)).toBe('yes')
  expect(mayClaim(order, now + 1)).toBe('over')
  expect(mayClaim({ ...order, overTime: null }, now)).toBe('yes')
  expect(mayClaim({ ...order, claims: 10 }, now)).toBe('tooMany')
  expect(mayClaim({ ...order, isPickedUp: false }, now)).toBe('notYet')
})

it('limits each insured piece to its cover and to any declared value', () => {
  const line = { unit: 0, amount: 0, nth: null, percentOff: null }
  const lines = [
    { ...line, kind: 'pieces', pieces: 2, cover: null },
    { ...line, kind: 'insurance', pieces: 2, cover: 200_000 },
  ] as const
  expect([0, 150_000, 200_000, 300_000].map((declared) => coverOf(lines, declared))).toEqual([
    400_000, 300_000, 400_000, 400_000,
  ])
})
