import * as v from 'valibot'
import { getCall } from './call.ts'
import { Cursor, Id, Money, Timestamp } from './common.ts'

/** `closed` means without a winner. */
export const DisputeState = v.picklist(['open', 'won', 'lost', 'closed'])
export type DisputeState = v.InferOutput<typeof DisputeState>

/** A payment that the traveller disputes with their bank, or complains about at WeChat Pay or Alipay. */
export const Dispute = v.object({
  disputeId: v.string(),
  amount: Money,
  /** As worded by the provider. */
  reason: v.string(),
  state: DisputeState,
  createTime: Timestamp,
  closeTime: v.nullable(Timestamp),
})
export type Dispute = v.InferOutput<typeof Dispute>

export const OpenDispute = v.object({
  disputeId: v.string(),
  orderId: Id,
  orderNumber: v.string(),
  amount: Money,
  reason: v.string(),
  createTime: Timestamp,
})
export type OpenDispute = v.InferOutput<typeof OpenDispute>

export const operatorListDisputes = getCall('/operator/disputes', {
  summary:
    'Returns up to 100 open payment disputes (chargebacks, and complaints at WeChat Pay and Alipay), oldest first. Answer them in the payment provider’s dashboard.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(OpenDispute), nextCursor: v.nullable(v.string()) }),
})
