import { customerViews, LifecycleColumns, orderStatuses } from '@handsfree/core/contract'
import {
  canMoveOrder,
  customerView,
  initialLifecycle,
  type LifecycleEvent,
  type LifecycleFacts,
  legalEvents,
  lifecycleMachine,
  moveOrder,
  orderStatus,
} from '@handsfree/core/orders'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { lifecycleEvents, starts } from '../../models/lifecycle.model.ts'

const pickupTime = Date.parse('2026-11-24T10:00:00+08:00')
const hour = 3_600_000

const facts: fc.Arbitrary<LifecycleFacts> = fc.record({
  now: fc.integer({ min: pickupTime - 48 * hour, max: pickupTime + 48 * hour }),
  pickupTime: fc.constant(pickupTime),
  total: fc.nat({ max: 500_00 }),
  amountPaid: fc.nat({ max: 500_00 }),
  pieces: fc.integer({ min: 1, max: 20 }),
  confirmedPieces: fc.nat({ max: 20 }),
  returnChoice: fc.constantFrom(null, 'back', 'address', 'keep'),
  isReturnFeeDue: fc.boolean(),
  isAtSite: fc.boolean(),
  isRecalled: fc.boolean(),
})
const begin = fc.constantFrom(initialLifecycle, ...starts.map(({ columns }) => columns))
const event: fc.Arbitrary<LifecycleEvent> = fc.constantFrom(...lifecycleEvents)

it('matches the contract’s columns to the machine’s states, and its events to the samples', () => {
  const regions = Object.entries(lifecycleMachine.states).map(([name, { states }]) => [
    name,
    Object.keys(states).toSorted(),
  ])
  const columns = Object.entries(LifecycleColumns.entries).map(([name, entry]) => [
    name,
    ('wrapped' in entry ? entry.wrapped : entry).options.toSorted(),
  ])
  expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(regions))
  expect(lifecycleMachine.events.toSorted()).toEqual(lifecycleEvents.map(({ type }) => type).toSorted())
})

it('keeps every reachable order in valid columns and one of the 17 statuses', () => {
  fc.assert(
    fc.property(begin, fc.array(fc.tuple(event, facts), { maxLength: 40 }), (start, steps) => {
      let columns = start
      for (const [next, at] of steps) {
        const legal = legalEvents(columns, at)
        const moved = moveOrder(columns, at, next)
        expect(moved.ok).toBe(legal.includes(next.type))
        expect(moved.ok).toBe(canMoveOrder(columns, at, next))
        if (!moved.ok) {
          expect(moved.error).toEqual({ code: 'illegalEvent', event: next.type })
          continue
        }
        const before = columns
        columns = moved.value
        expect(v.is(LifecycleColumns, columns)).toBe(true)
        expect(orderStatuses).toContain(orderStatus(columns))
        expect(Object.values(customerViews)).toContain(customerView(columns))
        // A closed order stays closed, and refunded money isn't charged again.
        if (before.closing !== 'open') expect(columns.closing).toBe(before.closing)
        if (before.pickup !== 'pickuped' && columns.pickup === 'pickuped')
          expect(columns.assignment).toBe('accepted')
        if (columns.transfer === 'waitDecision') expect(columns.assignment).toBe('accepted')
        if (before.return !== columns.return) {
          // Bags of an order that was cancelled on the way are returned from wherever the courier has them.
          const isFromTheWay =
            next.type === 'exception.cancelOrder' || at.isRecalled || before.return === 'inProgress'
          if (!isFromTheWay) expect(before.transport).toBe('completed')
          expect(before.closing).toBe('open')
          // An operator's cancellation decides the report, which ends the lock in the same move.
          if (next.type === 'exception.cancelOrder') expect(columns.lock).toBe('unlocked')
          else expect(before.lock).toBe('unlocked')
        }
        if (before.return === 'wait' && columns.return === 'inProgress') {
          expect(['back', 'address']).toContain(at.returnChoice)
          expect(at.isReturnFeeDue).toBe(false)
        }
        // A late collection settles where the bags go. Bags on their way aren't handed over.
        if (before.warehouse !== 'handed' && columns.warehouse === 'handed')
          expect(['none', 'completed']).toContain(columns.return)
        // A bank may return a refund that it had confirmed.
        const isReopened = next.type === 'refund.reopen'
        if (before.payment === 'refunded') expect(columns.payment).toBe(isReopened ? 'refunding' : 'refunded')
        else expect(isReopened).toBe(false)
        if (before.payment === 'refunding') expect(['refunding', 'refunded']).toContain(columns.payment)
      }
    }),
    { numRuns: 150 },
  )
})
