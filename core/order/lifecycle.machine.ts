import { and, not, or, setup, stateIn } from 'xstate'
import { isFreeToCancel as isFree, pickupMissedFrom } from '../policy/promises.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.types.ts'

const isPaid = stateIn({ payment: 'paid' })
const isPaidOrOwing = or([isPaid, stateIn({ payment: 'supplementary' })])
const isUnpaid = or([stateIn({ payment: 'unpaid' }), stateIn({ payment: 'failed' })])
const isOpen = stateIn({ closing: 'open' })
const isOpenBeforePickup = and([isOpen, not(stateIn({ pickup: 'pickuped' }))])
const isReviewPassed = and([isOpen, stateIn({ review: 'pass' })])
const isUnderReview = and([isOpen, stateIn({ review: 'waitConfirm' })])
const isFreeToCancel = ({ context }: { context: LifecycleFacts }) => isFree(context.pickupTime, context.now)
const isLate = ({ context }: { context: LifecycleFacts }) =>
  context.now >= pickupMissedFrom(context.pickupTime)

/**
 * The order itself. Its nine regions are columns of the database; the server changes them only through `moveOrder`, one
 * event at a time. Pure: no actions, no actors, no delays.
 */
export const lifecycleMachine = setup({
  types: {
    context: {} as LifecycleFacts,
    input: {} as LifecycleFacts,
    events: {} as LifecycleEvent,
  },
  guards: {
    isOpen,
    isOpenAndFree: and([isOpen, ({ context }) => context.total === 0]),
    isOpenAndPaid: and([isOpen, isPaid]),
    isUnderReview,
    isPaidUnderReview: and([isUnderReview, ({ context }) => context.amountPaid > 0]),
    isReviewPassed,
    isAsked: and([isOpen, stateIn({ assignment: 'waitDecision' })]),
    canAssign: and([isReviewPassed, not(stateIn({ pickup: 'pickuped' }))]),
    canTransfer: and([isOpen, stateIn({ assignment: 'accepted' }), not(stateIn({ transport: 'completed' }))]),
    canChangeDestination: and([isOpen, isPaidOrOwing]),
    isOpenNotHanded: and([isOpen, not(stateIn({ warehouse: 'handed' }))]),
    areAllConfirmed: and([isOpen, ({ context }) => context.confirmedPieces >= context.pieces]),
    isMoving: and([isOpen, stateIn({ transport: 'inProgress' })]),
    isPickedUp: and([isOpen, stateIn({ pickup: 'pickuped' })]),
    isTransported: and([isOpen, stateIn({ transport: 'completed' })]),
    isPickupMissed: and([isOpenBeforePickup, isPaidOrOwing, isLate]),
    isHanded: stateIn({ warehouse: 'handed' }),
    canChange: isOpenBeforePickup,
    canChangeWithSurcharge: and([isOpenBeforePickup, ({ context }) => context.total > context.amountPaid]),
    canCancel: and([isOpenBeforePickup, or([isUnpaid, isFreeToCancel])]),
    canCancelWithRefund: and([isOpenBeforePickup, isFreeToCancel, ({ context }) => context.amountPaid > 0]),
  },
}).createMachine({
  id: 'lifecycle',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    review: {
      initial: 'none',
      states: {
        none: { on: { 'review.begin': { guard: 'isOpenAndPaid', target: 'waitConfirm' } } },
        waitConfirm: {
          on: {
            'review.pass': { guard: 'isOpen', target: 'pass' },
            'review.reject': { guard: 'isOpen', target: 'fail' },
          },
        },
        pass: {},
        fail: { description: 'The order ends here; what was paid goes back within 72 hours.' },
      },
    },
    payment: {
      initial: 'unpaid',
      states: {
        unpaid: {
          on: {
            'payment.waive': { guard: 'isOpenAndFree', target: 'paid' },
            'payment.succeeded': [
              { guard: 'isOpen', target: 'paid' },
              { target: 'refunding', description: 'Money that arrives after a cancellation goes back.' },
            ],
            'payment.failed': { guard: 'isOpen', target: 'failed' },
          },
        },
        failed: {
          on: {
            'payment.succeeded': [
              { guard: 'isOpen', target: 'paid' },
              { target: 'refunding', description: 'Money that arrives after a cancellation goes back.' },
            ],
          },
        },
        paid: {
          description: 'Also an order that costs nothing.',
          on: {
            'order.change': [
              { guard: 'canChangeWithSurcharge', target: 'supplementary' },
              { guard: 'canChange', target: 'paid' },
            ],
            'order.cancel': { guard: 'canCancelWithRefund', target: 'refunding' },
            'review.reject': { guard: 'isPaidUnderReview', target: 'refunding' },
          },
        },
        supplementary: {
          description: 'A surcharge waits for the traveller; the bags wait with it.',
          on: {
            'payment.succeeded': [
              { guard: 'isOpen', target: 'paid' },
              { target: 'refunding', description: 'Money that arrives after a cancellation goes back.' },
            ],
            'order.change': [
              { guard: 'canChangeWithSurcharge', target: 'supplementary' },
              { guard: 'canChange', target: 'paid', description: 'What was paid already is enough.' },
            ],
            'order.cancel': { guard: 'canCancelWithRefund', target: 'refunding' },
            'review.reject': { guard: 'isPaidUnderReview', target: 'refunding' },
          },
        },
        refunding: { on: { 'refund.complete': { target: 'refunded' } } },
        refunded: {},
      },
    },
    assignment: {
      initial: 'none',
      states: {
        none: { on: { 'courier.assign': { guard: 'canAssign', target: 'waitDecision' } } },
        waitDecision: {
          description: 'A courier was asked and has not answered.',
          on: {
            'courier.assign': { guard: 'canAssign', target: 'waitDecision' },
            'decision.allow': { guard: 'isOpen', target: 'accepted' },
            'decision.reject': { guard: 'isOpen', target: 'none' },
          },
        },
        accepted: {
          on: {
            'courier.assign': {
              guard: 'canAssign',
              target: 'waitDecision',
              description: 'Another courier is asked instead; the first one is out.',
            },
          },
        },
      },
    },
    transfer: {
      initial: 'none',
      states: {
        none: { on: { 'transfer.apply': { guard: 'canTransfer', target: 'waitDecision' } } },
        waitDecision: {
          description: 'The courier has asked another one to take over.',
          on: {
            'transfer.accept': { guard: 'isOpen', target: 'none' },
            'transfer.reject': { guard: 'isOpen', target: 'none' },
            'transfer.cancel': { guard: 'isOpen', target: 'none' },
            'courier.assign': { guard: 'canAssign', target: 'none' },
            'transport.complete': {
              guard: 'isMoving',
              target: 'none',
              description: 'The bags are there: nothing is left to take over.',
            },
            'order.cancel': { guard: 'canCancel', target: 'none' },
          },
        },
      },
    },
    pickup: {
      initial: 'none',
      states: {
        none: { on: { 'decision.allow': { guard: 'isAsked', target: 'waitPickup' } } },
        waitPickup: {
          on: {
            'courier.assign': { guard: 'canAssign', target: 'none' },
            'courier.arriveAtPickup': { guard: 'isOpen', target: 'waitPickup' },
            'order.pickUp': { guard: 'isOpenAndPaid', target: 'pickuped' },
          },
        },
        pickuped: { on: { 'package.retag': { guard: 'isOpenNotHanded', target: 'pickuped' } } },
      },
    },
    transport: {
      initial: 'none',
      states: {
        none: {
          on: {
            'transport.start': { guard: 'isPickedUp', target: 'inProgress' },
            'order.changeDestination': { guard: 'canChangeDestination', target: 'none' },
          },
        },
        inProgress: {
          on: {
            'transport.complete': { guard: 'isOpen', target: 'completed' },
            'order.changeDestination': { guard: 'canChangeDestination', target: 'inProgress' },
          },
        },
        completed: {},
      },
    },
    warehouse: {
      initial: 'none',
      states: {
        none: {
          on: {
            'warehouse.apply': { guard: 'isTransported', target: 'waitConfirm' },
            'order.hand': {
              guard: 'isTransported',
              target: 'handed',
              description: 'Straight from the courier, without storage.',
            },
          },
        },
        waitConfirm: {
          on: {
            'package.confirm': { guard: 'isOpen', target: 'waitConfirm' },
            'warehouse.confirm': { guard: 'areAllConfirmed', target: 'completed' },
          },
        },
        completed: {
          on: {
            'order.hand': { guard: 'isOpen', target: 'handed' },
            'order.hotelHand': { guard: 'isOpen', target: 'handed' },
          },
        },
        handed: {},
      },
    },
    exception: {
      initial: 'none',
      states: {
        none: {
          on: {
            'exception.report': { guard: 'isReviewPassed', target: 'reported' },
            'pickup.missed': { guard: 'isPickupMissed', target: 'reported' },
          },
        },
        reported: {
          description:
            'Something is wrong; the order may go on while an operator settles it. The last report counts.',
          on: {
            'exception.report': { guard: 'isReviewPassed', target: 'reported' },
            'pickup.missed': { guard: 'isPickupMissed', target: 'reported' },
            'exception.markImportant': { target: 'reported' },
            'exception.ignore': { target: 'none' },
            'exception.resolve': { target: 'none' },
          },
        },
      },
    },
    closing: {
      initial: 'open',
      states: {
        open: {
          on: {
            'order.cancel': { guard: 'canCancel', target: 'cancelled' },
            'review.reject': { guard: 'isUnderReview', target: 'closed' },
            'order.close': { guard: 'isHanded', target: 'closed' },
          },
        },
        cancelled: {},
        closed: {},
      },
    },
  },
})
