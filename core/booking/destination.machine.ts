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
  initialSite: SiteDetail | null
  /** Whether `kept` can be used without a refetch. */
  isFresh: boolean
}

export type DestinationEvent = ReadingUpdate<SiteDetail> | ({ type: 'place.choose' } & ChosenPlace)

type DestinationContext = DestinationInput & {
  /** Null until read, and if the site is closed. */
  site: SiteDetail | null
  chosenPlace: ChosenPlace | null
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
    openForm: fromPromise<void, { chosenPlace: ChosenPlace | null; site: SiteDetail | null }>(
      notProvided('destination', 'openForm'),
    ),
  },
  actions: {
    setSite: assign((_, site: SiteDetail) => ({ site: openSite(site) })),
    dropSite: assign({ site: null }),
    setChosenPlace: assign(({ event }) => {
      assertEvent(event, 'place.choose')
      return { chosenPlace: { path: event.path, isReplaced: event.isReplaced } }
    }),
  },
  guards: {
    hasDestination: ({ context }) => context.siteId !== null,
    hasInitialSite: ({ context }) => context.initialSite !== null,
    hasChosen: ({ context }) => context.chosenPlace !== null,
    isMissing: ({ context: { site, chosenPlace } }) => site === null && chosenPlace === null,
    hasStopped: (_, isReading: boolean) => !isReading,
  },
  // How long a tap waits for a destination that is still loading.
  delays: { destinationWait: 4_000 },
}).createMachine({
  id: 'destination',
  context: ({ input }) => ({ ...input, site: openSite(input.initialSite), chosenPlace: null }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'hasInitialSite', target: 'named.read' },
        { guard: 'hasDestination', target: 'named.reading' },
        { target: 'ready' },
      ],
    },
    named: {
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context: { initialSite, isFresh }, self }) => ({
          initialValue: initialSite,
          isFresh,
          listener: self,
        }),
        onError: { description: 'A chosenPlace place opens after the timeout.' },
      },
      on: {
        'reading.done': {
          target: '.read',
          actions: { type: 'setSite', params: ({ event }) => event.value },
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
          on: { 'place.choose': { target: 'chosen', actions: 'setChosenPlace' } },
        },
        chosen: {
          description: 'Waits for the destination until a timeout.',
          tags: 'busy',
          on: { 'place.choose': { actions: 'setChosenPlace', description: 'The latest choice wins.' } },
          after: { destinationWait: { target: '#destination.opening' } },
        },
        read: {
          description: 'The site was read or failed to load. Hints refetch it.',
          always: { guard: 'hasChosen', target: '#destination.opening' },
          on: { 'place.choose': { target: '#destination.opening', actions: 'setChosenPlace' } },
        },
      },
    },
    ready: {
      description: 'No destination needs loading.',
      on: { 'place.choose': { target: 'opening', actions: 'setChosenPlace' } },
    },
    opening: {
      description: 'Opens the form of the chosenPlace place, with the destination if known.',
      tags: 'busy',
      invoke: {
        id: 'openForm',
        src: 'openForm',
        input: ({ context: { chosenPlace, site } }) => ({ chosenPlace, site }),
        onDone: { target: 'ready' },
        onError: { target: 'ready' },
      },
      on: {
        'place.choose': {
          target: 'opening',
          reenter: true,
          actions: 'setChosenPlace',
          description: 'The latest choice wins.',
        },
      },
    },
  },
})

export type DestinationActor = ActorRefFrom<typeof destinationMachine>
