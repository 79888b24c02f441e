import { type GuardPredicate, stateIn, and as xstateAnd, not as xstateNot, or as xstateOr } from 'xstate'
import type { callOfEvent } from '../contract/operation.ts'
import type { ReturnChoice } from '../contract/order.ts'
import { isDeliveryLate as isLateDelivery } from '../policy/late-delivery.ts'
import { isFreeToCancel as isFree, pickupMissedFrom } from '../policy/promises.ts'

/**
 * Facts of the order that guards read. Times in milliseconds since 1970; `total` is the order's price and `amountPaid`
 * what was taken for it, both in minor units; `confirmedPieces` are the bags that the delivery site has confirmed.
 */
export type LifecycleFacts = {
  now: number
  pickupTime: number
  /** Of an order that was placed late: until when it is cancelled for free. */
  lateFreeUntil?: number | null
  /** From when the pickup counts as missed, where a courier has come; else by the pickup time. */
  missedFrom?: number
  /** By when the bags are promised at the destination. */
  promised?: number
  /** Where bags go that nobody took; nothing while nobody has said so. */
  returnChoice?: ReturnChoice['kind'] | null
  /** Whether going there costs something that is not paid. */
  isReturnFeeDue?: boolean
  /** Whether it was cancelled on a report while its bags were out. */
  isRecalled?: boolean
  /** Whether the place of the bags is a site: at an own address nobody can store them. */
  isAtSite: boolean
  total: number
  amountPaid: number
  pieces: number
  confirmedPieces: number
}

/** The events of an order's lifecycle are listed once, with the calls that make them. */
export type LifecycleEvent = { type: keyof typeof callOfEvent }

type FactGuard = (at: { context: LifecycleFacts }) => boolean

/** The guards that read facts; all others read the columns. Orders with the same answers and columns allow the same events. */
export const factGuards = {
  isFreeToCancel: ({ context: { pickupTime, now, lateFreeUntil, missedFrom } }) =>
    isFree(pickupTime, now, lateFreeUntil, missedFrom),
  isLate: ({ context: { pickupTime, now, missedFrom = pickupMissedFrom(pickupTime) } }) => now >= missedFrom,
  isBeyondPromise: ({ context: { now, promised = now } }) => isLateDelivery(promised, now),
  isFreeOfCharge: ({ context }) => context.total === 0,
  hasTaken: ({ context }) => context.amountPaid > 0,
  isOwing: ({ context }) => context.total > context.amountPaid,
  isReturnPlaced: ({ context }) => context.returnChoice === 'back' || context.returnChoice === 'address',
  hasReturnFeeDue: ({ context }) => context.isReturnFeeDue ?? false,
  /** Cancelled on a report after the pickup: the bags still have to come back or be collected. */
  isRecalled: ({ context }) => context.isRecalled ?? false,
  isAtSite: ({ context }) => context.isAtSite,
  areConfirmed: ({ context }) => context.confirmedPieces >= context.pieces,
} satisfies Record<string, FactGuard>

const {
  isFreeToCancel,
  isLate,
  isBeyondPromise,
  isFreeOfCharge,
  hasTaken,
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
/** Open, and no operator has locked it. */
const mayMove = and([isOpen, not(stateIn({ lock: 'locked' }))])
const mayMoveBeforePickup = and([mayMove, not(isPickedUp)])
const isReviewPassed = and([mayMove, stateIn({ review: 'pass' })])
const isUnderReview = and([mayMove, stateIn({ review: 'waitConfirm' })])

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
