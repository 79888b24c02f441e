import { type GuardPredicate, stateIn, and as xstateAnd, not as xstateNot, or as xstateOr } from 'xstate'
import type { callOfEvent } from '../contract/operation.ts'
import type { ReturnChoice } from '../contract/order.ts'
import { isDeliveryLate as isLateDelivery } from '../policy/late-delivery.ts'
import { isFreeToCancel as isFree, pickupMissedFrom } from '../policy/promises.ts'

/**
 * Order facts that the guards read. Times in ms since 1970; `total` and `amountPaid` in minor units.
 * `confirmedPieces` counts the bags that the delivery site has confirmed.
 */
export type LifecycleFacts = {
  now: number
  pickupTime: number
  /** End of free cancellation for an order placed late. */
  lateFreeUntil?: number | null
  /** When the pickup counts as missed if a courier came. Defaults to a time derived from `pickupTime`. */
  missedFrom?: number
  promisedTime?: number
  /** Chosen place for uncollected bags; unset until chosen. */
  returnChoice?: ReturnChoice['kind'] | null
  isReturnFeeDue?: boolean
  isRecalled?: boolean
  /** Whether the bags are at a site. Bags can't be stored at an own address. */
  isAtSite: boolean
  total: number
  amountPaid: number
  pieces: number
  confirmedPieces: number
}

/** Derived from the calls, so each event is listed once. */
export type LifecycleEvent = { type: keyof typeof callOfEvent }

type FactGuard = (at: { context: LifecycleFacts }) => boolean

/**
 * Guards that read facts; all other guards read only columns. Orders with equal results here and equal columns allow
 * the same events.
 */
export const factGuards = {
  isFreeToCancel: ({ context: { pickupTime, now, lateFreeUntil, missedFrom } }) =>
    isFree(pickupTime, now, lateFreeUntil, missedFrom),
  isLate: ({ context: { pickupTime, now, missedFrom = pickupMissedFrom(pickupTime) } }) => now >= missedFrom,
  isBeyondPromise: ({ context: { now, promisedTime = now } }) => isLateDelivery(promisedTime, now),
  isFreeOfCharge: ({ context }) => context.total === 0,
  hasAmountPaid: ({ context }) => context.amountPaid > 0,
  isOwing: ({ context }) => context.total > context.amountPaid,
  isReturnPlaced: ({ context }) => context.returnChoice === 'back' || context.returnChoice === 'address',
  hasReturnFeeDue: ({ context }) => context.isReturnFeeDue ?? false,
  /** Cancelled on a report after pickup: the bags still have to come back or be collected. */
  isRecalled: ({ context }) => context.isRecalled ?? false,
  isAtSite: ({ context }) => context.isAtSite,
  areConfirmed: ({ context }) => context.confirmedPieces >= context.pieces,
} satisfies Record<string, FactGuard>

const {
  isFreeToCancel,
  isLate,
  isBeyondPromise,
  isFreeOfCharge,
  hasAmountPaid,
  isOwing,
  isReturnPlaced,
  hasReturnFeeDue,
  isRecalled,
  isAtSite,
  areConfirmed,
} = factGuards

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
const mayMove = and([isOpen, not(stateIn({ lock: 'locked' }))])
const mayMoveBeforePickup = and([mayMove, not(isPickedUp)])
const isReviewPassed = and([mayMove, stateIn({ review: 'pass' })])
const isUnderReview = and([mayMove, stateIn({ review: 'waitConfirm' })])

const isNotReturning = not(stateIn({ return: 'inProgress' }))
const isNotHanded = not(stateIn({ warehouse: 'handed' }))
const isArrived = and([mayMove, stateIn({ transport: 'completed' })])
const isAtDestination = and([isArrived, isNotHanded])
/** A recalled delivery can turn around before the bags reach their destination. */
const canSendElsewhere = and([mayMove, isNotHanded, or([stateIn({ transport: 'completed' }), isRecalled])])
const isTransported = and([isArrived, isNotReturning])
const isStored = stateIn({ warehouse: 'completed' })
const canHand = and([isTransported, or([isStored, stateIn({ warehouse: 'none' })])])
const canHotelHand = and([isTransported, isStored])
const canCancelOnReport = and([isOpen, isReported, isNotHanded, not(isRecalled)])

/** A lock doesn't block money events or an operator's handling of a report. */
export const lifecycleGuards = {
  isOpen,
  mayMove,
  isOpenAndFree: and([isOpen, isFreeOfCharge]),
  mayMoveAndPaid: and([mayMove, isPaid]),
  isUnderReview,
  isPaidUnderReview: and([isUnderReview, isPaidOrOwing, hasAmountPaid]),
  isAsked: and([mayMove, stateIn({ assignment: 'waitDecision' })]),
  canAssign: and([isReviewPassed, not(isPickedUp)]),
  canTransfer: and([mayMove, stateIn({ assignment: 'accepted' }), not(stateIn({ transport: 'completed' }))]),
  canChangeDestination: and([mayMove, isPaidOrOwing, not(isRecalled)]),
  mayMoveNotHanded: and([mayMove, isNotHanded]),
  areAllConfirmed: and([mayMove, areConfirmed]),
  isMoving: and([mayMove, isNotReturning, stateIn({ transport: 'inProgress' })]),
  canSetOut: and([mayMove, isPickedUp, isNotReturning]),
  canHand,
  canStore: and([canHand, isAtSite]),
  canHotelHand,
  canHandRecalled: and([canHand, isRecalled]),
  canHotelHandRecalled: and([canHotelHand, isRecalled]),
  isAtDestination,
  isReturnFeeDue: and([isOpen, isNotHanded, hasReturnFeeDue]),
  canSendElsewhere,
  isReturning: and([mayMove, isNotHanded, stateIn({ return: 'inProgress' })]),
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
  canCancelWithRefund: and([mayMoveBeforePickup, isPaidOrOwing, isFreeToCancel, hasAmountPaid]),
  canCloseOnReport: and([isOpen, isReported, or([isPaid, isRecalled]), isPickedUp]),
  canCancelOnReport,
  canCancelBeforePickup: and([canCancelOnReport, not(isPickedUp)]),
  canRecall: and([canCancelOnReport, isPickedUp]),
  canCancelOnReportWithRefund: and([canCancelOnReport, isPaidOrOwing, hasAmountPaid]),
}
