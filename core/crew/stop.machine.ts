import { type ActorRefFrom, assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { photoSetMachine } from '../photos/photo-set.machine.ts'
import { type ActName, type ActProof, maxPhotosPerBag } from './acts.ts'
import type { EnteredAct, QueuedAct } from './queued-act.ts'
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
    watchOutbox: fromCallback<stop.StopEvent>(notProvided('stop', 'watchOutbox')),
    sendAct: fromPromise<OperatorOrder | null, stop.SendActInput>(notProvided('stop', 'sendAct')),
  },
  actions: {
    setOrder: assign(({ context }, order: OperatorOrder) => stop.withOrder(context, order)),
    clearOrder: assign(({ context }) => stop.withOrder(context, null)),
    mergeOrder: assign(({ context }, order: OperatorOrder) => stop.mergeOrder(context, order)),
    setQueuedActs: assign(({ context }, acts: readonly QueuedAct[]) => stop.withQueuedActs(context, acts)),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setAct: assign(({ context }, act: ActName) => stop.withAct(context, act)),
    setDraft: assign((_, { act, proof }: EnteredAct) => ({ act, proof, problem: null })),
    spawnPhotoSets: assign(({ context, spawn, self }, stored: EnteredAct['photos']) => {
      const { newKey } = context
      const more = { limit: maxPhotosPerBag, hasAccount: true, newKey, listener: self }
      const photoSets = stop
        .photosOfSets(context, stored)
        .map((photos, index) => spawn('photoSet', { id: `photoSet-${index}`, input: { ...photos, ...more } }))
      return { photoSets }
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
    isQueued: (_, order: OperatorOrder | null) => order === null,
  },
}).createMachine({
  id: 'stop',
  meta: {
    page: '/crew/orders/:orderId',
    title: 'crewOrder.title',
    systemEvents: ['draft.found', 'outbox.changed', 'act.confirmed'],
  },
  context: ({ input: { storedOrder, ...input } }) => ({
    ...input,
    ...stop.withOrder(input as stop.StopContext, storedOrder),
    act: null,
    proof: null,
    photoSets: [],
    key: '',
    problem: null,
  }),
  invoke: [
    {
      id: 'reading',
      src: 'reading',
      input: ({ context, self }) => ({
        initialValue: context.confirmedOrder,
        isFresh: false,
        listener: self,
      }),
      onError: { description: 'The page keeps the last value.' },
    },
    {
      id: 'watchOutbox',
      src: 'watchOutbox',
      onError: { description: 'The page shows the order without the acts on the device.' },
    },
  ],
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'photos.changed': { actions: 'refreshSnapshot' },
    'outbox.changed': { actions: { type: 'setQueuedActs', params: ({ event }) => event.acts } },
    'act.confirmed': {
      actions: [{ type: 'mergeOrder', params: ({ event }) => event.order }, 'readAgain'],
      description: 'An act that waited on the device has arrived.',
    },
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
          actions: [
            { type: 'setAct', params: ({ event }) => event.act },
            { type: 'spawnPhotoSets', params: [] },
          ],
        },
        'draft.found': {
          target: 'proving',
          actions: [
            { type: 'setDraft', params: ({ event }) => event.draft },
            { type: 'spawnPhotoSets', params: ({ event }) => event.draft.photos },
          ],
          description: 'Entries of an act that was undone, or that is corrected after a refusal.',
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
        onDone: [
          {
            guard: { type: 'isQueued', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'clearAct',
            description: 'It waits on the device: for a moment to be undone, or for a network.',
          },
          {
            target: 'idle',
            actions: [
              { type: 'mergeOrder', params: ({ event }) => event.output as OperatorOrder },
              'clearAct',
              'readAgain',
            ],
          },
        ],
        onError: {
          target: 'refused',
          actions: ['setProblem', 'readAgain'],
          description: 'Someone else may have moved the order: it is read again.',
        },
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
        'act.send': { guard: 'isStillLegal', target: 'sending', actions: ['clearProblem', 'setKey'] },
        'act.drop': { target: 'idle', actions: 'clearAct' },
      },
    },
  },
})

export type StopActor = ActorRefFrom<typeof stopMachine>
