import { fail, ok } from '@handsfree/core'
import { isOutcomeUnknown } from '@handsfree/core/lib'
import { orderDetailMachine } from '@handsfree/core/orders'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, order, refused } from './samples.ts'

const cancelled = order({
  status: 'cancelled',
  actions: [],
  lifecycle: { ...order().lifecycle, closing: 'cancelled' },
})

export const orderDetailModel = defineModel<typeof orderDetailMachine>({
  machine: orderDetailMachine,
  starts: {
    opened: ({ now, newKey }) => ({ orderId: 'order-1', cachedOrder: null, now, newKey }),
    'opened again': ({ now, newKey }) => ({
      orderId: 'order-1',
      cachedOrder: { order: order(), trace: [], loadedAt: now() },
      now,
      newKey,
    }),
  },
  samples: {
    'reading.done': {
      'may be cancelled': { value: { order: order(), trace: [], requestedAt: 0 } },
      cancelled: { value: { order: cancelled, trace: [], requestedAt: 0 } },
      'too late to cancel': { value: { order: order({ actions: [] }), trace: [], requestedAt: 0 } },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'cancellation.preview': { '': {} },
    'cancellation.dismiss': { '': {} },
    'cancellation.confirm': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    previewCancellation: {
      shown: ok({
        refund: { amount: 98_00, currency: 'CNY' },
        refundHours: 72,
        freeCancellationUntil: '2026-11-24T06:00:00+08:00',
      }),
      'too late': fail(refused(5006)),
      offline: fail(offline),
    },
    cancelOrder: {
      cancelled: ok(cancelled),
      'too late': fail(refused(5006)),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  facts: ({ context: { order: read, cancelProblem, idempotencyKey } }) => ({
    canCancel: read?.actions.includes('order.cancel'),
    isUnsettled: idempotencyKey !== '' && cancelProblem !== null && isOutcomeUnknown(cancelProblem),
    isCancelled: read && read.lifecycle.closing === 'cancelled',
  }),
  laws: {
    'only an order that is shown is cancelled': ({ snapshot }) =>
      snapshot.matches('none') || snapshot.context.order !== null,
    'what is cancelled is not asked about, and not said to have failed': ({ snapshot }) =>
      snapshot.context.order?.lifecycle.closing !== 'cancelled' ||
      !(['deciding', 'refused', 'outcomeUnknown', 'notCancelled'] as const).some((state) =>
        snapshot.matches(state),
      ),
    'every cancellation is posted under a key of its own': ({ calls }) => {
      const keys = calls
        .filter(({ id }) => id === 'cancelOrder')
        .map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
      return new Set(keys).size === keys.length
    },
  },
  simple: { steps: 10, paths: 60 },
})
