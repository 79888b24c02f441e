import type { SnapshotFrom } from 'xstate'
import type { EmployeeRole } from '../contract/call.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, isOutcomeUnknown, isRefusedWith } from '../lib/failure.ts'
import type { ActName } from './acts.ts'
import type { outboxMachine } from './outbox.machine.ts'
import { predictOrder } from './predict-order.ts'
import type { EnteredAct, QueuedAct } from './queued-act.ts'

export type OutboxInput = {
  /** Ms since 1970. */
  now: () => number
  /** Acts of all employees of this device, oldest first. */
  acts: readonly QueuedAct[]
  /** The signed-in employee. */
  employeeId: string | null
  isOnline: boolean
}

/** `order`: as the server answered, null for a note. */
export type SentAct = { key: string; orderId: string; act: ActName; order: OperatorOrder | null }

export type OutboxContext = OutboxInput & {
  /** The act that is being sent, or was sent without an answer. */
  sendingKey: string | null
  /** The latest confirmed acts of this visit, latest last. */
  sent: readonly SentAct[]
  /** Attempts in a row without an answer. */
  failures: number
}

export type UploadedPhotos = { key: string; photos: EnteredAct['photos'] }

export type OutboxEvent =
  | { type: 'act.add'; act: QueuedAct }
  | { type: 'act.undo'; key: string }
  | { type: 'act.correct'; key: string }
  | { type: 'act.retry'; key: string }
  | { type: 'act.discard'; key: string }
  /** The employee doesn’t want to wait, or the app is hidden. */
  | { type: 'outbox.send' }
  /** The list may have another next act. */
  | { type: 'acts.changed' }
  | { type: 'acts.found'; acts: readonly QueuedAct[] }
  | ({ type: 'photos.uploaded' } & UploadedPhotos)
  | { type: 'employee.changed'; employeeId: string | null }
  | { type: 'network.changed'; isOnline: boolean }

export type OutboxEmitted =
  | { type: 'act.sent'; act: QueuedAct; order: OperatorOrder | null }
  | { type: 'act.refused'; act: QueuedAct; failure: ApiFailure }
  /** It was undone, or is corrected after a refusal. */
  | { type: 'act.returned'; act: QueuedAct }
  /** Acts wait for a network. */
  | { type: 'acts.waiting' }

/** How long an act can be undone, in ms (as Bounce Partner). */
export const undoMs = 10_000

const firstRetryMs = 5_000
const maxRetryMs = 60_000
const maxSent = 20

type Acts = Pick<OutboxContext, 'acts'>
type OwnActs = Pick<OutboxContext, 'acts' | 'employeeId'>

const ownActs = ({ acts, employeeId }: OwnActs): QueuedAct[] =>
  acts.filter((act) => act.employeeId === employeeId)

/** The oldest act that may be sent. */
export const nextAct = (context: OwnActs): QueuedAct | null =>
  ownActs(context).find(({ refusal }) => refusal === null) ?? null

/** The act that is being sent; null if another tab has removed it. */
export const actInTransit = ({ acts, sendingKey }: OutboxContext): QueuedAct | null =>
  acts.find(({ key }) => key === sendingKey) ?? null

const changeAct = ({ acts }: Acts, key: string | null, changes: Partial<QueuedAct>): Acts => ({
  acts: acts.map((act) => (act.key === key ? { ...act, ...changes } : act)),
})

/** The next act ends the wait of the earlier ones. */
export const withNewAct = (context: OutboxContext, added: QueuedAct): Acts => ({
  acts: [...withoutWait(context).acts, added],
})

export const withoutAct = ({ acts }: Acts, key: string): Acts => ({
  acts: acts.filter((act) => act.key !== key),
})

export const withoutWait = ({ acts, now, employeeId }: OutboxContext): Acts => ({
  acts: acts.map((act) =>
    act.employeeId === employeeId && act.leaveAt > now() ? { ...act, leaveAt: now() } : act,
  ),
})

/** Unchanged acts stay the same objects. */
export const withStoredActs = ({ acts }: Acts, stored: readonly QueuedAct[]): Acts => ({
  acts: stored.map((found) => {
    const known = acts.find(({ key }) => key === found.key)
    return known && JSON.stringify(known) === JSON.stringify(found) ? known : found
  }),
})

export const withUploadedPhotos = (context: OutboxContext, { key, photos }: UploadedPhotos): Acts =>
  changeAct(context, key, { photos })

export function withAttempt(context: OutboxContext): Pick<OutboxContext, 'acts' | 'sendingKey'> {
  const key = nextAct(context)?.key ?? null
  return { ...changeAct(context, key, { isAttempted: true }), sendingKey: key }
}

export const withoutTime = (context: OutboxContext): Acts =>
  changeAct(context, context.sendingKey, { isTimeSent: false })

/** Code of acts that followed a refused one. */
export const previousRefused = -1
/** Code of an act whose photo the device has lost. */
export const photoGone = -2

