import { and, assign, setup } from 'xstate'
import { policy } from '../policy/numbers.ts'

/**
 * Facts that the guards read. Times in ms since 1970, amounts in minor units.
 * `dueTime` is the deadline of the claim, `complaintDueTime` of the complaint. Both stay set after they pass.
 * `offer` counts the offers, `amount` is the latest one, and `paid` is what the traveller received of it.
 */
export type ClaimFacts = {
  now: number
  dueTime: number | null
  complaintDueTime: number | null
  offer: number
  amount: number
  paid: number
}

/** Answers name their offer. An answer to an outdated offer is illegal. */
export type ClaimCaseEvent =
  | { type: 'clock.passed'; time: number }
  | { type: 'operator.start' }
  | { type: 'operator.offer'; amount: number }
  | { type: 'operator.answer' }
  | { type: 'operator.pay'; paid: number }
  | { type: 'payment.changed'; paid: number }
  | { type: 'traveller.accept'; offer: number }
  | { type: 'traveller.decline'; offer: number }
  | { type: 'traveller.askAgain' }
  | { type: 'traveller.complain' }

const hour = 3_600_000

type GuardArgs = { context: ClaimFacts; event: ClaimCaseEvent }

const hasPassed = (dueTime: number | null, event: ClaimCaseEvent): boolean =>
  dueTime !== null && event.type === 'clock.passed' && event.time >= dueTime
const isThisOffer = ({ context, event }: GuardArgs) => 'offer' in event && event.offer === context.offer
const isOfferZero = ({ context }: GuardArgs) => context.amount === 0
const isAllPaid = ({ context, event }: GuardArgs) => 'paid' in event && event.paid >= context.amount

/**
 * One claim and its complaint. States and deadlines are database columns, and the server changes them only through
 * `moveClaim`. Pure: no actors, no delays. A job sends `clock.passed`.
 */
export const claimCaseMachine = setup({
  types: {
    context: {} as ClaimFacts,
    input: {} as ClaimFacts,
    events: {} as ClaimCaseEvent,
  },
  guards: {
    isOverdue: ({ context, event }) => hasPassed(context.dueTime, event),
    isAnswerOverdue: ({ context, event }) => hasPassed(context.complaintDueTime, event),
    isThisOffer,
    isCurrentOfferEmpty: and([isThisOffer, isOfferZero]),
    isAllPaid,
    isNotAllPaid: ({ context, event }) => 'paid' in event && event.paid < context.amount,
  },
  actions: {
    promiseStart: assign({ dueTime: ({ context }) => context.now + policy.claimStartHours * hour }),
    promisePayment: assign({ dueTime: ({ context }) => context.now + policy.claimPayHours * hour }),
    promiseAnswer: assign({
      complaintDueTime: ({ context }) => context.now + policy.complaintResponseHours * hour,
    }),
    stopClock: assign({ dueTime: null }),
    stopComplaintClock: assign({ complaintDueTime: null }),
    countOffer: assign({
      offer: ({ context }) => context.offer + 1,
      amount: ({ context, event }) => ('amount' in event ? event.amount : context.amount),
      paid: 0,
    }),
    countPaid: assign({ paid: ({ context, event }) => ('paid' in event ? event.paid : context.paid) }),
  },
}).createMachine({
  id: 'claimCase',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    claim: {
      initial: 'received',
      states: {
        received: {
          description: 'An operator has to start within 24 hours.',
          on: {
            'clock.passed': { guard: 'isOverdue', target: 'receivedLate' },
            'operator.start': { target: 'started', actions: 'stopClock' },
          },
        },
        receivedLate: {
          description: 'Nobody started in time. The traveller was notified, and operators see it first.',
          on: { 'operator.start': { target: 'started', actions: 'stopClock' } },
        },
        started: {
          description: 'An operator is working on the claim.',
          on: { 'operator.offer': { target: 'offered', actions: 'countOffer' } },
        },
        offered: {
          description: 'Waits for the traveller’s answer. A new offer replaces this one.',
          on: {
            'operator.offer': { target: 'offered', actions: 'countOffer' },
            'traveller.accept': [
              { guard: 'isCurrentOfferEmpty', target: 'closed' },
              { guard: 'isThisOffer', target: 'accepted', actions: 'promisePayment' },
            ],
            'traveller.decline': { guard: 'isThisOffer', target: 'declined' },
            'traveller.askAgain': { target: 'askedAgain', actions: 'promiseStart' },
          },
        },
        askedAgain: {
          description: 'An operator has to review the claim within 24 hours.',
          on: {
            'clock.passed': { guard: 'isOverdue', target: 'askedAgainLate' },
            'operator.start': { target: 'started', actions: 'stopClock' },
          },
        },
        askedAgainLate: {
          description: 'Nobody reviewed the claim in time.',
          on: { 'operator.start': { target: 'started', actions: 'stopClock' } },
        },
        accepted: {
          description: 'Card payments are refunded, and an operator pays the rest, within 72 hours.',
          on: {
            'clock.passed': { guard: 'isOverdue', target: 'acceptedLate' },
            'operator.pay': [
              { guard: 'isAllPaid', target: 'paid', actions: ['countPaid', 'stopClock'] },
              { target: 'accepted', actions: 'countPaid' },
            ],
            'payment.changed': [
              { guard: 'isAllPaid', target: 'paid', actions: ['countPaid', 'stopClock'] },
              { target: 'accepted', actions: 'countPaid' },
            ],
          },
        },
        acceptedLate: {
          description: 'The amount wasn’t paid in full in time.',
          on: {
            'operator.pay': [
              { guard: 'isAllPaid', target: 'paid', actions: ['countPaid', 'stopClock'] },
              { target: 'acceptedLate', actions: 'countPaid' },
            ],
            'payment.changed': [
              { guard: 'isAllPaid', target: 'paid', actions: ['countPaid', 'stopClock'] },
              { target: 'acceptedLate', actions: 'countPaid' },
            ],
          },
        },
        paid: {
          description: 'Paid in full. A bank can still return a refund days later.',
          on: {
            'payment.changed': {
              guard: 'isNotAllPaid',
              target: 'accepted',
              actions: ['countPaid', 'promisePayment'],
            },
          },
        },
        declined: {
          description: 'Final unless an operator makes a new offer, for example after a complaint.',
          on: { 'operator.offer': { target: 'offered', actions: 'countOffer' } },
        },
        closed: {
          description: 'The traveller accepted an offer of nothing.',
          on: { 'operator.offer': { target: 'offered', actions: 'countOffer' } },
        },
      },
    },
    complaint: {
      initial: 'none',
      states: {
        none: { on: { 'traveller.complain': { target: 'waiting', actions: 'promiseAnswer' } } },
        waiting: {
          description: 'An operator has to answer within 48 hours.',
          on: {
            'clock.passed': { guard: 'isAnswerOverdue', target: 'late' },
            'operator.answer': { target: 'answered', actions: 'stopComplaintClock' },
          },
        },
        late: {
          description: 'Nobody answered in time. The traveller was notified.',
          on: { 'operator.answer': { target: 'answered', actions: 'stopComplaintClock' } },
        },
        answered: { on: { 'traveller.complain': { target: 'waiting', actions: 'promiseAnswer' } } },
      },
    },
  },
})
