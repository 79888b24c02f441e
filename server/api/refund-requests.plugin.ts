import { operatorApproveRefund, operatorRejectRefund, operatorWithdrawRefund } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { refundRequests } from '../domain/payments/refund-requests.table.ts'
import { findRefundRequests } from '../domain/payments/refund-requests.ts'
import { decideRefund, type RefundDecision } from '../flows/refund-requests.ts'
import type { Work } from '../runtime/db/work.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import type { Employee } from '../runtime/services.ts'

/** Refunds of operators that another operator decides. */
export const refundRequestsPlugin: DomainPlugin = (app, services) => {
  type Input = Work & { params: { requestId: string }; employee: Employee }
  const decide = async ({ tx, afterCommit, params, employee }: Input, decision: RefundDecision) => {
    await decideRefund({ tx, afterCommit }, services, params.requestId, decision, employee)
    const [request] = await findRefundRequests(tx, eq(refundRequests.requestId, params.requestId))
    return request!
  }
  route(app, services, operatorApproveRefund, (input) => decide(input, { state: 'approved' }))
  route(app, services, operatorRejectRefund, (input) =>
    decide(input, { state: 'rejected', reason: input.body.reason }),
  )
  route(app, services, operatorWithdrawRefund, (input) => decide(input, { state: 'withdrawn' }))
}
