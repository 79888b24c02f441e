import { fail, ok } from '@handsfree/core'
import type { Payment } from '@handsfree/core/contract'
import { ApiFailureError } from '@handsfree/core/lib'
import {
  type PaymentInput,
  paymentMachine,
  selectFailedMethod,
  selectPaymentMethod,
  selectPaymentStage,
} from '@handsfree/core/payments'
import { getInitialSnapshot, type SnapshotFrom, transition } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, payment, refused, sessionStatus } from './samples.ts'

const checking = { sessionId: 'session-1', since: '2026-11-23T01:59:00Z' }

export const session = {
  sessionId: 'session-1',
  redirectUrl: 'https://bank.test/1',
  expiresAt: '2026-11-23T03:00:00Z',
}

/** The provider's possible answers about a session. */
export const statuses = {
  open: ok(sessionStatus('open')),
  processing: ok(sessionStatus('processing', { checking })),
  'never answered': ok(sessionStatus('processing')),
  paid: ok(sessionStatus('paid', { state: 'paid' })),
  'paid in another session': ok(sessionStatus('failed', { state: 'paid' })),
  'paid, cancelled and refunded': ok(sessionStatus('expired', { state: 'refunded' })),
  declined: ok(sessionStatus('failed', { state: 'fail', failure: 'declined' })),
  expired: ok(sessionStatus('expired', { failure: 'expired' })),
  'not ours': fail(refused(8002)),
  'server broken': fail(refused(1003)),
  offline: fail(offline),
}

const payments = {
  unpaid: ok(payment()),
  'unpaid, two ways': ok(payment({ choices: ['alipay', 'card'] })),
  'being checked': ok(payment({ checking })),
  paid: ok(payment({ state: 'paid' })),
  refunding: ok(payment({ state: 'refunding' })),
  'not ours': fail(refused(8002)),
  offline: fail(offline),
}

const answered = Object.fromEntries(
  Object.entries(statuses).flatMap(([label, status]) =>
    status.ok ? [[label, { status: status.value }]] : [],
  ),
)
const unanswered = Object.fromEntries(
  Object.entries(statuses).flatMap(([label, status]) =>
    status.ok ? [] : [[label, { error: new ApiFailureError(status.error) }]],
  ),
)

const keysOf = (calls: readonly { id: string; input: unknown }[], call: string) =>
  calls
    .filter(({ id }) => id === call)
    .map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)

/** A payment page's state after the server returned the payment again. */
function reopened(input: PaymentInput, read: Payment): SnapshotFrom<typeof paymentMachine> {
  const first = getInitialSnapshot(paymentMachine, input)
  const [call] = ['createPayment', 'loadPayment'].filter((id) => id in first.children)
  if (!call) return first
  const [next] = transition(paymentMachine, first, {
    type: `xstate.done.actor.${call}`,
    output: read,
  } as never)
  return next
}

/** A payment that opens from an order, from its own page, or after the provider's page. */
export const paymentModel = defineModel<typeof paymentMachine>({
  machine: paymentMachine,
  starts: {
    'an order to pay': ({ now, newKey }) => ({ from: { kind: 'order', orderId: 'order-1' }, now, newKey }),
    'its own page': ({ now, newKey }) => ({ from: { kind: 'payment', paymentId: 'payment-1' }, now, newKey }),
    'back from the provider': ({ now, newKey }) => ({
      from: { kind: 'session', sessionId: 'session-1' },
      now,
      newKey,
    }),
  },
  samples: {
    'payment.open': { '': {} },
    'payment.retry': { '': {} },
    'payment.checkAgain': { '': {} },
    'payment.choose': { card: { method: 'card' } },
    'payment.hint': { '': {} },
    'status.answered': answered,
    'status.unanswered': unanswered,
    'reading.done': Object.fromEntries(
      Object.entries(payments).flatMap(([label, read]) => (read.ok ? [[label, { value: read.value }]] : [])),
    ),
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
  },
  sentBy: {
    'payment.hint': 'hints',
    'status.answered': 'statusPoll',
    'status.unanswered': 'statusPoll',
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
  },
  outcomes: {
    createPayment: payments,
    loadPayment: payments,
    openSession: {
      opened: ok(session),
      'paid already': fail(refused(8002)),
      'provider silent': fail(refused(1005)),
      offline: fail(offline),
    },
  },
  delays: { checkingLimit: [120_000], reopenPause: [10_000], successPause: [1_500] },
  facts: (snapshot) => ({
    from: snapshot.matches('unavailable') && snapshot.context.from.kind,
    isRead: snapshot.context.payment !== null,
    canOpen: snapshot.matches('confirming') && snapshot.can({ type: 'payment.open' }),
    isProcessing: snapshot.matches('confirming') && snapshot.context.status?.session === 'processing',
    method: snapshot.matches({ known: 'ready' }) && selectPaymentMethod(snapshot),
    failedMethod: snapshot.matches({ known: 'ready' }) && selectFailedMethod(snapshot),
    asked: snapshot.matches('confirming') && Math.min(3, snapshot.context.pollCount),
  }),
  laws: {
    'money that was taken is never called failed': ({ snapshot }) =>
      !['failed', 'expired'].includes(selectPaymentStage(snapshot)) ||
      !['paid', 'refunding', 'refunded'].includes(snapshot.context.payment?.state ?? ''),
    'paid only by the word of the server': ({ snapshot }) =>
      !(snapshot.matches('paid') || snapshot.matches('settled')) ||
      ['paid', 'refunding', 'refunded'].includes(snapshot.context.payment?.state ?? ''),
    'nothing is opened while the provider works on a card': ({ snapshot }) =>
      snapshot.context.payment?.checking == null ||
      snapshot.matches('atProvider') ||
      snapshot.matches('unavailable') ||
      (!snapshot.can({ type: 'payment.open' }) && !snapshot.can({ type: 'payment.retry' })),
    'a session that is asked about is known': ({ calls }) =>
      calls.every(
        ({ id, input }) => id !== 'statusPoll' || (input as { sessionId: string }).sessionId !== '',
      ),
    'every session is opened under a key of its own': ({ calls }) => {
      const keys = keysOf(calls, 'openSession')
      return new Set(keys).size === keys.length
    },
    'a key never serves two kinds of post': ({ calls }) =>
      keysOf(calls, 'createPayment').every((key) => !keysOf(calls, 'openSession').includes(key)),
    'a reload goes on where the payment is, whatever was shown': ({ snapshot: { context, status } }) => {
      const { payment: read, from, now, newKey } = context
      if (!read || status !== 'active') return true
      const again = reopened({ from, now, newKey }, read)
      if (from.kind === 'session')
        return again.matches('confirming') && again.context.sessionId === from.sessionId
      if (['paid', 'refunding', 'refunded'].includes(read.state)) return again.matches('paid')
      if (read.checking)
        return (
          again.matches({ confirming: 'checking' }) &&
          again.context.sessionId === read.checking.sessionId &&
          again.context.checkingSince === Date.parse(read.checking.since)
        )
      // The provider isn't processing a card: an order's payment opens immediately, others by a button.
      return from.kind === 'order' && (read.choices ?? []).length < 2
        ? again.matches('opening')
        : again.can({ type: 'payment.open' }) ||
            again.can({ type: 'payment.retry' }) ||
            read.withdrawn === true
    },
    'the end is told once': ({ snapshot, emitted }) =>
      emitted.length === (snapshot.matches('settled') ? 1 : 0),
  },
  simple: { steps: 10, paths: 60 },
})
