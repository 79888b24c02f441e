import { type ClaimCaseEvent, canMoveClaim, isLateStage } from '@handsfree/core/claims'
import type { Claim, ClaimAction, Locale, OperatorClaim, RefundRequest } from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import type { Services } from '../../runtime/services.ts'
import { signFileUrl } from '../files/file-url.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { columnsOf, payoutDue } from './claim-rules.ts'
import type { ClaimHistoryRow, ClaimRow } from './claims.table.ts'

type ReadServices = Pick<Services, 'keys' | 'now'>

export type ClaimDetails = {
  claim: ClaimRow
  order: OrderRow
  history: ClaimHistoryRow[]
  refunded: { queued: number; done: number }
  /** Maximum offer, minor units. */
  limit: number
  /** The offer that waits for a second operator. */
  refundRequest: RefundRequest | null
}

const iso = (time: Date) => time.toISOString()
const isoOrNull = (time: Date | null) => time?.toISOString() ?? null

const actionEvents = (offer: number): Record<ClaimAction, ClaimCaseEvent> => ({
  accept: { type: 'traveller.accept', offer },
  decline: { type: 'traveller.decline', offer },
  askAgain: { type: 'traveller.askAgain' },
  complain: { type: 'traveller.complain' },
})

function claimBase({ claim, order, history }: ClaimDetails, services: ReadServices, locale: Locale) {
  const { currency } = claim
  const money = (amount: number) => ({ amount, currency })
  return {
    claimId: claim.claimId,
    orderId: claim.orderId,
    orderNumber: order.orderNumber,
    kind: claim.kind,
    words: claim.words,
    photos: claim.photos.map((fileId) => signFileUrl(services, fileId)),
    amount: money(claim.askedAmount),
    stage: claim.stage,
    complaint: claim.complaint,
    createTime: iso(claim.createTime),
    dueTime: isoOrNull(claim.dueTime),
    complaintDueTime: isoOrNull(claim.complaintDueTime),
    offer: claim.offerTime && {
      number: claim.offer,
      amount: money(claim.amount),
      words: claim.offerWords,
      time: iso(claim.offerTime),
    },
    paid: money(claim.paid),
    history: history.map(({ type, time, words, amount }) => ({
      type,
      time: iso(time),
      ...(words === null ? {} : { words }),
      ...(amount === null ? {} : { amount }),
    })),
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
    cityName: order.pickupPlace.cityName[locale],
  }
}

export function toClaim(details: ClaimDetails, services: ReadServices, locale: Locale): Claim {
  const { claim } = details
  const events = Object.entries(actionEvents(claim.offer)) as [ClaimAction, ClaimCaseEvent][]
  const now = services.now().getTime()
  return {
    ...claimBase(details, services, locale),
    actions: events.filter(([, event]) => canMoveClaim(columnsOf(claim), now, event)).map(([name]) => name),
  }
}

export const nextTimeOf = ({ dueTime, complaintDueTime }: ClaimRow): Date | null =>
  dueTime && complaintDueTime
    ? new Date(Math.min(dueTime.getTime(), complaintDueTime.getTime()))
    : (dueTime ?? complaintDueTime)

export function toOperatorClaim(
  details: ClaimDetails,
  services: ReadServices,
  locale: Locale,
): OperatorClaim {
  const { claim, limit, refunded, refundRequest } = details
  const { currency, uin } = claim
  const now = services.now().getTime()
  const due = payoutDue(claim, refunded.queued)
  const can = (event: ClaimCaseEvent) => canMoveClaim(columnsOf(claim), now, event)
  return {
    ...claimBase(details, services, locale),
    uin,
    nextTime: isoOrNull(nextTimeOf(claim)),
    isOverdue: isLateStage(claim.stage) || claim.complaint === 'late',
    limit: { amount: limit, currency },
    payoutDue: { amount: due, currency },
    refundRequest,
    events: [
      ...(can({ type: 'operator.start' }) ? (['start'] as const) : []),
      ...(can({ type: 'operator.offer', amount: 0 }) ? (['offer'] as const) : []),
      ...(can({ type: 'operator.answer' }) ? (['answer'] as const) : []),
      ...(due > 0 ? (['pay'] as const) : []),
    ],
  }
}
