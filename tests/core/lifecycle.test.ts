import { customerViews, OrderRegions, orderStatuses } from '@handsfree/core/api'
import {
  canMoveOrder,
  customerView,
  type LifecycleEvent,
  type LifecycleFacts,
  legalEvents,
  moveOrder,
  newOrderRegions,
  orderStatus,
} from '@handsfree/core/order'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { lifecycleEvents } from '../models/lifecycle.model.ts'

const pickupTime = Date.parse('2026-11-24T10:00:00+08:00')
const hour = 3_600_000

const facts: fc.Arbitrary<LifecycleFacts> = fc.record({
  now: fc.integer({ min: pickupTime - 48 * hour, max: pickupTime + 48 * hour }),
  pickupTime: fc.constant(pickupTime),
  total: fc.nat({ max: 500_00 }),
  amountPaid: fc.nat({ max: 500_00 }),
  pieces: fc.integer({ min: 1, max: 20 }),
  confirmedPieces: fc.nat({ max: 20 }),
})
const event: fc.Arbitrary<LifecycleEvent> = fc.constantFrom(...lifecycleEvents)

it('keeps an order in its columns’ states and one of the 17 statuses, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, facts), { maxLength: 40 }), (steps) => {
      let regions = newOrderRegions
      for (const [next, at] of steps) {
        const legal = legalEvents(regions, at)
        const moved = moveOrder(regions, at, next)
        expect(moved.ok).toBe(legal.includes(next.type))
        expect(moved.ok).toBe(canMoveOrder(regions, at, next))
        if (!moved.ok) {
          expect(moved.error).toEqual({ code: 'illegalEvent', event: next.type })
          continue
        }
        const before = regions
        regions = moved.value
        expect(v.is(OrderRegions, regions)).toBe(true)
        expect(orderStatuses).toContain(orderStatus(regions))
        expect(Object.values(customerViews)).toContain(customerView(regions))
        // What is closed stays closed, and money that went back is not taken again.
        if (before.closing !== 'open') expect(regions.closing).toBe(before.closing)
        if (before.pickup !== 'pickuped' && regions.pickup === 'pickuped')
          expect(regions.assignment).toBe('accepted')
        if (regions.transfer === 'waitDecision') expect(regions.assignment).toBe('accepted')
        if (before.payment === 'refunded') expect(regions.payment).toBe('refunded')
        if (before.payment === 'refunding') expect(['refunding', 'refunded']).toContain(regions.payment)
      }
    }),
    { numRuns: 150 },
  )
})
