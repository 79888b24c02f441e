import * as v from 'valibot'
import { policy } from '../policy/numbers.ts'
import { getCall, postCall } from './call.ts'
import { ClaimEventType, ClaimStage, ComplaintStage } from './claim-stage.ts'
import { Cursor, FileUrl, Id, Money, requiredLines, requiredText, siteClock, Timestamp } from './common.ts'
import { RefundRequest } from './refund-request.ts'

export * from './claim-stage.ts'

export const claimKinds = ['late', 'damaged', 'lost', 'missing'] as const
export const NewClaimKind = v.picklist(claimKinds)
export type NewClaimKind = v.InferOutput<typeof NewClaimKind>

/** `changed`: a seal, count or damage differs and the traveller didn't consent. */
export const ClaimKind = v.picklist([...claimKinds, 'changed'])
export type ClaimKind = v.InferOutput<typeof ClaimKind>

export const ClaimHistory = v.object({
  type: ClaimEventType,
  time: Timestamp,
  /** The traveller's text, or ours. */
  words: v.optional(v.string()),
  /** Amount of an offer or payment, in minor units of the claim's currency. */
  amount: v.optional(v.number()),
})
export type ClaimHistory = v.InferOutput<typeof ClaimHistory>

export const ClaimOffer = v.object({
  /** Starts at 1. Answers name the offer that they are about. */
  number: v.number(),
  /** 0 means that we pay nothing; `words` say why. */
  amount: Money,
  words: v.string(),
  time: Timestamp,
})
export type ClaimOffer = v.InferOutput<typeof ClaimOffer>

export const claimActions = ['accept', 'decline', 'askAgain', 'complain'] as const
export const ClaimAction = v.picklist(claimActions)
export type ClaimAction = v.InferOutput<typeof ClaimAction>

export const Claim = v.object({
  claimId: Id,
  orderId: Id,
  orderNumber: v.string(),
  kind: ClaimKind,
  words: v.string(),
  photos: v.array(v.string()),
  /** Amount that the traveller asks for; 0 lets us decide. */
  amount: Money,
  stage: ClaimStage,
  complaint: ComplaintStage,
  createTime: Timestamp,
  /** Our deadline to start or to pay. Stays after it passes; null when it is the traveller's turn. */
  dueTime: v.nullable(Timestamp),
  /** Our deadline to answer the complaint. */
  complaintDueTime: v.nullable(Timestamp),
  offer: v.nullable(ClaimOffer),
  /** Amount paid for an accepted offer: refunds and other payouts. */
  paid: Money,
  /** Oldest first. */
  history: v.array(ClaimHistory),
  actions: v.array(ClaimAction),
  ...siteClock,
  cityName: v.string(),
})
export type Claim = v.InferOutput<typeof Claim>

export const OrderClaims = v.object({
  orderNumber: v.string(),
  list: v.array(Claim),
  /** `notYet`: not picked up. `over`: more than 7 days since handover. `tooMany`: 10 claims. */
  mayClaim: v.picklist(['yes', 'notYet', 'over', 'tooMany']),
  /** Deadline for claims; null before handover. */
  until: v.nullable(Timestamp),
  /** The order's cover minus the offers for its other claims. */
  limit: Money,
  ...siteClock,
  cityName: v.string(),
})
export type OrderClaims = v.InferOutput<typeof OrderClaims>

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1e9))
const words = requiredLines(policy.maxClaimCharacters)
const OrderParams = v.strictObject({ orderId: Id })
const ClaimParams = v.strictObject({ claimId: Id })
const offerNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000))
const notNowNote = 'Fails with 1008 (409) if the claim isn’t in the right state'

export const NewClaim = v.strictObject({
  kind: NewClaimKind,
  words,
  /** URLs of the caller's own photos. */
  photos: v.pipe(v.array(FileUrl), v.maxLength(policy.maxClaimPhotos)),
  /** Minor units of the order's currency; 0 lets us decide. */
  amount,
})
export type NewClaim = v.InferOutput<typeof NewClaim>

export const createClaim = postCall('/orders/{orderId}/claims', {
  summary: `Creates a claim. If an open claim has the same kind, text and amount, adds the missing photos to it and returns it. Fails with 1008 (409) and \`{ field: "order", reason }\`: \`notYet\` before pickup, \`over\` more than ${policy.claimDays} days after the handover, or \`tooMany\`. Fails with 1008 and \`{ field: "amount", limit }\` if the amount exceeds the cover.`,
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  body: NewClaim,
  result: Claim,
  errors: [5004],
})

