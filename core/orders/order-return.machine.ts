import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { DeliveryChoice } from '../booking/draft-shape.ts'
import type { Order, ReturnChoice } from '../contract/order.ts'
import { type ApiFailure, isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { choiceOfDraft, emptyReturnDraft, type ReturnDraft, returnFingerprint } from './order-return.ts'
import { type ReturnStage, returnStage } from './return-stage.ts'

export type OrderReturnInput = {
  cachedOrder: Order | null
  draft: ReturnDraft | null
}

export type OrderReturnEvent =
  | ReadingUpdate<Order>
  | { type: 'choice.pick'; kind: ReturnChoice['kind'] }
  /** Sets another place: one of our sites or an address. */
  | { type: 'choice.locate'; place: DeliveryChoice }
  | { type: 'choice.send' }
  | { type: 'choice.edit' }
  | { type: 'choice.leave' }

type OrderReturnContext = {
  order: Order | null
  draft: ReturnDraft
  /** Why the last choice failed; null after another choice or a reading that settles it. */
  problem: ApiFailure | null
}

const chosenStages: readonly (ReturnStage | null)[] = ['staying', 'unpaid', 'chosen']
/** Before a courier sets out. */
const openStages: readonly (ReturnStage | null)[] = ['asked', ...chosenStages]

const isDraftCurrent = ({ kind, about }: ReturnDraft, order: Order) =>
  kind !== null && openStages.includes(returnStage(order)) && about === returnFingerprint(order)

/** The return page: asks where uncollected bags go, then follows them there. */
export const orderReturnMachine = setup({
  types: {
    input: {} as OrderReturnInput,
    context: {} as OrderReturnContext,
    events: {} as OrderReturnEvent,
    meta: {} as ScreenMeta<OrderReturnEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    sendChoice: fromPromise<Order, { choice: ReturnChoice | null }>(notProvided('orderReturn', 'sendChoice')),
  },
  actions: {
    setOrder: assign({ order: (_, order: Order) => order }),
    setKind: assign(({ context, event }) => {
      assertEvent(event, 'choice.pick')
      const about = context.order && returnFingerprint(context.order)
      return { draft: { ...context.draft, kind: event.kind, about }, problem: null }
    }),
    setPlace: assign(({ context, event }) => {
      assertEvent(event, 'choice.locate')
      const about = context.order && returnFingerprint(context.order)
      return { draft: { kind: 'address' as const, place: event.place, about }, problem: null }
    }),
    dropDraft: assign({ draft: emptyReturnDraft }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    dropOrder: assign({ order: null, draft: emptyReturnDraft, problem: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({ problem: ({ context }) => context.problem }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isUnread: ({ context }) => context.order === null,
    isAsked: ({ context: { order } }) => order !== null && returnStage(order) === 'asked',
    isChosen: ({ context: { order } }) => order !== null && chosenStages.includes(returnStage(order)),
    isDrafted: ({ context: { order, draft } }) => order !== null && isDraftCurrent(draft, order),
    isStillDrafted: ({ context }, read?: Order) => read !== undefined && isDraftCurrent(context.draft, read),
    isOpen: ({ context: { order } }) => order !== null && openStages.includes(returnStage(order)),
    isMoving: ({ context: { order } }) => order !== null && returnStage(order) === 'moving',
    isThere: ({ context: { order } }) => order !== null && returnStage(order) === 'there',
    isSameQuestion: ({ context: { order } }, read?: Order) =>
      order !== null &&
      read !== undefined &&
      returnStage(order) === returnStage(read) &&
      returnFingerprint(order) === returnFingerprint(read),
    mayKeep: ({ context: { order }, event }) =>
      event.type === 'choice.pick' && (event.kind !== 'keep' || order?.returning?.canKeep === true),
    isComplete: ({ context: { draft } }) => choiceOfDraft(draft) !== null,
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'orderReturn',
  meta: { page: '/order/return/:orderId', title: 'order.title' },
  context: ({ input: { cachedOrder: order, draft } }) => ({
    order,
    draft: draft ?? emptyReturnDraft,
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ context: { order }, self }) => ({ initialValue: order, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'sorting',
  on: {
    'reading.done': {
      target: '.sorting',
      actions: { type: 'setOrder', params: ({ event }) => event.value },
    },
    'reading.gone': { target: '.notThere', actions: 'dropOrder' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    sorting: {
      description: 'The order’s state selects the page’s content.',
      always: [
        { guard: 'isUnread', target: 'unread' },
        {
          guard: 'isDrafted',
          target: 'choosing',
          description: 'Keeps an unfinished choice while the order’s state allows it.',
        },
        { guard: 'isAsked', target: 'choosing' },
        { guard: 'isChosen', target: 'chosen', actions: 'dropDraft' },
        { guard: 'isMoving', target: 'moving', actions: 'dropDraft' },
        { guard: 'isThere', target: 'there', actions: ['dropDraft', 'clearProblem'] },
        { target: 'over', actions: ['dropDraft', 'clearProblem'] },
      ],
    },
    unread: { description: 'The order hasn’t been read yet.' },
    choosing: {
      description: 'The traveller can choose until a courier sets out. The bags can still be collected.',
      on: {
        'reading.done': [
          {
            guard: { type: 'isSameQuestion', params: ({ event }) => event.value },
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
          {
            description: 'Chosen in another tab or by an operator, or a courier has set out.',
            target: 'sorting',
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
        ],
        'choice.pick': { guard: 'mayKeep', actions: 'setKind' },
        'choice.locate': { actions: 'setPlace' },
        'choice.send': { guard: 'isComplete', target: 'sending', actions: 'clearProblem' },
        'choice.leave': { guard: 'isChosen', target: 'chosen', actions: ['dropDraft', 'clearProblem'] },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendChoice',
        src: 'sendChoice',
        input: ({ context: { draft } }) => ({ choice: choiceOfDraft(draft) }),
        onDone: {
          target: 'sorting',
          actions: [{ type: 'setOrder', params: ({ event }) => event.output }, 'dropDraft'],
        },
        onError: [
          {
            description: 'The choice may have been saved: read the order again.',
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: ['setProblem', 'readAgain'],
          },
          { guard: 'isOpen', target: 'choosing', actions: ['setProblem', 'readAgain'] },
          { target: 'sorting', actions: ['setProblem', 'readAgain'] },
        ],
      },
      on: {
        'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value } },
      },
    },
    outcomeUnknown: {
      description: 'The outcome is unknown until the next reading. Choosing is idempotent.',
      on: {
        'reading.done': [
          {
            description: 'The choice didn’t arrive. The error stays visible, and it may be sent again.',
            guard: { type: 'isStillDrafted', params: ({ event }) => event.value },
            target: 'choosing',
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
          {
            target: 'sorting',
            actions: [{ type: 'setOrder', params: ({ event }) => event.value }, 'clearProblem'],
          },
        ],
        'choice.send': { target: 'sending', actions: 'clearProblem' },
      },
    },
    chosen: {
      description: 'A place or longer storage was chosen. It can change until a courier sets out.',
      on: { 'choice.edit': { target: 'choosing', actions: 'clearProblem' } },
    },
    moving: { description: 'A courier carries the bags. The choice is final.' },
    there: { description: 'The bags are at the chosen place, ready to collect.' },
    over: { description: 'Handed over or closed, or there was no return.' },
    notThere: { description: 'The order is unknown or belongs to another account.' },
  },
})

export type OrderReturnActor = ActorRefFrom<typeof orderReturnMachine>
