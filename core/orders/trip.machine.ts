import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Trip } from '../contract/trip.ts'
import { isNotFound } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export type TripInput = {
  /** Milliseconds since 1970. */
  now: () => number
}

export type TripEvent = ReadingUpdate<Trip> | { type: 'trip.retry' }

type TripContext = TripInput & {
  /** Null before the first reading and after the link has ended. */
  trip: Trip | null
  /** When the trip was last read, in ms since 1970. */
  loadedAt: number
}

/** The receiver's page: reads a trip by its link, without an account. Long polling keeps it live. */
export const tripMachine = setup({
  types: {
    input: {} as TripInput,
    context: {} as TripContext,
    events: {} as TripEvent,
    meta: {} as ScreenMeta<TripEvent>,
  },
  actors: {
    reading: readingMachine,
    waitForChange: fromPromise<{ isChanged: boolean }, { version: string }>(
      notProvided('trip', 'waitForChange'),
    ),
  },
  actions: {
    setTrip: assign(({ context }, trip: Trip) => ({ trip, loadedAt: context.now() })),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    dropTrip: assign({ trip: null, loadedAt: 0 }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isUnchanged: ({ event }) => (event as { output?: { isChanged?: boolean } }).output?.isChanged === false,
    isNotFound: ({ event }) => isNotFound(failureOfEvent(event)),
    isReading: (_, isReading: boolean) => isReading,
    hasTrip: ({ context }) => context.trip !== null,
  },
  delays: {
    retryPause: 3_000,
    // Prevents a tight loop while a stopping server answers at once. A revoked link still disappears within 2 s.
    pollPause: 1_000,
  },
}).createMachine({
  id: 'trip',
  meta: { page: '/trip/:token', title: 'trip.title' },
  context: ({ input }) => ({ ...input, trip: null, loadedAt: 0 }),
  initial: 'open',
  states: {
    open: {
      description: 'The link is valid as far as the client knows.',
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
        onError: { description: 'The page keeps the last value.' },
      },
      on: {
        'reading.gone': { target: 'ended' },
        'trip.retry': { target: '.reading', actions: 'readAgain' },
      },
      initial: 'reading',
      states: {
        reading: {
          description: 'Shows the previous value, if any, while reading.',
          on: {
            'reading.done': {
              target: 'live',
              actions: { type: 'setTrip', params: ({ event }) => event.value },
            },
            'reading.changed': [
              {
                guard: { type: 'isReading', params: ({ event }) => event.isReading },
                actions: 'refreshSnapshot',
              },
              { guard: 'hasTrip', target: 'behind' },
              { target: 'failed' },
            ],
          },
        },
        live: {
          description: 'Changes appear automatically.',
          on: {
            'reading.done': {
              target: 'live',
              reenter: true,
              actions: { type: 'setTrip', params: ({ event }) => event.value },
            },
          },
          initial: 'waiting',
          states: {
            waiting: {
              description: 'Long polling: the server answers on a change or after a timeout.',
              invoke: {
                id: 'waitForChange',
                src: 'waitForChange',
                input: ({ context }) => ({ version: context.trip?.version ?? '' }),
                onDone: [
                  { guard: 'isUnchanged', target: 'pausing' },
                  { target: '#trip.open.reading', actions: 'readAgain' },
                ],
                onError: [{ guard: 'isNotFound', target: '#trip.ended' }, { target: '#trip.open.behind' }],
              },
            },
            pausing: {
              description: 'Limits requests to one per second.',
              after: { pollPause: 'waiting' },
            },
          },
        },
        behind: {
          description: 'The connection is down. The page shows the last state and retries.',
          after: { retryPause: { target: 'reading', actions: 'readAgain' } },
          on: {
            'reading.done': {
              target: 'live',
              actions: { type: 'setTrip', params: ({ event }) => event.value },
            },
          },
        },
        failed: {
          description: 'The first read failed.',
          on: {
            'reading.done': {
              target: 'live',
              actions: { type: 'setTrip', params: ({ event }) => event.value },
            },
          },
        },
      },
    },
    ended: {
      description: 'The link was revoked, has expired or never existed. The page shows no data.',
      entry: 'dropTrip',
    },
  },
})

export type TripActor = ActorRefFrom<typeof tripMachine>
