import { type GuardPredicate, stateIn, and as xstateAnd, not as xstateNot, or as xstateOr } from 'xstate'
import { isDeliveryLate as isLateDelivery } from '../policy/late-delivery.ts'
import { isFreeToCancel as isFree, pickupMissedFrom } from '../policy/promises.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.types.ts'

// Outside of `setup`, XState cannot infer the types of a guard's parts.
// biome-ignore lint/suspicious/noExplicitAny: the guards of `setup` differ in this parameter only.
type Guard = GuardPredicate<LifecycleFacts, LifecycleEvent, undefined, any>
const and = (guards: Guard[]): Guard => xstateAnd<LifecycleFacts, LifecycleEvent, Guard[]>(guards as never)
const or = (guards: Guard[]): Guard => xstateOr<LifecycleFacts, LifecycleEvent, Guard[]>(guards as never)

const not = (guard: Guard): Guard => xstateNot<LifecycleFacts, LifecycleEvent, Guard>(guard as never)

const isPaid = stateIn({ payment: 'paid' })
const isPaidOrOwing = or([isPaid, stateIn({ payment: 'supplementary' })])
const isUnpaid = or([stateIn({ payment: 'unpaid' }), stateIn({ payment: 'failed' })])
const isOpen = stateIn({ closing: 'open' })
const isReported = stateIn({ exception: 'reported' })
const isPickedUp = stateIn({ pickup: 'pickuped' })
/** Open, and no operator has locked it. */
const mayMove = and([isOpen, not(stateIn({ lock: 'locked' }))])
const mayMoveBeforePickup = and([mayMove, not(isPickedUp)])
const isReviewPassed = and([mayMove, stateIn({ review: 'pass' })])
const isUnderReview = and([mayMove, stateIn({ review: 'waitConfirm' })])

const isFreeToCancel: Guard = ({ context: { pickupTime, now, lateFreeUntil, missedFrom } }) =>
  isFree(pickupTime, now, lateFreeUntil, missedFrom)
const isLate: Guard = ({ context: { pickupTime, now, missedFrom = pickupMissedFrom(pickupTime) } }) =>
  now >= missedFrom
const isBeyondPromise: Guard = ({ context: { now, promised = now } }) => isLateDelivery(promised, now)
const isFreeOfCharge: Guard = ({ context }) => context.total === 0
const hasTaken: Guard = ({ context }) => context.amountPaid > 0
const isOwing: Guard = ({ context }) => context.total > context.amountPaid
const isReturnPlaced: Guard = ({ context: { returnChoice } }) =>
  returnChoice === 'back' || returnChoice === 'address'
const hasReturnFeeDue: Guard = ({ context }) => context.isReturnFeeDue ?? false
const isAtSite: Guard = ({ context }) => context.isAtSite
const areConfirmed: Guard = ({ context }) => context.confirmedPieces >= context.pieces

const isStanding = not(stateIn({ return: 'inProgress' }))
const isHeld = not(stateIn({ warehouse: 'handed' }))
const isArrived = and([mayMove, stateIn({ transport: 'completed' })])
const isThere = and([isArrived, isHeld])
const isTransported = and([isArrived, isStanding])
const isStored = stateIn({ warehouse: 'completed' })
const canHand = and([isTransported, or([isStored, stateIn({ warehouse: 'none' })])])
const canCancelOnReport = and([isOpen, isReported, isHeld])

/** The guards of the lifecycle. Money that comes or goes, and what an operator does about a report, pass a lock. */
export const lifecycleGuards = {
  isOpen,
  mayMove,
  isOpenAndFree: and([isOpen, isFreeOfCharge]),
  mayMoveAndPaid: and([mayMove, isPaid]),
  isUnderReview,
  isPaidUnderReview: and([isUnderReview, isPaidOrOwing, hasTaken]),
  isAsked: and([mayMove, stateIn({ assignment: 'waitDecision' })]),
  canAssign: and([isReviewPassed, not(isPickedUp)]),
  canTransfer: and([mayMove, stateIn({ assignment: 'accepted' }), not(stateIn({ transport: 'completed' }))]),
  canChangeDestination: and([mayMove, isPaidOrOwing]),
  mayMoveNotHanded: and([mayMove, isHeld]),
  areAllConfirmed: and([mayMove, areConfirmed]),
  isMoving: and([mayMove, stateIn({ transport: 'inProgress' })]),
  isPickedUp: and([mayMove, isPickedUp]),
  canHand,
  canStore: and([canHand, isAtSite]),
  canHotelHand: and([isTransported, isStored]),
  isThere,
  isReturnFeeDue: and([isOpen, isHeld, hasReturnFeeDue]),
  mayStartReturn: and([isThere, stateIn({ return: 'wait' }), isReturnPlaced, not(hasReturnFeeDue)]),
  isPickupMissed: and([mayMoveBeforePickup, isPaidOrOwing, isLate]),
  isDeliveryLate: and([mayMove, isPaidOrOwing, not(stateIn({ transport: 'completed' })), isBeyondPromise]),
  isHanded: and([mayMove, stateIn({ warehouse: 'handed' })]),
  canReport: and([isOpen, stateIn({ review: 'pass' })]),
  canLock: and([isOpen, isReported]),
  canChange: and([mayMoveBeforePickup, isPaidOrOwing]),
  canChangeWithSurcharge: and([mayMoveBeforePickup, isPaidOrOwing, isOwing]),
  canCancel: and([mayMoveBeforePickup, or([isUnpaid, isFreeToCancel])]),
  canCancelWithRefund: and([mayMoveBeforePickup, isPaidOrOwing, isFreeToCancel, hasTaken]),
  canCloseOnReport: and([isOpen, isReported, isPaid, isPickedUp]),
  canCancelOnReport,
  canCancelOnReportWithRefund: and([canCancelOnReport, isPaidOrOwing, hasTaken]),
}
