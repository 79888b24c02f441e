import { setup } from 'xstate'
import { type LifecycleEvent, type LifecycleFacts, lifecycleGuards } from './lifecycle.ts'

/**
 * The order's lifecycle. Its eleven parallel states are database columns, and the server changes them only through
 * `moveOrder`. Pure: no actors, no delays.
 */
export const lifecycleMachine = setup({
  types: { context: {} as LifecycleFacts, input: {} as LifecycleFacts, events: {} as LifecycleEvent },
  guards: lifecycleGuards,
}).createMachine({
  id: 'lifecycle',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    review: {
      initial: 'none',
      states: {
        none: { on: { 'review.begin': { guard: 'mayMoveAndPaid', target: 'waitConfirm' } } },
        waitConfirm: {
          on: {
            'review.pass': { guard: 'mayMove', target: 'pass' },
            'review.reject': { guard: 'mayMove', target: 'fail' },
          },
        },
        pass: {},
        fail: { description: 'The order ends. Payments are refunded within 72 hours.' },
      },
    },
    payment: {
      initial: 'unpaid',
      on: {
        'order.change': [
          { guard: 'canChangeWithSurcharge', target: '.supplementary' },
          { guard: 'canChange', target: '.paid' },
        ],
        'order.cancel': { guard: 'canCancelWithRefund', target: '.refunding' },
        'exception.cancelOrder': { guard: 'canCancelOnReportWithRefund', target: '.refunding' },
        'review.reject': { guard: 'isPaidUnderReview', target: '.refunding' },
      },
      states: {
        unpaid: {
          on: {
            'payment.waive': { guard: 'isOpenAndFree', target: 'paid' },
            'payment.succeeded': [{ guard: 'isOpen', target: 'paid' }, { target: 'refunding' }],
            'payment.failed': { guard: 'isOpen', target: 'failed' },
          },
        },
        failed: {
          on: { 'payment.succeeded': [{ guard: 'isOpen', target: 'paid' }, { target: 'refunding' }] },
        },
        paid: { description: 'Includes orders that cost nothing.' },
        supplementary: {
          description: 'A surcharge is due. The bags stay until it is paid.',
          on: { 'payment.succeeded': [{ guard: 'isOpen', target: 'paid' }, { target: 'refunding' }] },
        },
        refunding: {
          description: 'Includes late payments after a cancellation, and refunds that a bank returned.',
          on: { 'refund.complete': { target: 'refunded' } },
        },
        refunded: { on: { 'refund.reopen': { target: 'refunding' } } },
      },
    },
    assignment: {
      initial: 'none',
      on: { 'courier.assign': { guard: 'canAssign', target: '.waitDecision' } },
      states: {
        none: {},
        waitDecision: {
          description: 'A courier was asked and hasn’t answered.',
          on: {
            'decision.allow': { guard: 'mayMove', target: 'accepted' },
            'decision.reject': { guard: 'mayMove', target: 'none' },
          },
        },
        accepted: { description: 'Asking another courier replaces this one.' },
      },
    },
    transfer: {
      initial: 'none',
      states: {
        none: { on: { 'transfer.apply': { guard: 'canTransfer', target: 'waitDecision' } } },
        waitDecision: {
          description: 'The courier asked another one to take over. Ends when the bags arrive.',
          on: {
            'transfer.accept': { guard: 'mayMove', target: 'none' },
            'transfer.reject': { guard: 'mayMove', target: 'none' },
            'transfer.cancel': { guard: 'mayMove', target: 'none' },
            'courier.assign': { guard: 'canAssign', target: 'none' },
            'transport.complete': { guard: 'isMoving', target: 'none' },
            'return.complete': { guard: 'isReturning', target: 'none' },
            'order.cancel': { guard: 'canCancel', target: 'none' },
            'exception.cancelOrder': { guard: 'canCancelOnReport', target: 'none' },
            'exception.closeOrder': { guard: 'canCloseOnReport', target: 'none' },
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
            'courier.arriveAtPickup': { guard: 'mayMove', target: 'waitPickup' },
            'order.pickUp': { guard: 'mayMoveAndPaid', target: 'pickuped' },
          },
        },
        pickuped: { on: { 'package.retag': { guard: 'mayMoveNotHanded', target: 'pickuped' } } },
      },
    },
    transport: {
      initial: 'none',
      states: {
        none: {
          on: {
            'transport.start': { guard: 'canSetOut', target: 'inProgress' },
            'return.complete': { guard: 'isReturning', target: 'completed' },
            'order.changeDestination': { guard: 'canChangeDestination', target: 'none' },
          },
        },
        inProgress: {
          on: {
            'transport.complete': { guard: 'isMoving', target: 'completed' },
            'return.complete': { guard: 'isReturning', target: 'completed' },
            'order.changeDestination': { guard: 'canChangeDestination', target: 'inProgress' },
          },
        },
        completed: { description: 'The bags are at their destination or an alternative place.' },
      },
    },
    warehouse: {
      initial: 'none',
      on: {
        'order.hand': { guard: 'canHand', target: '.handed' },
        'order.hotelHand': { guard: 'canHotelHand', target: '.handed' },
      },
      states: {
        none: {
          description: 'The courier can also hand over the bags without storage.',
          on: { 'warehouse.apply': { guard: 'canStore', target: 'waitConfirm' } },
        },
        waitConfirm: {
          on: {
            'package.confirm': { guard: 'mayMove', target: 'waitConfirm' },
            'warehouse.confirm': { guard: 'areAllConfirmed', target: 'completed' },
            'return.start': { guard: 'mayStartReturn', target: 'none' },
          },
        },
        completed: {},
        handed: {},
      },
    },
    exception: {
      initial: 'none',
      on: {
        'exception.report': { guard: 'canReport', target: '.reported' },
        'pickup.missed': { guard: 'isPickupMissed', target: '.reported' },
        'delivery.late': { guard: 'isDeliveryLate', target: '.reported' },
      },
      states: {
        none: {},
        reported: {
          description: 'The order can continue while an operator handles it. The latest report counts.',
          on: {
            'exception.update': { target: 'reported' },
            'exception.markImportant': { target: 'reported' },
            'exception.ignore': { target: 'none' },
            'exception.resolve': { target: 'none' },
            'exception.delete': { target: 'none' },
            'exception.cancelOrder': { guard: 'canCancelOnReport', target: 'none' },
            'exception.closeOrder': { guard: 'canCloseOnReport', target: 'none' },
          },
        },
      },
    },
    lock: {
      initial: 'unlocked',
      states: {
        unlocked: { on: { 'exception.lock': { guard: 'canLock', target: 'locked' } } },
        locked: {
          description: 'An operator is handling a report. Until then only payments and refunds proceed.',
          on: {
            'exception.unlock': { target: 'unlocked' },
            'exception.ignore': { target: 'unlocked' },
            'exception.resolve': { target: 'unlocked' },
            'exception.delete': { target: 'unlocked' },
            'exception.cancelOrder': { guard: 'canCancelOnReport', target: 'unlocked' },
            'exception.closeOrder': { guard: 'canCloseOnReport', target: 'unlocked' },
          },
        },
      },
    },
    closing: {
      initial: 'open',
      states: {
        open: {
          description: 'Also after a cancellation on a report, until picked-up bags are handed over.',
          on: {
            'order.cancel': { guard: 'canCancel', target: 'cancelled' },
            'review.reject': { guard: 'isUnderReview', target: 'closed' },
            'order.close': { guard: 'isHanded', target: 'closed' },
            'exception.cancelOrder': { guard: 'canCancelBeforePickup', target: 'cancelled' },
            'order.hand': { guard: 'canHandRecalled', target: 'cancelled' },
            'order.hotelHand': { guard: 'canHotelHandRecalled', target: 'cancelled' },
            'exception.closeOrder': { guard: 'canCloseOnReport', target: 'closed' },
          },
        },
        cancelled: {},
        closed: { description: 'A report can close the order without a hand-over. It isn’t refunded then.' },
      },
    },
    return: {
      initial: 'none',
      states: {
        none: {
          on: {
            'return.begin': { guard: 'isAtDestination', target: 'wait' },
            'exception.cancelOrder': { guard: 'canRecall', target: 'wait' },
          },
        },
        wait: {
          description:
            'The bags are uncollected, or the order was canceled on the way. The traveller chooses where they go, or collects late.',
          on: {
            'return.begin': { guard: 'isAtDestination', target: 'wait' },
            'return.choose': { guard: 'canSendElsewhere', target: 'wait' },
            'return.pay': { guard: 'isReturnFeeDue', target: 'wait' },
            'return.start': { guard: 'mayStartReturn', target: 'inProgress' },
            'order.hand': { guard: 'canHand', target: 'none' },
            'order.hotelHand': { guard: 'canHotelHand', target: 'none' },
          },
        },
        inProgress: {
          description: 'A courier carries the bags. They can’t be handed over.',
          on: { 'return.complete': { guard: 'isReturning', target: 'completed' } },
        },
        completed: { description: 'The bags are at the chosen place, where they are handed over.' },
      },
    },
  },
})
