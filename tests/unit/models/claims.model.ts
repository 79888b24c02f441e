import { fail, ok } from '@handsfree/core'
import { type ClaimAnswer, claimsMachine } from '@handsfree/core/claims'
import type { Claim, OrderClaims } from '@handsfree/core/contract'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const money = (amount: number) => ({ amount, currency: 'CNY' as const })

export const claim = (changed: Partial<Claim> = {}): Claim => ({
  claimId: 'claim-1',
  orderId: 'order-1',
  orderNumber: 'HF-1001',
  kind: 'damaged',
  words: 'A wheel is broken',
  photos: [],
  amount: money(50_000),
  stage: 'offered',
  complaint: 'none',
  createTime: '2026-11-23T02:00:00Z',
  dueTime: null,
  complaintDueTime: null,
  offer: { number: 1, amount: money(40_000), words: 'Sorry', time: '2026-11-23T03:00:00Z' },
  paid: money(0),
  history: [],
  actions: ['accept', 'askAgain', 'complain'],
  timeZone: 'Asia/Shanghai',
  cityName: 'Shanghai',
  ...changed,
})
export const claims = (one: Claim): { value: OrderClaims } => ({
  value: {
    orderNumber: 'HF-1001',
    list: [one],
    mayClaim: 'yes',
    until: null,
    limit: money(100_000),
    timeZone: 'Asia/Shanghai',
    cityName: 'Shanghai',
  },
})

export const claimsModel = defineModel<typeof claimsMachine>({
  machine: claimsMachine,
  starts: { opened: () => ({ readUnsentText: () => '' }) },
  samples: {
    'reading.done': {
      offered: claims(claim()),
      'another offer': claims(
        claim({ offer: { number: 2, amount: money(1), words: 'Sorry', time: '2026-11-23T04:00:00Z' } }),
      ),
      answered: claims(claim({ stage: 'accepted', actions: ['complain'] })),
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'claims.changed': { '': {} },
    'answer.begin': {
      accept: { claimId: 'claim-1', action: 'accept' },
      complain: { claimId: 'claim-1', action: 'complain' },
      'one that is not there': { claimId: 'claim-2', action: 'accept' },
    },
    'answer.write': { words: { words: 'Nobody calls' }, nothing: { words: ' ' } },
    'answer.send': { '': {} },
    'answer.dismiss': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    answerClaim: { taken: ok({}), refused: fail(refused(1008)), offline: fail(offline) },
  },
  facts: ({ context: { claims: read, answer, problem } }) => ({
    offer: read?.list[0]?.offer?.number ?? null,
    isAnswered: read?.list[0] ? !read.list[0].actions.includes('accept') : null,
    action: answer?.action ?? null,
    answersOffer: answer?.offer ?? null,
    hasWords: answer ? answer.words.trim() !== '' : null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'an answer is there exactly while it is asked or sent': ({ snapshot }) =>
      snapshot.matches('idle') === (snapshot.context.answer === null),
    'no complaint goes out without words': ({ calls }) =>
      calls.every(({ id, input }) => {
        const { answer } = (input ?? {}) as { answer?: ClaimAnswer | null }
        return id !== 'answerClaim' || answer?.action !== 'complain' || answer.words.trim() !== ''
      }),
    'an offer is accepted as it was read': ({ snapshot: { context }, calls }) =>
      context.answer?.action !== 'accept' ||
      context.answer.offer > 0 ||
      !calls.some(({ id }) => id === 'answerClaim'),
  },
  simple: { steps: 9, paths: 60 },
})
