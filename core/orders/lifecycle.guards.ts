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
/** Cancelled on a report after the pickup: the bags still have to come back or be collected. */
const isRecalled: Guard = ({ context }) => context.isRecalled ?? false
const isAtSite: Guard = ({ context }) => context.isAtSite
const areConfirmed: Guard = ({ context }) => context.confirmedPieces >= context.pieces

const isStanding = not(stateIn({ return: 'inProgress' }))
const isHeld = not(stateIn({ warehouse: 'handed' }))
const isArrived = and([mayMove, stateIn({ transport: 'completed' })])
const isThere = and([isArrived, isHeld])
/** A recalled delivery can turn around before the bags reach their destination. */
const canSendElsewhere = and([mayMove, isHeld, or([stateIn({ transport: 'completed' }), isRecalled])])
const isTransported = and([isArrived, isStanding])
const isStored = stateIn({ warehouse: 'completed' })
const canHand = and([isTransported, or([isStored, stateIn({ warehouse: 'none' })])])
const canHotelHand = and([isTransported, isStored])
const canCancelOnReport = and([isOpen, isReported, isHeld, not(isRecalled)])

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
  canChangeDestination: and([mayMove, isPaidOrOwing, not(isRecalled)]),
  mayMoveNotHanded: and([mayMove, isHeld]),
  areAllConfirmed: and([mayMove, areConfirmed]),
  isMoving: and([mayMove, isStanding, stateIn({ transport: 'inProgress' })]),
  canSetOut: and([mayMove, isPickedUp, isStanding]),
  canHand,
  canStore: and([canHand, isAtSite]),
  canHotelHand,
  canHandRecalled: and([canHand, isRecalled]),
  canHotelHandRecalled: and([canHotelHand, isRecalled]),
  isThere,
  isReturnFeeDue: and([isOpen, isHeld, hasReturnFeeDue]),
  canSendElsewhere,
  isReturning: and([mayMove, isHeld, stateIn({ return: 'inProgress' })]),
  mayStartReturn: and([canSendElsewhere, stateIn({ return: 'wait' }), isReturnPlaced, not(hasReturnFeeDue)]),
  isPickupMissed: and([mayMoveBeforePickup, isPaidOrOwing, isLate]),
  isDeliveryLate: and([
    mayMove,
    isPaidOrOwing,
    not(isRecalled),
    not(stateIn({ transport: 'completed' })),
    isBeyondPromise,
  ]),
  isHanded: and([mayMove, stateIn({ warehouse: 'handed' })]),
  canReport: and([isOpen, stateIn({ review: 'pass' })]),
  canLock: and([isOpen, isReported]),
  canChange: and([mayMoveBeforePickup, isPaidOrOwing]),
  canChangeWithSurcharge: and([mayMoveBeforePickup, isPaidOrOwing, isOwing]),
  canCancel: and([mayMoveBeforePickup, or([isUnpaid, isFreeToCancel])]),
  canCancelWithRefund: and([mayMoveBeforePickup, isPaidOrOwing, isFreeToCancel, hasTaken]),
  canCloseOnReport: and([isOpen, isReported, or([isPaid, isRecalled]), isPickedUp]),
  canCancelOnReport,
  canCancelBeforePickup: and([canCancelOnReport, not(isPickedUp)]),
  canRecall: and([canCancelOnReport, isPickedUp]),
  canCancelOnReportWithRefund: and([canCancelOnReport, isPaidOrOwing, hasTaken]),
}
