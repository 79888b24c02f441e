import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'
import { type PasskeyProblem, passkeyProblemOf } from './passkey-problem.ts'

export type PasskeyOfferEvent = { type: 'offer.accept' } | { type: 'offer.decline' }

type PasskeyOfferContext = { problem: PasskeyProblem | null }

/** Offers a passkey once per device, unless the account has one. */
export const passkeyOfferMachine = setup({
  types: { context: {} as PasskeyOfferContext, events: {} as PasskeyOfferEvent, tags: {} as 'busy' },
  actors: {
    findNeed: fromPromise<boolean>(notProvided('passkeyOffer', 'findNeed')),
    addPasskey: fromPromise<unknown>(notProvided('passkeyOffer', 'addPasskey')),
  },
  actions: {
    storeAnswer: notProvided('passkeyOffer', 'storeAnswer'),
    setProblem: assign({ problem: ({ event }) => passkeyProblemOf('error' in event ? event.error : event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isNeeded: (_, { isNeeded }: { isNeeded: boolean }) => isNeeded,
    hasOne: (_, { code }: PasskeyProblem) => code === 'alreadyHere' || code === 'tooMany',
  },
}).createMachine({
  id: 'passkeyOffer',
  context: { problem: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        id: 'findNeed',
        src: 'findNeed',
        onDone: [
          {
            guard: { type: 'isNeeded', params: ({ event }) => ({ isNeeded: event.output }) },
            target: 'offered',
          },
          { target: 'closed' },
        ],
        onError: { target: 'closed', description: 'The next visit offers it.' },
      },
    },
    offered: {
      on: {
        'offer.accept': { target: 'adding', actions: 'clearProblem' },
        'offer.decline': { target: 'closed', actions: 'storeAnswer' },
      },
    },
    adding: {
      tags: 'busy',
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        onDone: { target: 'added', actions: 'storeAnswer' },
        onError: [
          {
            guard: { type: 'hasOne', params: ({ event }) => passkeyProblemOf(event.error) },
            target: 'closed',
            actions: 'storeAnswer',
          },
          { target: 'offered', actions: 'setProblem' },
        ],
      },
    },
    added: { type: 'final', description: 'Says so until the page is left.' },
    closed: { type: 'final' },
  },
})

export type PasskeyOfferActor = ActorRefFrom<typeof passkeyOfferMachine>
