import { createActor, fromCallback, fromPromise } from 'xstate'
import { cancelOrder, getOrder, getOrderTrace, previewCancellation } from '../api/contract/order.ts'
import type { App } from '../app.ts'
import { onHint } from '../realtime/hints.ts'
import { ok } from '../result.ts'
import {
  type CancelResult,
  type LoadResult,
  type OrderDetailActor,
  type OrderDetailEvent,
  orderDetailMachine,
  type PreviewResult,
} from './order-detail.machine.ts'

/** One order's page. Not started yet. */
export const createOrderDetail = (app: App, orderId: string): OrderDetailActor => {
  const { api } = app
  return createActor(
    orderDetailMachine.provide({
      actors: {
        hints: fromCallback<OrderDetailEvent, { orderId: string }>(({ input, sendBack }) =>
          onHint(app, input.orderId, () => sendBack({ type: 'order.hint' })),
        ),
        loadOrder: fromPromise<LoadResult, { orderId: string }>(async ({ input, signal }) => {
          const [order, trace] = await Promise.all([
            api.call(getOrder, { params: input }, { signal }),
            api.call(getOrderTrace, { params: input }, { signal }),
          ])
          if (!order.ok) return order
          return trace.ok ? ok({ order: order.value, trace: trace.value }) : trace
        }),
        previewCancellation: fromPromise<PreviewResult, { orderId: string }>(({ input, signal }) =>
          api.call(previewCancellation, { params: input }, { signal }),
        ),
        cancelOrder: fromPromise<CancelResult, { orderId: string; idempotencyKey: string }>(
          ({ input: { orderId, idempotencyKey }, signal }) =>
            api.call(cancelOrder, { params: { orderId }, idempotencyKey }, { signal }),
        ),
      },
    }),
    { input: { orderId, now: app.platform.now, newKey: app.newKey }, inspect: app.options.inspect },
  )
}
