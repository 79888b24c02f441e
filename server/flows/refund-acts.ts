import type * as contract from '@handsfree/core/contract'
import type { CallInput, RefundAct } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { beyondCover, claimLimit, siblingsOf } from '../domain/claims/claim-rules.ts'
import { claimNotFound } from '../domain/claims/find-claims.ts'
import { findReview, toReview } from '../domain/orders/order-reviews.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { changeOrder } from './change-order.ts'
import { changePieces } from './change-pieces.ts'
import { claimCalls } from './claim-calls.ts'
import { moveOrder } from './move-order.ts'
import { resolveReport } from './resolve-report.ts'
import { chooseReturn } from './returns.ts'

type ActInput<Name extends RefundAct> = {
  work: Work
  services: Services
  order: OrderRow
  /** Only of an offer. */
  claimId: string | null
  body: CallInput<(typeof contract)[Name]>['body']
  actor: string
}

async function requireOpenReview({ tx }: Pick<Work, 'tx'>, { orderId }: OrderRow): Promise<void> {
  const review = await findReview(tx, orderId)
  if (!review || review.result === 'wait') return
  throw new ApiError(errorCodes.reviewStateCannotChange, 'the order has already been reviewed', {
    status: 409,
    details: toReview(review),
  })
}

/** The acts of operators that can return money. The order must be locked. */
export const refundActRunners: {
  [Name in RefundAct]: (input: ActInput<Name>) => Promise<unknown>
} = {
  operatorReview: async ({ work, services, order, body, actor }) => {
    await requireOpenReview(work, order)
    return body.result === 'pass'
      ? moveOrder(work, services, order, { event: 'review.pass', actor })
      : moveOrder(work, services, order, {
          event: 'review.reject',
          actor,
          changes: { reviewFailure: body.reason },
        })
  },
  operatorChange: ({ work, services, order, body, actor }) =>
    changePieces(work, services, order, body, { role: 'operator', actor }),
  operatorResolve: ({ work, services, order, body, actor }) =>
    resolveReport(work, services, order, body, actor),
  operatorCancel: ({ work, services, order, body, actor }) =>
    moveOrder(work, services, order, { event: 'order.cancel', actor, details: { reason: body.reason } }),
  // The locale only matches names of the order's places, which it has in each language.
  operatorChangeOrder: ({ work, services, order, body, actor }) =>
    changeOrder(work, services, order, body, { actor, locale: 'en-US' }),
  operatorChooseReturn: ({ work, services, order, body, actor }) =>
    chooseReturn(work, services, order, { ...body, actor }),
  operatorOfferClaim: async ({ work, services, order, claimId, body: { amount, words }, actor }) => {
    if (claimId === null) throw claimNotFound()
    const { lock, move } = claimCalls(services)
    const lockedClaim = await lock(work, claimId)
    const others = (await siblingsOf(work.tx, order.orderId)).filter((other) => other.claimId !== claimId)
    const limit = claimLimit(order, others)
    if (amount > limit) throw beyondCover(limit)
    return move(work, lockedClaim, {
      event: { type: 'operator.offer', amount },
      actor,
      changes: { offerWords: words, offerTime: services.now() },
      history: [{ type: 'offered', words, amount }],
    })
  },
}
