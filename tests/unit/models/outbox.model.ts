import { fail, ok } from '@handsfree/core'
import { outboxMachine, type QueuedAct, selectQueuedActs } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, operatorOrder, queuedAct, refused } from './samples.ts'

/** Undoable for the full time, whatever the model’s clock. */
const undoable = { leaveAt: Number.MAX_SAFE_INTEGER }
const arrived = queuedAct({ key: 'arrived', ...undoable })
const pickedUp = queuedAct({ key: 'picked-up', act: 'order.pickUp' })
const foreign = queuedAct({ key: 'foreign', employeeId: 'courier-2' })

const moving = ({ acts }: { acts: readonly QueuedAct[] }, key: string) => acts.find((act) => act.key === key)

const stateOf = (context: { acts: readonly QueuedAct[] }, key: string) => {
  const act = moving(context, key)
  if (!act) return 'none'
  if (act.refusal) return 'refused'
  return act.isAttempted ? 'attempted' : 'waiting'
}

export const outboxModel = defineModel<typeof outboxMachine>({
  machine: outboxMachine,
  starts: {
    empty: ({ now }) => ({ now, acts: [], employeeId: 'courier-1', isOnline: true }),
    'with acts of an earlier visit': ({ now }) => ({
      now,
      acts: [arrived, foreign],
      employeeId: 'courier-1',
      isOnline: false,
    }),
  },
  samples: {
    'act.add': { undoable: { act: { ...pickedUp, ...undoable } } },
    'act.undo': { '': { key: 'picked-up' } },
    'act.correct': { '': { key: 'arrived' } },
    'act.retry': { '': { key: 'arrived' } },
    'act.discard': { '': { key: 'arrived' } },
    'outbox.send': { '': {} },
    'acts.changed': {},
    'acts.found': { 'sent elsewhere': { acts: [foreign] } },
    'photos.uploaded': { '': { key: 'picked-up', photos: [] } },
    'employee.changed': { 'signed out': { employeeId: null }, 'signed in': { employeeId: 'courier-1' } },
    'network.changed': { online: { isOnline: true }, offline: { isOnline: false } },
  },
  sentBy: {
    'acts.found': 'watchDevice',
    'employee.changed': 'watchDevice',
    'network.changed': 'watchDevice',
  },
  outcomes: {
    sendAct: {
      sent: ok(operatorOrder()),
      'moved elsewhere': fail(refused(5005)),
      'time refused': fail(refused(1008, { field: 'happenedAt' })),
      offline: fail(offline),
    },
  },
  delays: { undoTime: [0, 10_000], retryTime: [5_000, 10_000, 20_000] },
  facts: ({ context }) => ({
    arrived: stateOf(context, 'arrived'),
    pickedUp: stateOf(context, 'picked-up'),
    isForeignThere: moving(context, 'foreign') !== undefined,
    inTransit: moving(context, context.sendingKey ?? '')?.key ?? null,
    isTimeSent: moving(context, context.sendingKey ?? '')?.isTimeSent ?? null,
    isSignedIn: context.employeeId !== null,
    isOnline: context.isOnline,
    failures: Math.min(context.failures, 2),
  }),
  laws: {
    'acts of others are never sent': ({ calls }) =>
      calls.every(
        ({ id, input }) =>
          id !== 'sendAct' || (input as { act: QueuedAct | null }).act?.employeeId !== 'courier-2',
      ),
    'acts of others are never lost': ({ snapshot, input }) =>
      !input.acts.includes(foreign) || snapshot.context.acts.some(({ key }) => key === 'foreign'),
    'an act that may have arrived can’t be undone': ({ snapshot }) =>
      ['arrived', 'picked-up'].every(
        (key) => !moving(snapshot.context, key)?.isAttempted || !snapshot.can({ type: 'act.undo', key }),
      ),
    'no refused act is sent before the employee says so': ({ snapshot }) =>
      !snapshot.matches({ delivery: 'sending' }) ||
      moving(snapshot.context, snapshot.context.sendingKey ?? '')?.refusal == null,
    'nothing waits while signed in and online without a reason': ({ snapshot }) =>
      !snapshot.matches({ delivery: 'idle' }) ||
      selectQueuedActs(snapshot).every(({ refusal }) => refusal !== null),
  },
  simple: { steps: 6, paths: 60 },
})
