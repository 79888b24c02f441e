import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Empty, Id, Timestamp } from './common.ts'
import { namesOf } from './enumerations.ts'
import { customerNotificationTypes } from './notification.ts'
import { OperatorOrderParams } from './operator.ts'

/** Kinds of text messages. The recipient gets the first three in words of their own. */
export const OrderTextKind = v.picklist([
  'pickedUp',
  'readyToCollect',
  'handedOver',
  'pickupMissed',
  'deliveryLate',
  'returnAsked',
  'recalled',
  'closedUndelivered',
])
export type OrderTextKind = v.InferOutput<typeof OrderTextKind>

/** Neither the number nor the text, which can have personal data. */
export const OrderMessage = v.variant('channel', [
  v.object({
    channel: v.literal('text'),
    kind: OrderTextKind,
    to: v.picklist(['traveller', 'receiver']),
    /**
     * `delivered` and `undelivered` only with a gateway that reports deliveries. `skipped`: the traveller's device has
     * shown a push message with the same news.
     */
    state: v.picklist(['due', 'sending', 'sent', 'givenUp', 'delivered', 'undelivered', 'skipped']),
    /** When it was sent; until then, when it was queued. */
    time: Timestamp,
  }),
  v.object({
    channel: v.literal('notification'),
    kind: v.picklist(namesOf(customerNotificationTypes)),
    isRead: v.boolean(),
    time: Timestamp,
  }),
])
export type OrderMessage = v.InferOutput<typeof OrderMessage>

export const receiveDeliveryReports = postCall('/text-messages/reports/{key}', {
  summary:
    'Receives delivery reports of the SMS gateway. `key` is `twilio`, which signs its reports, or the secret of `SMS_REPORT_SECRET`. The answer has the gateway’s form.',
  audience: 'anyone',
  params: v.strictObject({ key: Id }),
  bodyKind: 'raw',
  result: Empty,
  errors: [1001, 1008],
})

export const operatorListMessages = getCall('/operator/orders/{orderId}/messages', {
  summary:
    'Returns the order’s text messages and the traveller’s latest 100 notifications about it, newest first. A notification that a newer one has replaced is gone.',
  audience: 'operator',
  params: OperatorOrderParams,
  result: v.array(OrderMessage),
  errors: [5004],
})
