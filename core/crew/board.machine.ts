import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Board } from '../contract/board.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import { isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as board from './board.ts'

/** A day's orders by courier. Operators give the selected ones to a courier, one call after another. */
export const boardMachine = setup({
  types: {
    input: {} as board.BoardInput,
    context: {} as board.BoardContext,
    events: {} as board.BoardEvent,
    meta: {} as ScreenMeta<board.BoardEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    assignOrder: fromPromise<OperatorOrder, board.AssignOrderInput>(notProvided('board', 'assignOrder')),
  },
  actions: {
    setBoard: assign(({ context }, latest: Board) => board.withBoard(context, latest)),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    showLatestRows: assign({ rows: ({ context }) => context.board?.unassigned ?? [] }),
    toggleOrder: assign(({ context }, orderId: string) => board.withToggled(context, orderId)),
    clearSelection: assign({ selected: [], courierId: '', answers: [] }),
    setCourier: assign({ courierId: (_, employeeId: string) => employeeId }),
    setFirstAssignment: assign(({ context }) => board.withFirstAssignment(context)),
    addDone: assign(({ context }) => board.withAnswer(context, { failure: null, isLost: false })),
    addRefusal: assign(({ context, event }) =>
      board.withAnswer(context, { failure: failureOfEvent(event), isLost: false }),
    ),
    addLostAnswer: assign(({ context, event }) =>
      board.withAnswer(context, { failure: failureOfEvent(event), isLost: true }),
    ),
  },
  guards: {
    isBehind: ({ context }) => board.isBoardBehind(context),
    canSelect: ({ context }, orderId: string) => board.canSelect(context, orderId),
    hasSelection: ({ context }) => context.selected.length > 0 || context.answers.length > 0,
    isTaker: ({ context }, employeeId: string) => board.isTaker(context, employeeId),
    canAssign: ({ context }) => board.canAssign(context),
    isLastOrder: ({ context }) => context.pending.length <= 1,
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'board',
  meta: { page: '/crew/board', title: 'crewBoard.title' },
  context: ({ input: { newKey } }) => ({
    board: null,
    rows: [],
    selected: [],
    courierId: '',
    pending: [],
    assignment: null,
    answers: [],
    newKey,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setBoard', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'reading.gone': { actions: 'refreshSnapshot' },
    'board.update': { guard: 'isBehind', actions: 'showLatestRows' },
  },
  states: {
    idle: {
      description: 'The operator selects orders and a courier.',
      on: {
        'order.toggle': {
          guard: { type: 'canSelect', params: ({ event }) => event.orderId },
          actions: { type: 'toggleOrder', params: ({ event }) => event.orderId },
        },
        'selection.clear': { guard: 'hasSelection', actions: 'clearSelection' },
        'courier.choose': {
          guard: { type: 'isTaker', params: ({ event }) => event.employeeId },
          actions: { type: 'setCourier', params: ({ event }) => event.employeeId },
        },
        'orders.assign': { guard: 'canAssign', target: 'assigning', actions: 'setFirstAssignment' },
      },
    },
    assigning: {
      description: 'Each order is answered separately. A refused one stays selected.',
      tags: 'busy',
      invoke: {
        id: 'assignOrder',
        src: 'assignOrder',
        input: ({ context: { assignment } }) => ({ assignment }),
        onDone: [
          { guard: 'isLastOrder', target: 'idle', actions: ['addDone', 'readAgain'] },
          { target: 'assigning', reenter: true, actions: 'addDone' },
        ],
        onError: [
          {
            guard: 'isOutcomeUnknown',
            target: 'idle',
            actions: ['addLostAnswer', 'readAgain'],
            description: 'The other orders stay selected too.',
          },
          { guard: 'isLastOrder', target: 'idle', actions: ['addRefusal', 'readAgain'] },
          { target: 'assigning', reenter: true, actions: 'addRefusal' },
        ],
      },
    },
  },
})

export type BoardActor = ActorRefFrom<typeof boardMachine>
