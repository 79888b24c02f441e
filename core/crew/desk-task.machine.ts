import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as task from './desk-task.ts'

/** One task of a desk: choose bags by tag or enter a text, as the task needs, and send. */
export const deskTaskMachine = setup({
  types: {
    input: {} as task.DeskTaskInput,
    context: {} as task.DeskTaskContext,
    events: {} as task.DeskTaskEvent,
    emitted: {} as task.DeskTaskEmitted,
    meta: {} as ScreenMeta<task.DeskTaskEvent>,
    tags: {} as 'busy',
  },
  actors: {
    sendTask: fromPromise<unknown, task.SendTaskInput>(notProvided('deskTask', 'sendTask')),
  },
  actions: {
    setEntry: assign({ entry: (_, entry: task.DeskTaskEntry) => entry, key: '', problem: null }),
    changeEntry: assign(({ context }, changes: Partial<task.DeskTaskEntry>) => ({
      entry: { ...context.entry, ...changes },
      key: '',
      problem: null,
    })),
    prepareKey: assign({ key: ({ context }) => context.key || context.newKey() }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    announceDone: emit({ type: 'task.done' }),
  },
  guards: {
    isComplete: ({ context }) => task.isTaskComplete(context),
  },
}).createMachine({
  id: 'deskTask',
  meta: { page: '/crew/orders/:orderId', title: 'crewOrder.title' },
  context: ({ input }) => ({ ...input, entry: task.emptyEntry, key: '', problem: null }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'task.open': {
          target: 'entering',
          actions: { type: 'setEntry', params: ({ event }) => event.entry },
        },
      },
    },
    entering: {
      on: {
        'task.change': { actions: { type: 'changeEntry', params: ({ event }) => event.entry } },
        'task.send': {
          guard: 'isComplete',
          target: 'sending',
          actions: ['prepareKey', 'clearProblem'],
          description: 'The same entry keeps its key, so that a repetition isn’t done twice.',
        },
        'task.drop': { target: 'closed' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendTask',
        src: 'sendTask',
        input: ({ context: { entry, key } }) => ({ ...entry, key }),
        onDone: { target: 'closed', actions: 'announceDone' },
        onError: { target: 'entering', actions: 'setProblem' },
      },
    },
  },
})

export type DeskTaskActor = ActorRefFrom<typeof deskTaskMachine>
