import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { PreparedLink } from '../contract/prepared-order.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as prepared from './prepared-link.ts'

/** An order that waits for its guest: its code is shown, its link texted, or it is withdrawn. */
export const preparedLinkMachine = setup({
  types: {
    context: {} as prepared.PreparedLinkContext,
    events: {} as prepared.PreparedLinkEvent,
    meta: {} as ScreenMeta<prepared.PreparedLinkEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    textLink: fromPromise<unknown>(notProvided('preparedLink', 'textLink')),
    withdraw: fromPromise<unknown>(notProvided('preparedLink', 'withdraw')),
  },
  actions: {
    setLink: assign({ link: (_, link: PreparedLink) => link }),
    clearLink: assign({ link: null, problem: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    canText: ({ context }) => prepared.canText(context),
    hasLink: ({ context }) => context.link !== null,
  },
}).createMachine({
  id: 'preparedLink',
  meta: { page: '/crew/prepared/:preparedId', title: 'crewPrepared.title' },
  context: { link: null, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'waiting',
  on: {
    'reading.done': { actions: { type: 'setLink', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'reading.gone': {
      target: '.waiting',
      actions: 'clearLink',
      description: 'The guest has taken it over, or it has expired.',
    },
  },
  states: {
    waiting: {
      description: 'The guest scans the code or opens the link.',
      on: {
        'link.text': { guard: 'canText', target: 'texting', actions: 'clearProblem' },
        'link.withdraw': { guard: 'hasLink', target: 'withdrawing', actions: 'clearProblem' },
      },
    },
    texting: {
      tags: 'busy',
      invoke: {
        id: 'textLink',
        src: 'textLink',
        onDone: { target: 'waiting', actions: 'readAgain' },
        onError: { target: 'waiting', actions: ['setProblem', 'readAgain'] },
      },
    },
    withdrawing: {
      tags: 'busy',
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        onDone: { target: 'withdrawn', actions: 'clearLink' },
        onError: {
          target: 'waiting',
          actions: ['setProblem', 'readAgain'],
          description: 'The guest may have taken it over.',
        },
      },
    },
    withdrawn: { type: 'final', description: 'The link has ended.' },
  },
})

export type PreparedLinkActor = ActorRefFrom<typeof preparedLinkMachine>
