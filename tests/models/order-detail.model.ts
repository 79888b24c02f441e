import { fail, ok } from '@handsfree/core'
import { orderDetailMachine } from '@handsfree/core/order'
import { defineModel } from './machine-model.ts'
import { offline, order, refused } from './samples.ts'

const cancelled = order({
  status: 'cancelled',
  actions: [],
  regions: { ...order().regions, closing: 'cancelled' },
})
const loads = {
  'may be cancelled': ok({ order: order(), trace: [] }),
  cancelled: ok({ order: cancelled, trace: [] }),
  'too late to cancel': ok({ order: order({ actions: [] }), trace: [] }),
  'not there': fail(refused(5004)),
  'server broken': fail(refused(1003)),
  offline: fail(offline),
}

/** An order’s page and its cancellation. */
export const orderDetailModel = defineModel<typeof orderDetailMachine>({
  machine: orderDetailMachine,
  starts: {
    opened: ({ now, newKey }) => ({ orderId: 'order-1', kept: null, now, newKey }),
    'opened again': ({ now, newKey }) => ({
      orderId: 'order-1',
      kept: { order: order(), trace: [], loadedAt: now() },
      now,
      newKey,
    }),
  },
  samples: {
    'order.hint': { '': {} },
    'order.retry': { '': {} },
    'cancellation.preview': { '': {} },
    'cancellation.dismiss': { '': {} },
    'cancellation.confirm': { '': {} },
  },
  toldBy: { 'order.hint': 'hints' },
  outcomes: {
    loadOrder: loads,
    refreshOrder: loads,
    catchUp: loads,
    previewCancellation: {
      shown: ok({
        refund: { amount: 98_00, currency: 'CNY' },
        refundBy: '2026-11-26T10:00:00+08:00',
        freeCancellationUntil: '2026-11-24T06:00:00+08:00',
      }),
      'too late': fail(refused(5006)),
      offline: fail(offline),
    },
    cancelOrder: {
      cancelled: ok(cancelled),
      'too late': fail(refused(5006)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { order: read } }) =>
    read && [read.actions.includes('order.cancel'), read.regions.closing === 'cancelled'],
  laws: {
    'an order is shown only once it is read': ({ snapshot }) =>
      !snapshot.matches('shown') || snapshot.context.order !== null,
    'what is cancelled is not said to have failed': ({ snapshot }) =>
      snapshot.context.order?.regions.closing !== 'cancelled' ||
      !(
        snapshot.matches({ shown: { cancellation: 'refused' } }) ||
        snapshot.matches({ shown: { cancellation: 'unsure' } })
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
