import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { ReceiverLink } from '../contract/trip.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export type LinkState = { link: ReceiverLink | null }

export type ReceiverLinkEvent =
  | ReadingUpdate<LinkState>
  | { type: 'link.make'; showsClaimCode: boolean }
  | { type: 'link.revoke' }

type ReceiverLinkContext = {
  link: ReceiverLink | null
  /** Setting of the link, or the one being saved. */
  showsClaimCode: boolean
  problem: ApiFailure | null
}

/** The link that lets a receiver follow an order: created, updated, revoked. */
export const receiverLinkMachine = setup({
  types: {
    context: {} as ReceiverLinkContext,
    events: {} as ReceiverLinkEvent,
    meta: {} as ScreenMeta<ReceiverLinkEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    makeLink: fromPromise<LinkState, { showsClaimCode: boolean }>(notProvided('receiverLink', 'makeLink')),
    revokeLink: fromPromise<LinkState>(notProvided('receiverLink', 'revokeLink')),
  },
  actions: {
    setLink: assign(({ context }, { link }: LinkState) => ({
      link,
      showsClaimCode: link?.showsClaimCode ?? context.showsClaimCode,
      problem: null,
    })),
    dropLink: assign({ link: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setChoice: assign(({ event }) => {
      assertEvent(event, 'link.make')
      return { showsClaimCode: event.showsClaimCode, problem: null }
    }),
    resetChoice: assign({ showsClaimCode: ({ context }) => context.link?.showsClaimCode ?? false }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isThere: (_, state?: LinkState) => Boolean(state?.link),
    hasLink: ({ context }) => context.link !== null,
  },
}).createMachine({
  id: 'receiverLink',
  meta: { page: '/order/detail/:orderId', title: 'order.title' },
  context: { link: null, showsClaimCode: false, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'unread',
  on: {
    'reading.done': [
      {
        guard: { type: 'isThere', params: ({ event }) => event.value },
        target: '.made',
        actions: { type: 'setLink', params: ({ event }) => event.value },
      },
      { target: '.none', actions: { type: 'setLink', params: ({ event }) => event.value } },
    ],
    'reading.gone': { target: '.unread', actions: 'dropLink' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    unread: { description: 'The order hasn’t been read, so the link is unknown.' },
    none: {
      description: 'The order has no link.',
      on: { 'link.make': { target: 'making', actions: 'setChoice' } },
    },
    making: {
      description: 'Creates the link, or changes what it shows. Its address stays the same.',
      tags: 'busy',
      on: { 'reading.done': { actions: 'refreshSnapshot' }, 'reading.gone': { actions: 'refreshSnapshot' } },
      invoke: {
        id: 'makeLink',
        src: 'makeLink',
        input: ({ context }) => ({ showsClaimCode: context.showsClaimCode }),
        onDone: {
          target: 'made',
          actions: [{ type: 'setLink', params: ({ event }) => event.output }, 'readAgain'],
        },
        onError: [
          { guard: 'hasLink', target: 'made', actions: ['setProblem', 'resetChoice'] },
          { target: 'none', actions: 'setProblem' },
        ],
      },
    },
    made: {
      description: 'Anyone with the link can follow the order.',
      on: {
        'link.make': { target: 'making', actions: 'setChoice' },
        'link.revoke': { target: 'revoking', actions: 'clearProblem' },
      },
    },
    revoking: {
      tags: 'busy',
      on: { 'reading.done': { actions: 'refreshSnapshot' }, 'reading.gone': { actions: 'refreshSnapshot' } },
      invoke: {
        id: 'revokeLink',
        src: 'revokeLink',
        onDone: {
          target: 'none',
          actions: [{ type: 'setLink', params: ({ event }) => event.output }, 'readAgain'],
        },
        onError: {
          target: 'made',
          description: 'The link may still work. Retrying is safe.',
          actions: 'setProblem',
        },
      },
    },
  },
})

export type ReceiverLinkActor = ActorRefFrom<typeof receiverLinkMachine>
