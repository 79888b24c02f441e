import { type ActorRefFrom, assign, enqueueActions, fromPromise, sendTo, setup } from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import { type ApiFailure, isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { photoSetMachine } from '../photos/photo-set.machine.ts'
import { type ActName, type ActProof, maxPhotosPerBag, photoSetsOf } from './acts.ts'
import * as stop from './stop.ts'

/** One order at its next place: shows it, and sends the acts that the server lists as legal now. */
export const stopMachine = setup({
  types: {
    input: {} as stop.StopInput,
    context: {} as stop.StopContext,
    events: {} as stop.StopEvent,
    meta: {} as ScreenMeta<stop.StopEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    photoSet: photoSetMachine,
    sendAct: fromPromise<OperatorOrder, stop.SendActInput>(notProvided('stop', 'sendAct')),
  },
  actions: {
    setOrder: assign({ order: (_, order: OperatorOrder) => order }),
    clearOrder: assign({ order: null }),
    mergeOrder: assign(({ context }, order: OperatorOrder) => stop.mergeOrder(context, order)),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setAct: assign(({ context, spawn, self }, act: ActName) => {
      const chosen = stop.withAct(context, act)
      const length = chosen.proof ? photoSetsOf(act, chosen.proof) : 0
      const { newKey } = context
      const limit = maxPhotosPerBag
      const input = { urls: [], held: [], limit, hasAccount: true, newKey, listener: self }
      const photoSets = Array.from({ length }, (_, index) =>
        spawn('photoSet', { id: `photoSet-${index}`, input }),
      )
      return { ...chosen, photoSets }
    }),
    setProof: assign(({ context }, proof: Partial<ActProof>) => stop.withProof(context, proof)),
    setKey: assign({ key: ({ context }) => context.newKey() }),
    clearAct: enqueueActions(({ context, enqueue }) => {
      for (const photoSet of context.photoSets) enqueue.stopChild(photoSet)
      enqueue.assign({ act: null, proof: null, photoSets: [], key: '', problem: null })
    }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isLegal: ({ context }, act: ActName) => stop.isActLegal(context.order, act),
    isReady: ({ context }) => stop.isActComplete(context) && stop.isActLegal(context.order, context.act),
    isStillLegal: ({ context }) => stop.isActLegal(context.order, context.act),
    isLegalIn: ({ context }, order: OperatorOrder | undefined) => stop.isActLegal(order, context.act),
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'stop',
  meta: { page: '/crew/orders/:orderId', title: 'crewOrder.title' },
  context: ({ input }) => ({
    ...input,
    order: null,
    act: null,
    proof: null,
    photoSets: [],
    key: '',
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'photos.changed': { actions: 'refreshSnapshot' },
    'reading.gone': {
      target: '.idle',
      actions: ['clearOrder', 'clearAct'],
      description: 'The order is unknown, or now another employee’s.',
    },
  },
  states: {
    idle: {
      description: 'The employee reads the order.',
      on: {
        'act.choose': {
          guard: { type: 'isLegal', params: ({ event }) => event.act },
          target: 'proving',
          actions: { type: 'setAct', params: ({ event }) => event.act },
        },
      },
    },
    proving: {
      description: 'The employee enters what the act needs, and sends it.',
      on: {
        'proof.change': { actions: { type: 'setProof', params: ({ event }) => event.proof } },
        'act.send': { guard: 'isReady', target: 'sending', actions: 'setKey' },
        'act.drop': { target: 'idle', actions: 'clearAct' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendAct',
        src: 'sendAct',
        input: ({ context }) => stop.toSendAct(context),
        onDone: {
          target: 'idle',
          actions: [{ type: 'mergeOrder', params: ({ event }) => event.output }, 'clearAct', 'readAgain'],
        },
        onError: [
          {
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: ['setProblem', 'readAgain'],
            description: 'The act may have arrived: the order is read again.',
          },
          {
            target: 'refused',
            actions: ['setProblem', 'readAgain'],
            description: 'Someone else may have moved the order: it is read again.',
          },
        ],
      },
    },
    outcomeUnknown: {
      description: 'The same act under the same key is safe to send again.',
      on: {
        'reading.done': [
          {
            guard: { type: 'isLegalIn', params: ({ event }) => event.value },
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
          {
            target: 'idle',
            actions: [{ type: 'setOrder', params: ({ event }) => event.value }, 'clearAct'],
            description: 'The act has arrived, or someone else moved the order.',
          },
        ],
        'proof.change': {
          target: 'proving',
          actions: { type: 'setProof', params: ({ event }) => event.proof },
        },
        'photos.changed': { target: 'proving', actions: 'clearProblem' },
        'act.send': { guard: 'isStillLegal', target: 'sending', actions: 'clearProblem' },
        'act.drop': { target: 'idle', actions: 'clearAct' },
      },
    },
    refused: {
      description: 'The proof stays, to be corrected or sent again.',
      on: {
        'proof.change': {
          target: 'proving',
          actions: { type: 'setProof', params: ({ event }) => event.proof },
        },
        'photos.changed': { target: 'proving', actions: 'clearProblem' },
        'act.send': { guard: 'isStillLegal', target: 'sending', actions: 'clearProblem' },
        'act.drop': { target: 'idle', actions: 'clearAct' },
      },
    },
  },
})

export type StopActor = ActorRefFrom<typeof stopMachine>
