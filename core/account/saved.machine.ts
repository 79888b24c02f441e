import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { SavedContent, SavedEntry } from '../contract/saved.ts'
import type { Phone } from '../contract/user.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { savedProblems } from './saved.ts'

type SavedList = readonly SavedEntry[]

export type SavedEvent =
  | ReadingUpdate<SavedList>
  | { type: 'entry.edit'; savedId: string }
  | { type: 'entry.change'; content: SavedContent }
  | { type: 'entry.save' }
  | { type: 'entry.remove'; savedId: string }
  | { type: 'entry.confirm' }
  | { type: 'entry.dismiss' }

export type SavedInput = {
  cachedList: SavedList | null
  isValidPhone: (phone: Phone) => boolean
}

type SavedContext = Pick<SavedInput, 'isValidPhone'> & {
  /** Null until read. */
  list: SavedList | null
  entry: { savedId: string; content: SavedContent } | null
  /** Failure of the last request; null after a success. */
  problem: ApiFailure | null
}

const findEntry = (list: SavedList | null, savedId: string) =>
  list?.find((entry) => entry.savedId === savedId)

/** Saved recipients and addresses: reads, edits and, after confirmation, removes them. */
export const savedMachine = setup({
  types: {
    input: {} as SavedInput,
    context: {} as SavedContext,
    events: {} as SavedEvent,
    meta: {} as ScreenMeta<SavedEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    changeEntry: fromPromise<SavedList, SavedContext['entry']>(notProvided('saved', 'changeEntry')),
    removeEntry: fromPromise<SavedList, SavedContext['entry']>(notProvided('saved', 'removeEntry')),
  },
  actions: {
    setList: assign({ list: (_, { list }: { list: SavedList }) => list }),
    dropList: assign({ list: null, entry: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    beginEntry: assign(({ context, event }) => {
      assertEvent(event, ['entry.edit', 'entry.remove'])
      const { savedId } = event
      const found = findEntry(context.list, savedId)
      return { entry: found ? { savedId, content: found.content } : null, problem: null }
    }),
    setContent: assign(({ context, event }) => {
      assertEvent(event, 'entry.change')
      return { entry: context.entry && { ...context.entry, content: event.content }, problem: null }
    }),
    dropEntry: assign({ entry: null, problem: null }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isListed: ({ context, event }) =>
      'savedId' in event && findEntry(context.list, event.savedId) !== undefined,
    isInvalid: ({ context: { entry, isValidPhone } }) =>
      entry !== null && Object.keys(savedProblems(entry.content, isValidPhone)).length > 0,
    isGone: ({ event }) => isRefusedWith(failureOfEvent(event), errorCodes.notFound),
  },
}).createMachine({
  id: 'saved',
  meta: { page: '/person/saved', title: 'saved.title' },
  context: ({ input: { cachedList: list, isValidPhone } }) => ({
    isValidPhone,
    list,
    entry: null,
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ context: { list }, self }) => ({ initialValue: list, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setList', params: ({ event }) => ({ list: event.value }) } },
    'reading.gone': { target: '.idle', actions: 'dropList' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    idle: {
      on: {
        'entry.edit': { guard: 'isListed', target: 'editing', actions: 'beginEntry' },
        'entry.remove': { guard: 'isListed', target: 'confirming', actions: 'beginEntry' },
      },
    },
    editing: {
      initial: 'pristine',
      on: {
        'entry.change': { actions: 'setContent' },
        'entry.save': [
          { guard: 'isInvalid', target: '.showingErrors' },
          { target: 'saving', actions: 'clearProblem' },
        ],
        'entry.dismiss': { target: 'idle', actions: 'dropEntry' },
      },
      states: {
        pristine: {},
        showingErrors: { description: 'Each missing or invalid field shows its own message.' },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'changeEntry',
        src: 'changeEntry',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'idle',
          actions: [
            { type: 'setList', params: ({ event }) => ({ list: event.output }) },
            'dropEntry',
            'readAgain',
          ],
        },
        onError: [
          {
            guard: 'isGone',
            target: 'idle',
            actions: ['dropEntry', 'readAgain'],
            description: 'The entry was removed on another device.',
          },
          { target: 'editing', actions: 'setProblem' },
        ],
      },
    },
    confirming: {
      description: 'Asks for confirmation before removing an entry.',
      on: {
        'entry.confirm': { target: 'removing', actions: 'clearProblem' },
        'entry.dismiss': { target: 'idle', actions: 'dropEntry' },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeEntry',
        src: 'removeEntry',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'idle',
          actions: [
            { type: 'setList', params: ({ event }) => ({ list: event.output }) },
            'dropEntry',
            'readAgain',
          ],
        },
        onError: [
          {
            guard: 'isGone',
            target: 'idle',
            actions: ['dropEntry', 'readAgain'],
            description: 'The entry was already removed.',
          },
          { target: 'confirming', actions: 'setProblem' },
        ],
      },
    },
  },
})

export type SavedActor = ActorRefFrom<typeof savedMachine>
