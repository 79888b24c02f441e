import { assign, setup } from 'xstate'
import { policy } from '../policy/numbers.ts'

/**
 * Facts that the guards read. Times in ms since 1970.
 * `startTime`: when the change was requested. `difference`: what it adds to the price, in minor units.
 * `dueTime`: deadline for the payment or the operator's reply; null when the change is settled.
 */
export type ChangeFacts = { now: number; startTime: number; difference: number; dueTime: number | null }

export type ChangeEvent =
  | { type: 'traveller.confirm' }
  | { type: 'traveller.wish' }
  | { type: 'traveller.withdraw' }
  | { type: 'payment.succeeded' }
  | { type: 'clock.due' }
  | { type: 'operator.allow' }
  | { type: 'operator.reject' }
  | { type: 'order.wentOn' }

const minute = 60_000

/**
 * One change of an order by its traveller. `stage` and `dueTime` are database columns, and the server changes them only
 * through `moveChange`. Pure: no actors, no delays. A job sends `clock.due`.
 */
export const changeMachine = setup({
  types: {
    context: {} as ChangeFacts,
    input: {} as ChangeFacts,
    events: {} as ChangeEvent,
  },
  guards: {
    costsMore: ({ context }) => context.difference > 0,
    isDue: ({ context }) => context.dueTime !== null && context.now >= context.dueTime,
    isInTime: ({ context }) => context.dueTime !== null && context.now < context.dueTime,
  },
  actions: {
    awaitPayment: assign({ dueTime: ({ context }) => context.startTime + policy.changePayMinutes * minute }),
    awaitAnswer: assign({
      dueTime: ({ context }) => context.startTime + policy.destinationAnswerMinutes * minute,
    }),
    stop: assign({ dueTime: null }),
  },
}).createMachine({
  id: 'change',
  context: ({ input }) => input,
  initial: 'asked',
  states: {
    asked: {
      description: 'The traveller saw the difference and the new promises.',
      on: {
        'traveller.confirm': [
          { guard: 'costsMore', target: 'waitPayment', actions: 'awaitPayment' },
          { target: 'applied' },
        ],
        'traveller.wish': { target: 'waitDecision', actions: 'awaitAnswer' },
      },
    },
    waitPayment: {
      description: 'The difference is due. The order stays unchanged until it is paid.',
      on: {
        'payment.succeeded': [
          { guard: 'isInTime', target: 'applied', actions: 'stop' },
          { target: 'expired', actions: 'stop', description: 'Paid too late: the money is refunded.' },
        ],
        'clock.due': { guard: 'isDue', target: 'expired', actions: 'stop' },
        'traveller.withdraw': { target: 'withdrawn', actions: 'stop' },
        'order.wentOn': { target: 'superseded', actions: 'stop' },
      },
    },
    waitDecision: {
      description: 'The bags are on the way. An operator has to decide within the promised time.',
      on: {
        'operator.allow': { target: 'applied', actions: 'stop' },
        'operator.reject': { target: 'rejected', actions: 'stop' },
        'clock.due': { guard: 'isDue', target: 'overdue', actions: 'stop' },
        'traveller.withdraw': { target: 'withdrawn', actions: 'stop' },
        'order.wentOn': { target: 'superseded', actions: 'stop' },
      },
    },
    overdue: {
      description: 'The decision is late. The traveller was notified, and operators see it first.',
      on: {
        'operator.allow': { target: 'applied' },
        'operator.reject': { target: 'rejected' },
        'traveller.withdraw': { target: 'withdrawn' },
        'order.wentOn': { target: 'superseded' },
      },
    },
    applied: { description: 'The order has the new values. Its trace keeps the old ones.' },
    rejected: { description: 'An operator declined, with a reason.' },
    expired: { description: 'Not paid in time. The order is unchanged.' },
    withdrawn: { description: 'The traveller withdrew it or requested another change.' },
    superseded: {
      description: 'Obsolete: the order moved on or ended, or an employee changed it.',
    },
  },
})
