import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as task from './desk-task.ts'

/** One task of a desk: enter a text, if the task needs one, and send. */
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
    setText: assign({ text: (_, text: string) => text, problem: null }),
    clearText: assign({ text: '', problem: null }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    announceDone: emit({ type: 'task.done' }),
  },
  guards: {
    isComplete: ({ context }) => task.isTaskComplete(context),
  },
}).createMachine({
  id: 'deskTask',
  meta: { page: '/crew/sites/:siteId/today', title: 'crewSiteDay.title' },
  context: ({ input }) => ({ ...input, text: '', problem: null }),
  initial: 'closed',
  states: {
    closed: {
      on: { 'task.open': { target: 'entering', actions: 'clearText' } },
    },
    entering: {
      on: {
        'task.change': { actions: { type: 'setText', params: ({ event }) => event.text } },
        'task.send': { guard: 'isComplete', target: 'sending', actions: 'clearProblem' },
        'task.drop': { target: 'closed' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendTask',
        src: 'sendTask',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'closed', actions: 'announceDone' },
        onError: { target: 'entering', actions: 'setProblem' },
      },
    },
  },
})

export type DeskTaskActor = ActorRefFrom<typeof deskTaskMachine>
