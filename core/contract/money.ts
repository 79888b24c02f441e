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

/** `ours` is null for a payment or refund that our books lack, `theirs` for one that the bill lacks. */
export const BillDifference = v.object({
  kind: v.picklist(['payment', 'refund']),
  orderId: v.nullable(Id),
  orderNumber: v.nullable(v.string()),
  /** The provider's or our id of the session, or our id of the refund. */
  reference: v.string(),
  ours: v.nullable(Money),
  theirs: v.nullable(Money),
})
export type BillDifference = v.InferOutput<typeof BillDifference>

/** `notYet`: the provider hasn't made it. `unavailable`: the provider doesn't respond. */
export const Bill = v.object({
  provider: v.string(),
  state: v.picklist(['compared', 'notYet', 'unavailable']),
  totals: v.array(v.object({ kind: v.picklist(['payment', 'refund']), ours: Money, theirs: Money })),
  differences: v.array(BillDifference),
})
export type Bill = v.InferOutput<typeof Bill>

export const operatorCompareBills = getCall('/operator/money/bills', {
  summary:
    'Compares each payment provider’s bill of a day in Beijing with our payments and refunds. Leaves out providers without bills, such as the sandbox.',
  audience: 'operator',
  query: v.strictObject({ day: Day }),
  result: v.object({ bills: v.array(Bill) }),
})

export const operatorListMoney = getCall('/operator/money', {
  summary:
    'Returns payments and refunds between two days, both included, oldest first, 500 per page. Days are in the time zone of each order’s pickup site. Includes refunds that started by then and are pending.',
  audience: 'operator',
  query: v.strictObject({ from: Day, until: Day, cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(MoneyMove), nextCursor: v.nullable(v.string()) }),
})