export const listClaims = getCall('/orders/{orderId}/claims', {
  summary: 'Returns the order’s claims, newest first, and whether another one can be made.',
  audience: 'traveller',
  params: OrderParams,
  result: OrderClaims,
  errors: [5004],
})

export const getClaim = getCall('/claims/{claimId}', {
  summary: 'Returns one claim with its deadlines, offer and history.',
  audience: 'traveller',
  params: ClaimParams,
  result: Claim,
})

const answerOptions = { audience: 'traveller', params: ClaimParams, result: Claim } as const

export const acceptOffer = postCall('/claims/{claimId}/accept', {
  summary: `Accepts the offer with that number. Card payments are refunded immediately; we pay the rest within ${policy.claimPayHours} h. ${notNowNote}, or if the offer has changed.`,
  ...answerOptions,
  body: v.strictObject({ offer: offerNumber }),
})

export const declineOffer = postCall('/claims/{claimId}/decline', {
  summary: `Declines the offer with that number. ${notNowNote}, or if the offer has changed.`,
  ...answerOptions,
  body: v.strictObject({ offer: offerNumber }),
})

export const askAgain = postCall('/claims/{claimId}/ask-again', {
  summary: `Asks for another review of the offer, which starts within ${policy.claimStartHours} h. ${notNowNote}.`,
  ...answerOptions,
  body: v.strictObject({ words }),
})

export const complain = postCall('/claims/{claimId}/complain', {
  summary: `Complains about the handling of the claim. We answer within ${policy.complaintResponseHours} h. ${notNowNote}, or if another complaint is open.`,
  ...answerOptions,
  body: v.strictObject({ words }),
})

export const OperatorClaim = v.object({
  ...v.omit(Claim, ['actions']).entries,
  uin: Id,
  /** Next deadline of the claim or its complaint; null when it is the traveller's turn. */
  nextTime: v.nullable(Timestamp),
  isOverdue: v.boolean(),
  /** Maximum offer. */
  limit: Money,
  /** Part of an accepted offer that an operator has to pay by other means than a refund. */
  payoutDue: Money,
  /** The offer that waits for a second operator. Older servers omit it. */
  refundRequest: v.optional(v.nullable(RefundRequest), null),
  events: v.array(v.picklist(['start', 'offer', 'answer', 'pay'])),
})
export type OperatorClaim = v.InferOutput<typeof OperatorClaim>

export const operatorListClaims = getCall('/operator/claims', {
  summary:
    'Returns open claims, earliest deadline first, 50 per page. `all` includes closed ones; `orderId` selects those of one order.',
  audience: 'operator',
  query: v.strictObject({
    state: v.optional(v.picklist(['open', 'all'])),
    orderId: v.optional(Id),
    cursor: v.optional(Cursor),
  }),
  result: v.object({ list: v.array(OperatorClaim), nextCursor: v.nullable(v.string()) }),
})

const operatorOptions = { audience: 'operator', params: ClaimParams, result: OperatorClaim } as const

export const operatorGetClaim = getCall('/operator/claims/{claimId}', {
  summary: 'Returns one claim.',
  ...operatorOptions,
})

export const operatorStartClaim = postCall('/operator/claims/{claimId}/start', {
  summary: `Starts the review of a claim. ${notNowNote}.`,
  ...operatorOptions,
  body: v.strictObject({}),
})

export const operatorOfferClaim = postCall('/operator/claims/{claimId}/offer', {
  summary: `Offers an amount, which may be 0, with a text for the traveller. If the order’s refunds exceed \`REFUND_LIMITS\`, makes a \`refundRequest\` instead. Fails with 1008 and \`{ field: "amount", limit }\` if the amount exceeds the cover. ${notNowNote}.`,
  ...operatorOptions,
  body: v.strictObject({ amount, words }),
})

export const operatorAnswerComplaint = postCall('/operator/claims/{claimId}/answer', {
  summary: `Answers the complaint. ${notNowNote}.`,
  ...operatorOptions,
  body: v.strictObject({ words }),
})

export const operatorPayClaim = postCall('/operator/claims/{claimId}/pay', {
  summary: `Records how the rest of an accepted offer was paid, such as a bank reference. ${notNowNote}, or if nothing is left to pay.`,
  ...operatorOptions,
  body: v.strictObject({ reference: requiredText(200) }),
})
