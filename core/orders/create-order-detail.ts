import { createActor } from 'xstate'
import type { App } from '../app.ts'
import {
  type CancelPreview,
  cancelOrder,
  getOrder,
  getOrderTrace,
  type Order,
  previewCancellation,
} from '../contract/order.ts'
import { fromCall } from '../lib/from-call.ts'
import { pulseMs } from '../lib/platform.ts'
import { ok } from '../lib/result.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { cacheOrder, readCachedOrder, readerOf, removeCachedOrder } from './cached-orders.ts'
import { type OrderDetailActor, orderDetailMachine } from './order-detail.machine.ts'
import { selectIsNotFound } from './order-detail.ts'

type OrderInput = { orderId: string }

/** One order's page. Stores each reading so that it can be shown offline. Created, not started. */
export const createOrderDetail = (app: App, orderId: string): OrderDetailActor => {
  const { api } = app
  const { storage, isOnline } = app.platform
  const { locale } = app.language.getSnapshot().context
  const currentUin = () => app.auth.getSnapshot().context.account?.uin
  const uin = currentUin()
  const actor = createActor(
    orderDetailMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, orderId, listener),
          async (signal) => {
            const requestedAt = app.clock.now()
            const read = await api.call(getOrder, { params: { orderId } }, { signal })
            if (!read.ok) return read
            const { trace: includedTrace, ...order } = read.value
            if (includedTrace) return ok({ order, trace: includedTrace, askedAt: requestedAt })
            const trace = await api.call(getOrderTrace, { params: { orderId } }, { signal })
            return trace.ok ? ok({ order, trace: trace.value, askedAt: requestedAt }) : trace
          },
        ),
        previewCancellation: fromCall<CancelPreview, OrderInput>(({ input, signal }) =>
          api.call(previewCancellation, { params: input }, { signal }),
        ),
        cancelOrder: fromCall<Order, OrderInput & { idempotencyKey: string }>(
          ({ input: { orderId, idempotencyKey }, signal }) =>
            api.call(cancelOrder, { params: { orderId }, idempotencyKey }, { signal }),
        ),
      },
    }),
    {
      input: {
        orderId,
        cachedOrder:
          uin === undefined ? null : readCachedOrder(storage, readerOf({ uin, locale }, isOnline()), orderId),
        now: app.clock.now,
        newKey: app.newKey,
      },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
  let lastOrder = actor.getSnapshot().context.order
  actor.subscribe((snapshot) => {
    // Skip if the traveller has signed out since.
    if (uin === undefined || currentUin() !== uin) return
    const { order, trace, loadedAt } = snapshot.context
    if (selectIsNotFound(snapshot)) removeCachedOrder(storage, uin, orderId)
    else if (order && order !== lastOrder) cacheOrder(storage, { uin, locale }, { order, trace, loadedAt })
    if (lastOrder && order?.status === 'handed' && lastOrder.status !== 'handed')
      app.platform.vibrate?.(pulseMs)
    lastOrder = order
  })
  return actor
}