/** Also holds back the acts that were made after it on the same order. */
export function withRefusal(context: OutboxContext, failure: ApiFailure): Acts {
  const refused = actInTransit(context)
  const { code, message, details } =
    failure.kind === 'refused' ? failure : { code: photoGone, message: failure.kind, details: null }
  const isFollower = (act: QueuedAct, index: number) =>
    act.orderId === refused?.orderId &&
    act.employeeId === refused.employeeId &&
    act.refusal === null &&
    index > context.acts.indexOf(refused)
  return {
    acts: context.acts.map((act, index) => {
      if (act === refused) return { ...act, refusal: { code, message, details } }
      if (!isFollower(act, index)) return act
      return {
        ...act,
        refusal: { code: previousRefused, message: 'an earlier act was refused', details: null },
      }
    }),
  }
}

/** Sends a refused act again, with those that it held back. */
export function withoutRefusal(context: OutboxContext, key: string): Acts {
  const retried = context.acts.find((act) => act.key === key)
  return {
    acts: context.acts.map((act) =>
      act.key === key || (act.orderId === retried?.orderId && act.refusal?.code === previousRefused)
        ? { ...act, refusal: null, leaveAt: context.now() }
        : act,
    ),
  }
}

export function withSent(
  context: OutboxContext,
  order: OperatorOrder | null,
): Pick<OutboxContext, 'acts' | 'sent'> {
  const { acts, sent } = context
  const inTransit = actInTransit(context)
  if (!inTransit) return { acts, sent }
  const { key, orderId, act } = inTransit
  return {
    ...withoutAct({ acts }, key),
    sent: [...sent, { key, orderId, act, order }].slice(-maxSent),
  }
}

/** False for an act that is known already, and without an act. */
export const isNew = ({ acts }: Acts, added: QueuedAct | undefined): boolean =>
  added !== undefined && acts.every(({ key }) => key !== added.key)

/** Until it is sent for the first time. */
export const canUndo = ({ acts }: Acts, key: string): boolean =>
  acts.some((act) => act.key === key && !act.isAttempted && act.refusal === null)

export const isRefused = ({ acts }: Acts, key: string): boolean =>
  acts.some((act) => act.key === key && act.refusal !== null)

/** No answer yet: the server may have the act, or the session has ended. */
export const isUnanswered = (failure: ApiFailure): boolean =>
  failure.kind !== 'unexpected' &&
  (isOutcomeUnknown(failure) || isRefusedWith(failure, errorCodes.notLoggedIn))

export const isTimeRefused = (context: OutboxContext, failure: ApiFailure): boolean =>
  failure.kind === 'refused' &&
  failure.code === errorCodes.paramError &&
  fieldOf(failure.details) === 'happenedAt' &&
  actInTransit(context)?.isTimeSent === true

export const undoTimeMs = (context: OutboxContext): number =>
  // At most the full time, in case the clock was corrected.
  Math.min(undoMs, Math.max(0, (nextAct(context)?.leaveAt ?? 0) - context.now()))

export const retryTimeMs = ({ failures }: OutboxContext): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** Math.max(0, failures - 1))

type Snapshot = SnapshotFrom<typeof outboxMachine>

/** The signed-in employee's acts, oldest first. */
export const selectQueuedActs = ({ context }: Snapshot): readonly QueuedAct[] => ownActs(context)
/** Names of others with acts on this device, each with the number of acts. */
export function selectForeignActs({ context: { acts, employeeId } }: Snapshot): [string, number][] {
  const counts = new Map<string, number>()
  for (const { employeeId: owner, employeeName } of acts)
    if (owner !== employeeId) counts.set(employeeName, (counts.get(employeeName) ?? 0) + 1)
  return [...counts]
}
export const selectIsWaitingForNetwork = (snapshot: Snapshot): boolean =>
  snapshot.matches({ delivery: 'offline' }) || snapshot.matches({ delivery: 'paused' })
export const selectIsSendingActs = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
/** The act that leaves in a moment unless it is undone; null without one. */
export function selectUndoableAct(snapshot: Snapshot): QueuedAct | null {
  const act = snapshot.matches({ delivery: 'undoable' }) ? nextAct(snapshot.context) : null
  return act && act.leaveAt > snapshot.context.now() ? act : null
}
/** The latest confirmed acts of this visit, latest last. */
export const selectSentActs = ({ context }: Snapshot): readonly SentAct[] => context.sent

/** Orders as the signed-in employee sees them: after the confirmed and the queued acts of this device. */
export function applyOutbox(
  orders: readonly OperatorOrder[],
  { context }: Snapshot,
  role: EmployeeRole,
): readonly OperatorOrder[] {
  const queued = ownActs(context).filter(({ refusal }) => refusal === null)
  return orders.map((read) => {
    const { orderId } = read
    const answered = context.sent.findLast((act) => act.orderId === orderId && act.order !== null)?.order
    const order = answered && Date.parse(answered.updateTime) > Date.parse(read.updateTime) ? answered : read
    const acts = queued.filter((act) => act.orderId === orderId)
    return acts.length === 0 ? order : predictOrder(order, acts, { role, now: context.now() })
  })
}
