import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Claim, ClaimAction, OrderClaims } from '../contract/claim.ts'
import { cleanLines } from '../lib/clean.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

/** The traveller's draft answer to a claim. `offer` is the number of the offer that was shown. */
export type ClaimAnswer = { claimId: string; action: ClaimAction; offer: number; words: string }

export type ClaimsEvent =
  | ReadingUpdate<OrderClaims>
  | { type: 'claims.changed' }
  | { type: 'answer.begin'; claimId: string; action: ClaimAction }
  | { type: 'answer.write'; words: string }
  | { type: 'answer.send' }
  | { type: 'answer.dismiss' }

export type ClaimsInput = {
  /** Unsent text from an earlier visit. */
  readUnsentText: (claimId: string, action: ClaimAction) => string
}

type ClaimsContext = ClaimsInput & {
  claims: OrderClaims | null
  answer: ClaimAnswer | null
  /** Failure of the last answer; null after a success. */
  problem: ApiFailure | null
}

const findClaim = (claims: OrderClaims | null, claimId: string): Claim | undefined =>
  claims?.list.find((claim) => claim.claimId === claimId)

/** Whether the answer requires a text. */
const needsText = (action: ClaimAction): boolean => action === 'askAgain' || action === 'complain'

/** Whether the claim still accepts the answer. Answers without a text are bound to the offer that was shown. */
const isAnswerPossible = (claims: OrderClaims | null, answer: ClaimAnswer | null): boolean => {
  const claim = answer === null ? undefined : findClaim(claims, answer.claimId)
  if (!answer || !claim?.actions.includes(answer.action)) return false
  return needsText(answer.action) || claim.offer?.number === answer.offer
}

/** The claims of an order: reads them, refreshes them on hints, sends answers. */
export const claimsMachine = setup({
  types: {
    input: {} as ClaimsInput,
    context: {} as ClaimsContext,
    events: {} as ClaimsEvent,
    meta: {} as ScreenMeta<ClaimsEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    answerClaim: fromPromise<unknown, { answer: ClaimAnswer | null }>(notProvided('claims', 'answerClaim')),
  },
  actions: {
    setClaims: assign({ claims: (_, { claims }: { claims: OrderClaims }) => claims }),
    dropClaims: assign({ claims: null, answer: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    beginAnswer: assign(({ context, event }) => {
      assertEvent(event, 'answer.begin')
      const { claimId, action } = event
      const offer = findClaim(context.claims, claimId)?.offer?.number ?? 0
      const words = context.readUnsentText(claimId, action)
      return { answer: { claimId, action, offer, words }, problem: null }
    }),
    setAnswerText: assign({
      answer: ({ context, event }) => {
        assertEvent(event, 'answer.write')
        return context.answer && { ...context.answer, words: event.words }
      },
    }),
    saveAnswerText: notProvided('claims', 'saveAnswerText'),
    clearAnswerText: notProvided('claims', 'clearAnswerText'),
    dropAnswer: assign({ answer: null, problem: null }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    canAnswer: ({ context, event }) =>
      'claimId' in event &&
      (findClaim(context.claims, event.claimId)?.actions.includes(event.action) ?? false),
    isTextMissing: ({ context: { answer } }) =>
      answer !== null && needsText(answer.action) && cleanLines(answer.words) === '',
    isAnswerOutdated: ({ context }, { claims }: { claims: OrderClaims }) =>
      !isAnswerPossible(claims, context.answer),
  },
}).createMachine({
  id: 'claims',
  meta: { page: '/order/claims/:orderId', title: 'order.title', systemEvents: ['claims.changed'] },
  context: ({ input }) => ({ ...input, claims: null, answer: null, problem: null }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setClaims', params: ({ event }) => ({ claims: event.value }) } },
    'reading.gone': { target: '.idle', actions: 'dropClaims' },
    'reading.changed': { actions: 'refreshSnapshot' },
    'claims.changed': { actions: 'readAgain' },
  },
  states: {
    idle: {
      on: { 'answer.begin': { guard: 'canAnswer', target: 'asking', actions: 'beginAnswer' } },
    },
    asking: {
      description: 'Explains the answer, and takes its text.',
      initial: 'pristine',
      on: {
        'reading.done': [
          {
            guard: { type: 'isAnswerOutdated', params: ({ event }) => ({ claims: event.value }) },
            description: 'The claim was already answered, or has a newer offer.',
            target: 'idle',
            actions: [
              { type: 'setClaims', params: ({ event }) => ({ claims: event.value }) },
              'clearAnswerText',
              'dropAnswer',
            ],
          },
          { actions: { type: 'setClaims', params: ({ event }) => ({ claims: event.value }) } },
        ],
        'answer.write': { actions: ['setAnswerText', 'saveAnswerText', 'clearProblem'] },
        'answer.send': [
          { guard: 'isTextMissing', target: '.showingErrors' },
          { target: 'answering', actions: 'clearProblem' },
        ],
        'answer.dismiss': {
          description: 'Keeps the typed text for the next time.',
          target: 'idle',
          actions: 'dropAnswer',
        },
      },
      states: {
        pristine: {},
        showingErrors: { description: 'A missing text shows its message.' },
      },
    },
    answering: {
      tags: 'busy',
      invoke: {
        id: 'answerClaim',
        src: 'answerClaim',
        input: ({ context }) => ({ answer: context.answer }),
        onDone: { target: 'idle', actions: ['clearAnswerText', 'dropAnswer', 'readAgain'] },
        onError: {
          description: 'The answer may have been saved: read the claims again.',
          target: 'asking',
          actions: ['setProblem', 'readAgain'],
        },
      },
    },
  },
})

export type ClaimsActor = ActorRefFrom<typeof claimsMachine>
