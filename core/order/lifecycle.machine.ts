import { setup } from 'xstate'
import { lifecycleGuards as guards } from './lifecycle.guards.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.types.ts'

/**
 * The order itself. Its ten regions are columns of the database; the server changes them only through `moveOrder`, one
 * event at a time. Bags that go back: machine `return`. Pure: no actions, no actors, no delays.
 */
export const lifecycleMachine = setup({
  types: {
    context: {} as LifecycleFacts,
    input: {} as LifecycleFacts,
    events: {} as LifecycleEvent,
  },
  guards: {
    isOpen: guards.isOpen,
    mayMove: guards.mayMove,
    isOpenAndFree: guards.isOpenAndFree,
    mayMoveAndPaid: guards.mayMoveAndPaid,
    isUnderReview: guards.isUnderReview,
    isPaidUnderReview: guards.isPaidUnderReview,
    isAsked: guards.isAsked,
    canAssign: guards.canAssign,
    canTransfer: guards.canTransfer,
    canChangeDestination: guards.canChangeDestination,
    mayMoveNotHanded: guards.mayMoveNotHanded,
    areAllConfirmed: guards.areAllConfirmed,
    isMoving: guards.isMoving,
    isPickedUp: guards.isPickedUp,
    isTransported: guards.isTransported,
    isPickupMissed: guards.isPickupMissed,
    isHanded: guards.isHanded,
    canReport: guards.canReport,
    canLock: guards.canLock,
    canChange: guards.canChange,
    canChangeWithSurcharge: guards.canChangeWithSurcharge,
    canCancel: guards.canCancel,
    canCancelWithRefund: guards.canCancelWithRefund,
    canCloseOnReport: guards.canCloseOnReport,
    canCancelOnReport: guards.canCancelOnReport,
    canCancelOnReportWithRefund: guards.canCancelOnReportWithRefund,
  },
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
        fail: { description: 'The order ends here; what was paid goes back within 72 hours.' },
      },
    },
    payment: {
      initial: 'unpaid',
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
        paid: {
          description: 'Also an order that costs nothing.',
          on: {
            'order.change': [
              { guard: 'canChangeWithSurcharge', target: 'supplementary' },
              { guard: 'canChange', target: 'paid' },
            ],
            'order.cancel': { guard: 'canCancelWithRefund', target: 'refunding' },
            'exception.cancelOrder': { guard: 'canCancelOnReportWithRefund', target: 'refunding' },
            'review.reject': { guard: 'isPaidUnderReview', target: 'refunding' },
          },
        },
        supplementary: {
          description: 'A surcharge waits for the traveller; the bags wait with it.',
          on: {
            'payment.succeeded': [{ guard: 'isOpen', target: 'paid' }, { target: 'refunding' }],
            'order.change': [
              { guard: 'canChangeWithSurcharge', target: 'supplementary' },
              { guard: 'canChange', target: 'paid' },
            ],
            'order.cancel': { guard: 'canCancelWithRefund', target: 'refunding' },
            'exception.cancelOrder': { guard: 'canCancelOnReportWithRefund', target: 'refunding' },
            'review.reject': { guard: 'isPaidUnderReview', target: 'refunding' },
          },
        },
        refunding: {
          description: 'Also of money that came after a cancellation, or that a bank sent back.',
          on: { 'refund.complete': { target: 'refunded' } },
        },
        refunded: { on: { 'refund.reopen': { target: 'refunding' } } },
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
            'decision.allow': { guard: 'mayMove', target: 'accepted' },
            'decision.reject': { guard: 'mayMove', target: 'none' },
          },
        },
        accepted: {
          description: 'Another courier may be asked instead; the first one is out then.',
          on: { 'courier.assign': { guard: 'canAssign', target: 'waitDecision' } },
        },
      },
    },
    transfer: {
      initial: 'none',
      states: {
        none: { on: { 'transfer.apply': { guard: 'canTransfer', target: 'waitDecision' } } },
        waitDecision: {
          description: 'The courier has asked another one to take over, until the bags are there.',
          on: {
            'transfer.accept': { guard: 'mayMove', target: 'none' },
            'transfer.reject': { guard: 'mayMove', target: 'none' },
            'transfer.cancel': { guard: 'mayMove', target: 'none' },
            'courier.assign': { guard: 'canAssign', target: 'none' },
            'transport.complete': { guard: 'isMoving', target: 'none' },
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
            'transport.start': { guard: 'isPickedUp', target: 'inProgress' },
            'order.changeDestination': { guard: 'canChangeDestination', target: 'none' },
          },
        },
        inProgress: {
          on: {
            'transport.complete': { guard: 'mayMove', target: 'completed' },
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
          description: 'The courier may hand over as well, without storage.',
          on: {
            'warehouse.apply': { guard: 'isTransported', target: 'waitConfirm' },
            'order.hand': { guard: 'isTransported', target: 'handed' },
          },
        },
        waitConfirm: {
          on: {
            'package.confirm': { guard: 'mayMove', target: 'waitConfirm' },
            'warehouse.confirm': { guard: 'areAllConfirmed', target: 'completed' },
          },
        },
        completed: {
          on: {
            'order.hand': { guard: 'isTransported', target: 'handed' },
            'order.hotelHand': { guard: 'isTransported', target: 'handed' },
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
            'exception.report': { guard: 'canReport', target: 'reported' },
            'pickup.missed': { guard: 'isPickupMissed', target: 'reported' },
          },
        },
        reported: {
          description: 'The order may go on while an operator settles it. The last report counts.',
          on: {
            'exception.report': { guard: 'canReport', target: 'reported' },
            'pickup.missed': { guard: 'isPickupMissed', target: 'reported' },
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
          description: 'An operator looks into a report: nothing moves but money, until it is dealt with.',
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
          on: {
            'order.cancel': { guard: 'canCancel', target: 'cancelled' },
            'review.reject': { guard: 'isUnderReview', target: 'closed' },
            'order.close': { guard: 'isHanded', target: 'closed' },
            'exception.cancelOrder': { guard: 'canCancelOnReport', target: 'cancelled' },
            'exception.closeOrder': { guard: 'canCloseOnReport', target: 'closed' },
          },
        },
        cancelled: {},
        closed: { description: 'On a report also without a hand-over; the money stays then.' },
      },
    },
  },
})
