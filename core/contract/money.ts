import * as v from 'valibot'
import { getCall } from './call.ts'
import { Cursor, Id, Money, Timestamp } from './common.ts'
import { Day } from './day.ts'

/**
 * `payment` came in; `refund` went back to where it came from, `payout` is a part of a claim that an operator paid by other means,
 * and `disputeLost` is what a bank took back. `refundDue` is a refund that has begun and is not done.
 */
export const moneyKinds = ['payment', 'refund', 'payout', 'disputeLost', 'refundDue'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** An amount that came in or went back, on the clocks of its order's pickup site. */
export const MoneyMove = v.object({
  moveId: v.string(),
  kind: v.picklist(moneyKinds),
  /** When it was paid, came back or was decided; of a refund that is due, when it began. */
  time: Timestamp,
  /** The day of that time at the site. */
  day: v.string(),
  orderId: Id,
  orderNumber: v.string(),
  siteId: Id,
  siteName: v.string(),
  timeZone: v.string(),
  /** More than 0, whichever way it goes. */
  amount: Money,
  /** The provider’s id of the payment’s page or of the dispute, ours of a refund, the operator’s words of a payout. */
  reference: v.string(),
})
export type MoneyMove = v.InferOutput<typeof MoneyMove>

export const operatorListMoney = getCall('/operator/money', {
  summary:
    'What came in and went back from one day to another, both included, on the clocks of each order’s pickup site, the oldest first, 500 at a time; and refunds that have begun until then and are not done.',
  audience: 'operator',
  query: v.strictObject({ from: Day, until: Day, cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(MoneyMove), nextCursor: v.nullable(v.string()) }),
})
