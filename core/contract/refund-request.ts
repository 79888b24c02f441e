import * as v from 'valibot'
import { postCall } from './call.ts'
import { Id, Money, requiredText, Timestamp } from './common.ts'

/** Operators' calls that can return money. Above the limit, they make a request instead. */
export const refundActs = [
  'operatorReview',
  'operatorChange',
  'operatorResolve',
  'operatorCancel',
  'operatorChangeOrder',
  'operatorChooseReturn',
  'operatorOfferClaim',
] as const
export const RefundAct = v.picklist(refundActs)
export type RefundAct = v.InferOutput<typeof RefundAct>

export const RefundRequestState = v.picklist(['waiting', 'approved', 'rejected', 'withdrawn'])
export type RefundRequestState = v.InferOutput<typeof RefundRequestState>

/** `name` is null for employees without a record, such as the bootstrap operator. */
const Operator = v.object({ employeeId: Id, name: v.nullable(v.string()) })

/** An operator's act that waits until another operator approves its refund. */
export const RefundRequest = v.object({
  requestId: Id,
  orderId: Id,
  /** Null unless the act is an offer. */
  claimId: v.nullable(Id),
  act: RefundAct,
  /** Money that the act returns to the traveller. */
  amount: Money,
  /** The requester's reason or text for the traveller; empty without one. */
  words: v.string(),
  requester: Operator,
  time: Timestamp,
  state: RefundRequestState,
  decider: v.nullable(Operator),
  decideTime: v.nullable(Timestamp),
  /** Why it was rejected; empty otherwise. */
  reason: v.string(),
})
export type RefundRequest = v.InferOutput<typeof RefundRequest>

const options = {
  audience: 'operator',
  params: v.strictObject({ requestId: Id }),
  result: RefundRequest,
  errors: [1002],
} as const
const decidedNote = 'Fails with 1008 (409) and `{ field: "request", reason: "decided" }` if it is decided'

export const operatorApproveRefund = postCall('/operator/refund-requests/{requestId}/approve', {
  ...options,
  summary: `Approves a request and carries out its act. Needs a signed-in operator other than the requester (else 1012). ${decidedNote}, with \`reason: "disabled"\` if the requester has been disabled since, and with \`reason: "changed"\` if the act would now return another amount. Fails like the act if the order no longer allows it.`,
  body: v.strictObject({}),
})

export const operatorRejectRefund = postCall('/operator/refund-requests/{requestId}/reject', {
  ...options,
  summary: `Rejects a request with a reason; its act isn’t carried out. Needs a signed-in operator other than the requester (else 1012). ${decidedNote}.`,
  body: v.strictObject({ reason: requiredText(200) }),
})

export const operatorWithdrawRefund = postCall('/operator/refund-requests/{requestId}/withdraw', {
  ...options,
  summary: `Withdraws the caller’s own request (else 1012). ${decidedNote}.`,
  body: v.strictObject({}),
})
