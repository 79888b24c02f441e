import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Passkey } from '../contract/passkey.ts'
import { cleanLine } from '../lib/clean.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isRefusedWith } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import { type PasskeyProblem, passkeyProblemOf } from './passkey-problem.ts'

type PasskeyList = readonly Passkey[]

export type PasskeysEvent =
  | ReadingUpdate<PasskeyList>
  | { type: 'passkey.add' }
  | { type: 'passkey.rename'; passkeyId: string }
  | { type: 'name.change'; name: string }
  | { type: 'name.save' }
  | { type: 'passkey.remove'; passkeyId: string }
  | { type: 'passkey.confirm' }
  | { type: 'passkey.dismiss' }

export type PasskeysInput = {
  /** Whether this device can hold passkeys. */
  canAdd: boolean
}

export type PasskeysContext = PasskeysInput & {
  /** Null until read. */
  list: PasskeyList | null
  /** The passkey that is renamed or removed. */
  entry: { passkeyId: string; name: string } | null
  problem: PasskeyProblem | null
}

const findPasskey = (list: PasskeyList | null, passkeyId: string) =>
  list?.find((passkey) => passkey.passkeyId === passkeyId)

/** Passkeys of a traveller or an employee: adds, renames and, after confirmation, removes them. */
export const passkeysMachine = setup({
  types: {
    input: {} as PasskeysInput,
    context: {} as PasskeysContext,
    events: {} as PasskeysEvent,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    addPasskey: fromPromise<PasskeyList>(notProvided('passkeys', 'addPasskey')),
    renamePasskey: fromPromise<PasskeyList, PasskeysContext['entry']>(
      notProvided('passkeys', 'renamePasskey'),
    ),
    removePasskey: fromPromise<PasskeyList, PasskeysContext['entry']>(
      notProvided('passkeys', 'removePasskey'),
    ),
  },
  actions: {
    setList: assign({ list: (_, { list }: { list: PasskeyList }) => list }),
    dropList: assign({ list: null, entry: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    beginEntry: assign(({ context, event }) => {
      assertEvent(event, ['passkey.rename', 'passkey.remove'])
      const found = findPasskey(context.list, event.passkeyId)
      return { entry: found ? { passkeyId: found.passkeyId, name: found.name } : null, problem: null }
    }),
    setName: assign(({ context, event }) => {
      assertEvent(event, 'name.change')
      return { entry: context.entry && { ...context.entry, name: event.name }, problem: null }
    }),
    dropEntry: assign({ entry: null, problem: null }),
    setProblem: assign({ problem: ({ event }) => passkeyProblemOf('error' in event ? event.error : event) }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    canAdd: ({ context }) => context.canAdd && context.list !== null,
    isListed: ({ context, event }) =>
      'passkeyId' in event && findPasskey(context.list, event.passkeyId) !== undefined,
    isNameless: ({ context: { entry } }) => entry === null || cleanLine(entry.name) === '',
    isGone: ({ event }) => isRefusedWith(failureOfEvent(event), errorCodes.notFound),
  },
}).createMachine({
  id: 'passkeys',
  context: ({ input: { canAdd } }) => ({ canAdd, list: null, entry: null, problem: null }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
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
      initial: 'plain',
      on: {
        'passkey.add': { guard: 'canAdd', target: 'adding', actions: 'clearProblem' },
        'passkey.rename': { guard: 'isListed', target: 'renaming', actions: 'beginEntry' },
        'passkey.remove': { guard: 'isListed', target: 'confirming', actions: 'beginEntry' },
      },
      states: {
        plain: {},
        added: { description: 'Says so once.' },
      },
    },
    adding: {
      description: 'The device asks its user to agree.',
      tags: 'busy',
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        onDone: {
          target: 'idle.added',
          actions: [{ type: 'setList', params: ({ event }) => ({ list: event.output }) }, 'readAgain'],
        },
        onError: {
          target: 'idle',
          actions: ['setProblem', 'readAgain'],
          description: 'The server may have added it although the answer was lost.',
        },
      },
    },
    renaming: {
      initial: 'pristine',
      on: {
        'name.change': { actions: 'setName' },
        'name.save': [
          { guard: 'isNameless', target: '.showingError' },
          { target: 'saving', actions: 'clearProblem' },
        ],
        'passkey.dismiss': { target: 'idle', actions: 'dropEntry' },
      },
      states: {
        pristine: {},
        showingError: { description: 'A passkey needs a name.' },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'renamePasskey',
        src: 'renamePasskey',
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
            description: 'The passkey was removed on another device.',
          },
          { target: 'renaming', actions: 'setProblem' },
        ],
      },
    },
    confirming: {
      description: 'Asks for confirmation before removing a passkey, and says what is left to sign in with.',
      on: {
        'passkey.confirm': { target: 'removing', actions: 'clearProblem' },
        'passkey.dismiss': { target: 'idle', actions: 'dropEntry' },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
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
            description: 'The passkey was already removed.',
          },
          { target: 'confirming', actions: 'setProblem' },
        ],
      },
    },
  },
})

export type PasskeysActor = ActorRefFrom<typeof passkeysMachine>
