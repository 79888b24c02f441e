import * as v from 'valibot'
import { getCall } from './call.ts'
import { Cursor, Id, Money, Timestamp } from './common.ts'
import { Day } from './day.ts'

/**
 * `refund`: returned to the payment's source. `payout`: part of a claim that an operator paid by other means.
 * `disputeLost`: taken back by a bank. `refundDue`: a pending refund.
 */
export const moneyKinds = ['payment', 'refund', 'payout', 'disputeLost', 'refundDue'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** An incoming or outgoing amount, in the time zone of its order's pickup site. */
export const MoneyMove = v.object({
  moveId: v.string(),
  kind: v.picklist(moneyKinds),
  /** When it was paid, refunded or decided; for a pending refund, when it began. */
  time: Timestamp,
  /** Day of `time` at the site. */
  day: v.string(),
  orderId: Id,
  orderNumber: v.string(),
  siteId: Id,
  siteName: v.string(),
  timeZone: v.string(),
  /** Always positive. */
  amount: Money,
  /** The provider's id of the session or dispute, our id of a refund, or the operator's text for a payout. */
  reference: v.string(),
})
export type MoneyMove = v.InferOutput<typeof MoneyMove>

export const operatorListMoney = getCall('/operator/money', {
  summary:
    'Returns payments and refunds between two days, both included, oldest first, 500 per page. Days are in the time zone of each order’s pickup site. Includes refunds that started by then and are pending.',
  audience: 'operator',
  query: v.strictObject({ from: Day, until: Day, cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(MoneyMove), nextCursor: v.nullable(v.string()) }),
})
