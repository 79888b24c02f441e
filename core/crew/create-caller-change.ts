import {
  operatorChangeDestination,
  operatorChangeOrder,
  operatorPreviewChange,
  operatorWithdrawChange,
} from '../contract/operation.ts'
import { operatorGetOrder } from '../contract/operator.ts'
import type { CrewApp } from '../crew-app.ts'
import { createChange } from '../orders/create-order-change.ts'
import type { OrderChangeActor } from '../orders/order-change.machine.ts'
import { defaultDialCode } from '../phone/countries.ts'
import { onNotification } from '../realtime/hints.ts'

/**
 * An operator's page for changing an order of a traveller who called. Not stored, because the order can be changed
 * elsewhere before the next call. The server logs each read, so no timer repeats it. Created, not started.
 */
export function createCallerChange(app: CrewApp, orderId: string): OrderChangeActor {
  const { api, platform } = app
  const params = { orderId }
  return createChange(app, orderId, {
    calls: {
      follow: (listener) => onNotification(app, orderId, listener),
      getOrder: (signal) => api.call(operatorGetOrder, { params }, { signal }),
      previewChange: (body, signal) => api.call(operatorPreviewChange, { params, body }, { signal }),
      changeOrder: (body, idempotencyKey, signal) =>
        api.call(operatorChangeOrder, { params, body, idempotencyKey }, { signal }),
      changeDestination: (body, idempotencyKey, signal) =>
        api.call(operatorChangeDestination, { params, body, idempotencyKey }, { signal }),
      withdrawChange: (signal) => api.call(operatorWithdrawChange, { params, body: {} }, { signal }),
    },
    me: () => ({
      who: 'other',
      name: '',
      dialCode: defaultDialCode(platform.languages()),
      phoneNumber: '',
    }),
    isStored: false,
  })
}
