import {
  operatorAnswerComplaint,
  operatorGetClaim,
  operatorListClaims,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { findClaim, findDueClaims } from '../domain/claims/find-claims.ts'
import { toOperatorClaim } from '../domain/claims/to-claim.ts'
import { withClaimDetails } from '../domain/order-details/claim-details.ts'
import { claimCalls, notPossibleNow } from '../flows/claim-calls.ts'
import { payOut } from '../flows/pay-claim.ts'
import { runWithinRefundLimit } from '../flows/refund-requests.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const operatorClaimsPlugin: DomainPlugin = (app, services) => {
  const { showOperator, lock, move } = claimCalls(services)

  route(app, services, operatorListClaims, async ({ tx, query, locale }) => {
    const { list, nextCursor } = await findDueClaims(tx, query)
    const parts = await withClaimDetails(tx, list)
    return { list: parts.map((part) => toOperatorClaim(part, services, locale)), nextCursor }
  })

  route(app, services, operatorGetClaim, async ({ tx, params, locale }) =>
    showOperator(tx, await findClaim(tx, params.claimId), locale),
  )

  route(app, services, operatorStartClaim, async ({ tx, afterCommit, params, employee, locale }) => {
    const work = { tx, afterCommit }
    const updatedClaim = await move(work, await lock(work, params.claimId), {
      event: { type: 'operator.start' },
      actor: `employee:${employee.employeeId}`,
      history: [{ type: 'started' }],
    })
    return showOperator(tx, updatedClaim, locale)
  })

  route(app, services, operatorOfferClaim, async ({ tx, afterCommit, params, body, employee, locale }) => {
    const work = { tx, afterCommit }
    const lockedClaim = await lock(work, params.claimId)
    const sent = {
      order: lockedClaim.order,
      claimId: params.claimId,
      act: 'operatorOfferClaim',
      body,
    } as const
    await runWithinRefundLimit(work, services, sent, employee)
    return showOperator(tx, await findClaim(tx, params.claimId), locale)
  })

  route(
    app,
    services,
    operatorAnswerComplaint,
    async ({ tx, afterCommit, params, body, employee, locale }) => {
      const work = { tx, afterCommit }
      const updatedClaim = await move(work, await lock(work, params.claimId), {
        event: { type: 'operator.answer' },
        actor: `employee:${employee.employeeId}`,
        history: [{ type: 'answered', words: body.words }],
      })
      return showOperator(tx, updatedClaim, locale)
    },
  )

  route(app, services, operatorPayClaim, async ({ tx, afterCommit, params, body, employee, locale }) => {
    const work = { tx, afterCommit }
    const locked = await lock(work, params.claimId)
    const actor = `employee:${employee.employeeId}`
    const moved = await payOut(work, services, locked, { reference: body.reference, actor })
    if (!moved) throw notPossibleNow()
    return showOperator(tx, moved, locale)
  })
}
