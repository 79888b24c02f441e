import { and, not, or, setup, stateIn } from 'xstate'
import { freeCancellationUntil } from '../policy/promises.ts'

/**
 * Facts of the order that guards ask. Times in milliseconds since 1970; `total` is what the order costs and
 * `amountPaid` what was taken for it, both in minor units.
 */
export type LifecycleFacts = { now: number; pickupTime: number; total: number; amountPaid: number }

export type LifecycleEvent =
  | { type: 'payment.waive' }
  | { type: 'payment.succeeded' }
  | { type: 'payment.failed' }
  | { type: 'refund.complete' }
  | { type: 'review.begin' }
  | { type: 'review.pass' }
  | { type: 'review.reject' }
  | { type: 'courier.assign' }
  | { type: 'courier.arriveAtPickup' }
  | { type: 'order.change' }
  | { type: 'order.pickUp' }
  | { type: 'transport.start' }
  | { type: 'transport.complete' }
  | { type: 'warehouse.apply' }
  | { type: 'warehouse.confirm' }
  | { type: 'order.hand' }
  | { type: 'order.cancel' }
  | { type: 'order.close' }

const isPaid = stateIn({ payment: 'paid' })
const isOpen = stateIn({ closing: 'open' })
const isOpenBeforePickup = and([isOpen, not(stateIn({ pickup: 'pickuped' }))])
const isUnderReview = and([isOpen, stateIn({ review: 'waitConfirm' })])
const isFreeToCancel = ({ context }: { context: LifecycleFacts }) =>
  context.now <= freeCancellationUntil(context.pickupTime)

/**
 * The order itself. Its six regions are columns of the database; the server moves them only through
 * `moveOrder`, one event at a time. Pure: no actions, no actors, no delays.
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
    isReviewPassed: and([isOpen, stateIn({ review: 'pass' })]),
    isPickedUp: and([isOpen, stateIn({ pickup: 'pickuped' })]),
    isTransported: and([isOpen, stateIn({ transport: 'completed' })]),
    isHanded: stateIn({ warehouse: 'handed' }),
    canChange: isOpenBeforePickup,
    canChangeWithSurcharge: and([isOpenBeforePickup, ({ context }) => context.total > context.amountPaid]),
    canCancel: and([
      isOpenBeforePickup,
      or([stateIn({ payment: 'unpaid' }), stateIn({ payment: 'failed' }), isFreeToCancel]),
    ]),
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
    pickup: {
      initial: 'none',
      states: {
        none: { on: { 'courier.assign': { guard: 'isReviewPassed', target: 'waitPickup' } } },
        waitPickup: {
          on: {
            'courier.assign': {
              guard: 'isOpen',
              target: 'waitPickup',
              description: 'Another courier takes over.',
            },
            'courier.arriveAtPickup': { guard: 'isOpen', target: 'waitPickup' },
            'order.pickUp': { guard: 'isOpenAndPaid', target: 'pickuped' },
          },
        },
        pickuped: {},
      },
    },
    transport: {
      initial: 'none',
      states: {
        none: { on: { 'transport.start': { guard: 'isPickedUp', target: 'inProgress' } } },
        inProgress: { on: { 'transport.complete': { guard: 'isOpen', target: 'completed' } } },
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
        waitConfirm: { on: { 'warehouse.confirm': { guard: 'isOpen', target: 'completed' } } },
        completed: { on: { 'order.hand': { guard: 'isOpen', target: 'handed' } } },
        handed: {},
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
