import { isDeepStrictEqual } from 'node:util'
import {
  type OperationAction,
  operationActions,
  type RefundAct,
  type RefundRequestState,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, TransactionRollbackError } from 'drizzle-orm'
import { accessDenied } from '../domain/crew/scope.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { type RefundRequestRow, refundRequests } from '../domain/payments/refund-requests.table.ts'
import { moneyOutOf } from '../domain/payments/refund-requests.ts'
import { employees } from '../domain/users/employees.table.ts'
import type { AfterCommitTask, Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { newId } from '../runtime/random.ts'
import type { Employee, Services } from '../runtime/services.ts'
import { refundActRunners } from './refund-acts.ts'

type SentAct = {
  order: OrderRow
  claimId: string | null
  act: RefundAct
  body: Record<string, unknown>
}

const runAct = (
  work: Work,
  services: Services,
  { order, claimId, act, body }: SentAct,
  actor: string,
): Promise<unknown> =>
  // The body was validated by the act's call.
  refundActRunners[act]({ work, services, order, claimId, body: body as never, actor })

const logRequest = (
  { tx }: Work,
  { random, now }: Services,
  { orderId, requestId, act, amount }: Pick<RefundRequestRow, 'orderId' | 'requestId' | 'act' | 'amount'>,
  { action, actor, reason = '' }: { action: OperationAction; actor: string; reason?: string },
) =>
  logOperations({ tx }, random, { orderId, actor, time: now() }, [
    {
      action,
      details: { refund: { requestId, act, amount }, ...(reason && { reason }) },
    },
  ])

async function requestRefund(
  work: Work,
  services: Services,
  { order, claimId, act, body }: SentAct,
  { amount, employee: { employeeId } }: { amount: number; employee: Employee },
): Promise<void> {
  const { tx, afterCommit } = work
  const { orderId } = order
  const [waiting] = await tx
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.orderId, orderId), eq(refundRequests.state, 'waiting')))
  if (waiting) {
    const isSame =
      waiting.employeeId === employeeId &&
      waiting.act === act &&
      waiting.claimId === claimId &&
      isDeepStrictEqual(waiting.body, body)
    if (isSame) return
    throw new ApiError(errorCodes.refundApplyExists, 'another refund of the order waits for approval', {
      status: 409,
      details: { reason: 'waiting' },
    })
  }
  const request = { requestId: newId(services.random), orderId, claimId, act, body, amount, employeeId }
  await tx.insert(refundRequests).values({ ...request, state: 'waiting', createTime: services.now() })
  await logRequest(work, services, request, {
    action: operationActions.refundRequest,
    actor: `employee:${employeeId}`,
  })
  await notifyOperators(work, services, orderId, { queueKind: 'approval', actor: `employee:${employeeId}` })
  afterCommit(() => services.realtime.operatorsHint(orderId))
}

/**
 * Runs an operator's act. If the order's refunds then exceed `REFUND_LIMITS`, undoes it and makes a request for another
 * operator instead. Returns whether the act was carried out. Throws 8001 while another request waits.
 */
export async function runWithinRefundLimit(
  work: Work,
  services: Services,
  sent: SentAct,
  employee: Employee,
): Promise<boolean> {
  const { orderId, currency } = sent.order
  const actor = `employee:${employee.employeeId}`
  const limit = services.settings.refundLimits[currency]
  const before = await moneyOutOf(work.tx, orderId)
  const tasks: AfterCommitTask[] = []
  let amount = 0
  try {
    await work.tx.transaction(async (tx) => {
      await runAct({ tx, afterCommit: (task) => tasks.push(task) }, services, sent, actor)
      const after = await moneyOutOf(tx, orderId)
      amount = after - before
      if (limit !== undefined && amount > 0 && after > limit) tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
    await requestRefund(work, services, sent, { amount, employee })
    return false
  }
  for (const task of tasks) work.afterCommit(task)
  return true
}

const notPossible = (reason: 'decided' | 'disabled' | 'changed') =>
  new ApiError(errorCodes.paramError, 'not possible in the current state of the request', {
    status: 409,
    details: { field: 'request', reason },
  })

/** Locks the order first, then the request. */
async function lockRequest({ tx }: Work, requestId: string) {
  const isThis = eq(refundRequests.requestId, requestId)
  const [known] = await tx.select({ orderId: refundRequests.orderId }).from(refundRequests).where(isThis)
  const order = known && (await lockOrder({ tx }, known.orderId))
  if (!order) throw new ApiError(errorCodes.notFound, 'not found')
  const [request] = await tx.select().from(refundRequests).where(isThis).for('update')
  if (!request) throw new ApiError(errorCodes.notFound, 'not found')
  return { order, request }
}

async function carryOut(work: Work, services: Services, order: OrderRow, request: RefundRequestRow) {
  const { employeeId, amount } = request
  const [requester] = await work.tx
    .select({ disableTime: employees.disableTime })
    .from(employees)
    .where(eq(employees.employeeId, employeeId))
  if (requester?.disableTime) throw notPossible('disabled')
  const before = await moneyOutOf(work.tx, order.orderId)
  await runAct(work, services, { ...request, order }, `employee:${employeeId}`)
  if ((await moneyOutOf(work.tx, order.orderId)) - before !== amount) throw notPossible('changed')
}

export type RefundDecision = { state: Exclude<RefundRequestState, 'waiting'>; reason?: string }

const actionOf = {
  approved: operationActions.refundApprove,
  rejected: operationActions.refundReject,
  withdrawn: operationActions.refundWithdraw,
} as const

/**
 * Decides a request; approving it carries out its act under the requester's id. Repeating a decision changes nothing.
 * Throws 1002, 1012, 1008 (409), and the act's codes.
 */
export async function decideRefund(
  work: Work,
  services: Services,
  requestId: string,
  { state, reason = '' }: RefundDecision,
  employee: Employee,
): Promise<void> {
  const { order, request } = await lockRequest(work, requestId)
  const { employeeId } = employee
  const isOwn = employeeId === request.employeeId
  // Operators can make each other's tokens, but not each other's sessions.
  if (state === 'withdrawn' ? !isOwn : isOwn || !employee.isSession) throw accessDenied()
  if (request.state !== 'waiting') {
    if (request.state === state && request.deciderId === employeeId) return
    throw notPossible('decided')
  }
  if (state === 'approved') await carryOut(work, services, order, request)
  await work.tx
    .update(refundRequests)
    .set({ state, reason, deciderId: employeeId, decideTime: services.now() })
    .where(eq(refundRequests.requestId, requestId))
  await logRequest(work, services, request, {
    action: actionOf[state],
    actor: `employee:${employeeId}`,
    reason,
  })
  work.afterCommit(() => services.realtime.operatorsHint(order.orderId))
}
