import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import type { SiteDetail } from '../contract/site.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingNews, readingMachine } from '../lib/reading.machine.ts'

/** A place that an order begins at. */
export type ChosenPlace = {
  /** Address of its form. */
  path: string
  /** Whether the page of the choice is left for good: "back" does not lead there. */
  isReplaced: boolean
}

export type DestinationInput = {
  /** The site that the order goes to; null where none was named. */
  siteId: string | null
  /** What came of it with the page; null when nothing did. */
  kept: SiteDetail | null
  /** Whether `kept` was read just now. */
  isFresh: boolean
}

export type DestinationEvent = ReadingNews<SiteDetail> | ({ type: 'place.choose' } & ChosenPlace)

type DestinationContext = DestinationInput & {
  /** Null until it is read, and where it takes no bags any more. */
  site: SiteDetail | null
  chosen: ChosenPlace | null
}

const openSite = (site: SiteDetail | null) => (site?.isClosed ? null : site)

/** Where an order goes that is about to begin: its place may be chosen before its destination is read. */
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
  // As long as a tap may wait for a site that comes soon.
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
        onError: { description: 'A chosen place waits for as long as its patience lasts.' },
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
          description: 'The site is on its way.',
          on: { 'place.choose': { target: 'chosen', actions: 'keepChosen' } },
        },
        chosen: {
          description: 'The order waits for its destination, but not for long.',
          tags: 'busy',
          on: { 'place.choose': { actions: 'keepChosen', description: 'The last one counts.' } },
          after: { patience: { target: '#destination.opening' } },
        },
        read: {
          description: 'It is read, or could not be, and is read again on a hint.',
          always: { guard: 'hasChosen', target: '#destination.opening' },
          on: { 'place.choose': { target: '#destination.opening', actions: 'keepChosen' } },
        },
      },
    },
    ready: {
      description: 'There is nothing to wait for.',
      on: { 'place.choose': { target: 'opening', actions: 'keepChosen' } },
    },
    opening: {
      description: 'The form of the chosen place is opened, with the destination if that is known.',
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
          description: 'The last one counts.',
        },
      },
    },
  },
})

export type DestinationActor = ActorRefFrom<typeof destinationMachine>
