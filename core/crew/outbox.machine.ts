import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  raise,
  setup,
} from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as outbox from './outbox.ts'
import type { QueuedAct } from './queued-act.ts'

/** Employees' acts on the device. Sends them in order, once they can't be undone and there is a network. */
export const outboxMachine = setup({
  types: {
    input: {} as outbox.OutboxInput,
    context: {} as outbox.OutboxContext,
    events: {} as outbox.OutboxEvent,
    emitted: {} as outbox.OutboxEmitted,
    meta: {} as ScreenMeta<outbox.OutboxEvent>,
    tags: {} as 'busy',
  },
  actors: {
    watchDevice: fromCallback<outbox.OutboxEvent>(notProvided('outbox', 'watchDevice')),
    sendAct: fromPromise<OperatorOrder | null, { act: QueuedAct | null }>(notProvided('outbox', 'sendAct')),
  },
  actions: {
    setEmployee: assign({ employeeId: (_, employeeId: string | null) => employeeId }),
    setNetwork: assign({ isOnline: (_, isOnline: boolean) => isOnline }),
    setActs: assign(({ context }, acts: readonly QueuedAct[]) => outbox.withStoredActs(context, acts)),
    addAct: assign(({ context }, act: QueuedAct) => outbox.withNewAct(context, act)),
    setPhotos: assign(({ context }, uploaded: outbox.UploadedPhotos) =>
      outbox.withUploadedPhotos(context, uploaded),
    ),
    removeAct: assign(({ context }, key: string) => outbox.withoutAct(context, key)),
    endWait: assign(({ context }) => outbox.withoutWait(context)),
    retryAct: assign(({ context }, key: string) => outbox.withoutRefusal(context, key)),
    startNext: assign(({ context }) => outbox.withAttempt(context)),
    setSent: enqueueActions(({ context, enqueue }, order: OperatorOrder | null) => {
      const act = outbox.actInTransit(context)
      if (act) enqueue.emit({ type: 'act.sent', act, order })
      enqueue.assign(outbox.withSent(context, order))
    }),
    setRefusal: enqueueActions(({ context, event, enqueue }) => {
      const failure = failureOfEvent(event)
      const act = outbox.actInTransit(context)
      enqueue.assign(outbox.withRefusal(context, failure))
      if (act) enqueue.emit({ type: 'act.refused', act, failure })
    }),
    dropTime: assign(({ context }) => outbox.withoutTime(context)),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    clearFailures: assign({ failures: 0 }),
    raiseChanged: raise({ type: 'acts.changed' }),
    emitWaiting: emit({ type: 'acts.waiting' }),
    returnAct: enqueueActions(({ context, enqueue }, key: string) => {
      const act = context.acts.find((other) => other.key === key)
      if (act) enqueue.emit({ type: 'act.returned', act })
      enqueue.assign(outbox.withoutAct(context, key))
    }),
  },
  guards: {
    hasNext: ({ context }) => outbox.nextAct(context) !== null,
    hasNone: ({ context }) => outbox.nextAct(context) === null,
    isSentElsewhere: ({ context }) => outbox.actInTransit(context) === null,
    isOffline: ({ context }) => !context.isOnline,
    isOnlineIn: (_, isOnline: boolean) => isOnline,
    isNew: ({ context }, act: QueuedAct | undefined) => outbox.isNew(context, act),
    canUndo: ({ context }, key: string) => outbox.canUndo(context, key),
    isRefused: ({ context }, key: string) => outbox.isRefused(context, key),
    isUnanswered: ({ event }) => outbox.isUnanswered(failureOfEvent(event)),
    isTimeRefused: ({ context, event }) => outbox.isTimeRefused(context, failureOfEvent(event)),
  },
  delays: {
    undoTime: ({ context }) => outbox.undoTimeMs(context),
    retryTime: ({ context }) => outbox.retryTimeMs(context),
  },
}).createMachine({
  id: 'outbox',
  meta: {
    page: '/crew/outbox',
    title: 'crewOutbox.title',
    systemEvents: [
      'act.add',
      'acts.found',
      'photos.uploaded',
      'employee.changed',
      'network.changed',
      'acts.changed',
    ],
  },
  context: ({ input }) => ({ ...input, sendingKey: null, sent: [], failures: 0 }),
  invoke: {
    id: 'watchDevice',
    src: 'watchDevice',
    onError: { description: 'Acts are still sent: at the next act, or after a wait.' },
  },
  type: 'parallel',
  states: {
    acts: {
      description: 'The list of acts, which the device stores.',
      on: {
        'act.add': {
          guard: { type: 'isNew', params: ({ event }) => event.act },
          actions: [{ type: 'addAct', params: ({ event }) => event.act }, 'raiseChanged'],
        },
        'act.undo': {
          guard: { type: 'canUndo', params: ({ event }) => event.key },
          actions: [{ type: 'returnAct', params: ({ event }) => event.key }, 'raiseChanged'],
        },
        'act.correct': {
          guard: { type: 'isRefused', params: ({ event }) => event.key },
          actions: [{ type: 'returnAct', params: ({ event }) => event.key }, 'raiseChanged'],
          description: 'Its entries become the order’s draft.',
        },
        'act.retry': {
          guard: { type: 'isRefused', params: ({ event }) => event.key },
          actions: [{ type: 'retryAct', params: ({ event }) => event.key }, 'raiseChanged'],
        },
        'act.discard': {
          guard: { type: 'isRefused', params: ({ event }) => event.key },
          actions: [{ type: 'removeAct', params: ({ event }) => event.key }, 'raiseChanged'],
        },
        'acts.found': {
          actions: [{ type: 'setActs', params: ({ event }) => event.acts }, 'raiseChanged'],
          description: 'Another tab has added, sent or removed acts.',
        },
        'photos.uploaded': { actions: { type: 'setPhotos', params: ({ event }) => event } },
        'employee.changed': { actions: { type: 'setEmployee', params: ({ event }) => event.employeeId } },
        'network.changed': { actions: { type: 'setNetwork', params: ({ event }) => event.isOnline } },
      },
    },
    delivery: {
      on: {
        'employee.changed': {
          target: '.idle',
          description: 'The acts of others wait for their own sign-in.',
        },
      },
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing to send. Refused acts wait for their employee.',
          always: { guard: 'hasNext', target: 'undoable' },
        },
        undoable: {
          description: 'The next act can be undone for a moment.',
          always: { guard: 'hasNone', target: 'idle' },
          on: {
            'outbox.send': { target: 'undoable', reenter: true, actions: 'endWait' },
            'acts.changed': { target: 'undoable', reenter: true, description: 'Another act may be next.' },
          },
          after: {
            undoTime: [
              { guard: 'isOffline', target: 'offline' },
              { target: 'sending', actions: 'startNext' },
            ],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendAct',
            src: 'sendAct',
            input: ({ context }) => ({ act: outbox.actInTransit(context) }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'setSent', params: ({ event }) => event.output }, 'clearFailures'],
            },
            onError: [
              { guard: 'isUnanswered', target: 'paused', actions: 'countFailure' },
              {
                guard: 'isTimeRefused',
                target: 'sending',
                reenter: true,
                actions: 'dropTime',
                description: 'The device’s clock was wrong, or the act is too old: the server’s time counts.',
              },
              { target: 'idle', actions: ['setRefusal', 'clearFailures'] },
            ],
          },
          on: {
            'acts.changed': {
              guard: 'isSentElsewhere',
              target: 'idle',
              description: 'Another tab has sent it, under the same key.',
            },
          },
        },
        offline: {
          entry: 'emitWaiting',
          on: {
            'network.changed': {
              guard: { type: 'isOnlineIn', params: ({ event }) => event.isOnline },
              target: 'idle',
            },
            'acts.changed': { target: 'idle', description: 'It may have been the only one.' },
          },
        },
        paused: {
          description: 'The server didn’t answer. The act may have arrived, and is sent again with its key.',
          entry: 'emitWaiting',
          on: {
            'outbox.send': { target: 'idle' },
            'network.changed': {
              guard: { type: 'isOnlineIn', params: ({ event }) => event.isOnline },
              target: 'idle',
            },
            'acts.changed': { target: 'idle', description: 'A new attempt.' },
          },
          after: { retryTime: { target: 'idle' } },
        },
      },
    },
  },
})

export type OutboxActor = ActorRefFrom<typeof outboxMachine>
