import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Queue } from '../contract/queue.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as queue from './queue.ts'

/** An operator's live queue. Its rows stay in their places until the operator updates the list. */
export const queueMachine = setup({
  types: {
    context: {} as queue.QueueContext,
    events: {} as queue.QueueEvent,
    meta: {} as ScreenMeta<queue.QueueEvent>,
  },
  actors: { reading: readingMachine },
  actions: {
    setLatest: assign({ latest: (_, latest: Queue) => latest }),
    showLatest: assign({ shown: ({ context }) => context.latest?.list ?? null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
  },
  guards: {
    movesRows: ({ context }, latest: Queue | undefined) => queue.movesRows(context, latest),
  },
}).createMachine({
  id: 'queue',
  meta: { page: '/crew', title: 'crewHome.title' },
  context: { shown: null, latest: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'current',
  on: {
    'reading.done': [
      {
        guard: { type: 'movesRows', params: ({ event }) => event.value },
        target: '.behind',
        actions: { type: 'setLatest', params: ({ event }) => event.value },
      },
      {
        target: '.current',
        actions: [{ type: 'setLatest', params: ({ event }) => event.value }, 'showLatest'],
      },
    ],
    'reading.changed': { actions: 'refreshSnapshot' },
    'reading.gone': { actions: 'refreshSnapshot' },
  },
  states: {
    current: { description: 'The rows are those of the last read.' },
    behind: {
      description: 'Rows would appear, leave or move. The page says so and keeps them.',
      on: { 'queue.update': { target: 'current', actions: 'showLatest' } },
    },
  },
})

export type QueueActor = ActorRefFrom<typeof queueMachine>
