import { type ClaimFacts, claimCaseMachine } from '@handsfree/core/claims'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'

const day = 86_400_000

const start = ({ now }: ModelEnvironment): ClaimFacts => ({
  now: now(),
  dueTime: now() + day,
  complaintDueTime: null,
  offer: 0,
  amount: 0,
  paid: 0,
})

/** One claim: offers with and without an amount, answers to older offers, and returned payouts. */
export const claimCaseModel = defineModel<typeof claimCaseMachine>({
  machine: claimCaseMachine,
  starts: { 'just received': start },
  samples: {
    'clock.passed': { 'too early': { time: 0 }, 'a week later': { time: Number.MAX_SAFE_INTEGER } },
    'operator.start': { '': {} },
    'operator.offer': { 'of an amount': { amount: 100 }, 'of nothing': { amount: 0 } },
    'operator.answer': { '': {} },
    'operator.pay': { 'a part': { paid: 40 }, all: { paid: 100 } },
    'payment.changed': { 'a part': { paid: 40 }, all: { paid: 100 } },
    'traveller.accept': { 'the first': { offer: 1 }, 'the second': { offer: 2 } },
    'traveller.decline': { 'the first': { offer: 1 }, 'the second': { offer: 2 } },
    'traveller.askAgain': { '': {} },
    'traveller.complain': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => ({
    offers: Math.min(context.offer, 2),
    amount: context.amount,
    paid: context.paid,
    hasDueTime: context.dueTime !== null,
    hasComplaintDueTime: context.complaintDueTime !== null,
  }),
  laws: {
    'a promise runs exactly as long as we have something to do': ({ snapshot }) =>
      (snapshot.context.dueTime !== null) ===
      ['received', 'receivedLate', 'askedAgain', 'askedAgainLate', 'accepted', 'acceptedLate'].some((stage) =>
        snapshot.matches({ claim: stage as 'received' }),
      ),
    'a complaint has a promise until it is answered': ({ snapshot }) =>
      (snapshot.context.complaintDueTime !== null) ===
      (snapshot.matches({ complaint: 'waiting' }) || snapshot.matches({ complaint: 'late' })),
    'it is paid only once all of the offer has gone': ({ snapshot }) =>
      !snapshot.matches({ claim: 'paid' }) || snapshot.context.paid >= snapshot.context.amount,
    'nothing is owed of an offer that is over for nothing': ({ snapshot }) =>
      !snapshot.matches({ claim: 'closed' }) || snapshot.context.amount === 0,
  },
  simple: { steps: 6, paths: 60 },
})
