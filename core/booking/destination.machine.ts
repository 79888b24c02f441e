import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import type { SiteDetail } from '../contract/site.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'

export type ChosenPlace = {
  path: string
  /** Whether the form replaces the current history entry. */
  isReplaced: boolean
}

export type DestinationInput = {
  /** Destination site; null if none was named. */
  siteId: string | null
  kept: SiteDetail | null
  /** Whether `kept` can be used without a refetch. */
  isFresh: boolean
}

export type DestinationEvent = ReadingUpdate<SiteDetail> | ({ type: 'place.choose' } & ChosenPlace)

type DestinationContext = DestinationInput & {
  /** Null until read, and if the site is closed. */
  site: SiteDetail | null
  chosen: ChosenPlace | null
}

const openSite = (site: SiteDetail | null) => (site?.isClosed ? null : site)

/** Lets the traveller choose a pickup place while the destination is loading. */
export const destinationMachine = setup({
  types: {
    input: {} as DestinationInput,
    context: {} as DestinationContext,
    events: {} as DestinationEvent,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    openForm: fromPromise<void, { chosen: ChosenPlace | null; site: SiteDetail | null }>(
      notProvided('destination', 'openForm'),
    ),
  },
  actions: {
    keepSite: assign((_, site: SiteDetail) => ({ site: openSite(site) })),
    dropSite: assign({ site: null }),
    keepChosen: assign(({ event }) => {
      assertEvent(event, 'place.choose')
      return { chosen: { path: event.path, isReplaced: event.isReplaced } }
    }),
  },
  guards: {
    isNamed: ({ context }) => context.siteId !== null,
    isKept: ({ context }) => context.kept !== null,
    hasChosen: ({ context }) => context.chosen !== null,
    isMissing: ({ context: { site, chosen } }) => site === null && chosen === null,
    hasStopped: (_, isReading: boolean) => !isReading,
  },
  // How long a tap waits for a destination that is still loading.
  delays: { patience: 4_000 },
}).createMachine({
  id: 'destination',
  context: ({ input }) => ({ ...input, site: openSite(input.kept), chosen: null }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isKept', target: 'named.read' },
        { guard: 'isNamed', target: 'named.reading' },
        { target: 'ready' },
      ],
    },
    named: {
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context: { kept, isFresh }, self }) => ({ kept, isFresh, listener: self }),
        onError: { description: 'A chosen place opens after the timeout.' },
      },
      on: {
        'reading.done': {
          target: '.read',
          actions: { type: 'keepSite', params: ({ event }) => event.value },
        },
        'reading.gone': { target: '.read', actions: 'dropSite' },
        'reading.changed': [
          {
            guard: { type: 'hasStopped', params: ({ event }) => event.isReading },
            target: '.read',
          },
          { guard: 'isMissing', target: '.reading' },
        ],
      },
      initial: 'reading',
      states: {
        reading: {
          description: 'The site is loading.',
          on: { 'place.choose': { target: 'chosen', actions: 'keepChosen' } },
        },
        chosen: {
          description: 'Waits for the destination until a timeout.',
          tags: 'busy',
          on: { 'place.choose': { actions: 'keepChosen', description: 'The latest choice wins.' } },
          after: { patience: { target: '#destination.opening' } },
        },
        read: {
          description: 'The site was read or failed to load. Hints refetch it.',
          always: { guard: 'hasChosen', target: '#destination.opening' },
          on: { 'place.choose': { target: '#destination.opening', actions: 'keepChosen' } },
        },
      },
    },
    ready: {
      description: 'No destination needs loading.',
      on: { 'place.choose': { target: 'opening', actions: 'keepChosen' } },
    },
    opening: {
      description: 'Opens the form of the chosen place, with the destination if known.',
      tags: 'busy',
      invoke: {
        id: 'openForm',
        src: 'openForm',
        input: ({ context: { chosen, site } }) => ({ chosen, site }),
        onDone: { target: 'ready' },
        onError: { target: 'ready' },
      },
      on: {
        'place.choose': {
          target: 'opening',
          reenter: true,
          actions: 'keepChosen',
          description: 'The latest choice wins.',
        },
      },
    },
  },
})

export type DestinationActor = ActorRefFrom<typeof destinationMachine>
