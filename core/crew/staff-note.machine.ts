import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { StaffNote } from '../contract/staff-note.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import type * as staffNote from './staff-note.ts'

/** An employee's note about an order, for operators. */
export const staffNoteMachine = setup({
  types: {
    input: {} as staffNote.StaffNoteInput,
    context: {} as staffNote.StaffNoteContext,
    events: {} as staffNote.StaffNoteEvent,
    meta: {} as ScreenMeta<staffNote.StaffNoteEvent>,
    tags: {} as 'busy',
  },
  actors: {
    sendNote: fromPromise<StaffNote, staffNote.SendNoteInput>(notProvided('staffNote', 'sendNote')),
  },
  actions: {
    setWords: assign({ words: (_, words: string) => words, key: '', problem: null }),
    prepareKey: assign({ key: ({ context }) => context.key || context.newKey() }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    clear: assign({ words: '', key: '', problem: null }),
  },
  guards: {
    hasWords: ({ context }) => context.words.trim() !== '',
  },
}).createMachine({
  id: 'staffNote',
  meta: { page: '/crew/orders/:orderId', title: 'crewOrder.title' },
  context: ({ input }) => ({ ...input, words: '', key: '', problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'Words that weren’t sent stay for the next time.',
      on: { 'note.open': { target: 'writing' } },
    },
    writing: {
      on: {
        'note.change': { actions: { type: 'setWords', params: ({ event }) => event.words } },
        'note.send': { guard: 'hasWords', target: 'sending', actions: ['prepareKey', 'clearProblem'] },
        'note.drop': { target: 'closed', actions: 'clearProblem' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendNote',
        src: 'sendNote',
        input: ({ context: { words, key } }) => ({ words, key }),
        onDone: { target: 'sent', actions: 'clear' },
        onError: {
          target: 'writing',
          actions: 'setProblem',
          description: 'The note may have arrived. The same words are sent again under the same key.',
        },
      },
    },
    sent: { on: { 'note.open': { target: 'writing' } } },
  },
})

export type StaffNoteActor = ActorRefFrom<typeof staffNoteMachine>
