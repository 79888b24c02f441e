import { type DueJobKind, dueJobKinds } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, isNotNull } from 'drizzle-orm'
import { moveSession } from '../domain/payments/move-session.ts'
import { paymentSessions, refunds } from '../domain/payments/payments.table.ts'
import { preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { movePreparedText } from '../domain/prepared/prepared-texts.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { moveReceipt } from '../domain/receipts/receipt-mails.ts'
import { moveTextMessage } from '../domain/texts/move-text-message.ts'
import { type TextMessageKind, textMessageKinds, textMessages } from '../domain/texts/text-messages.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { failedJobs } from '../runtime/jobs/failed-jobs.table.ts'
import type { Services } from '../runtime/services.ts'
import { settleRefund } from './settle-refund.ts'

type JobServices = Pick<Services, 'mail' | 'now' | 'random' | 'realtime'>

const jobNotFound = () => new ApiError(errorCodes.dbNotFound, 'unknown job')
const jobAlreadySettled = () => new ApiError(errorCodes.refundApplyExists, 'done or running', { status: 409 })

type JobName =
  | { kind: 'refund'; id: string }
  | { kind: 'session'; id: string }
  | { kind: 'receipt'; id: string }
  | { kind: 'handover'; id: string }
  | { kind: 'task'; task: DueJobKind; subject: string }
  | { kind: 'text'; orderId: string; message: TextMessageKind }

function parseJobId(jobId: string): JobName {
  const [, kind, id = ''] = /^(refund|session|receipt|handover|text|task)-(.+)$/.exec(jobId) ?? []
  if (kind === 'refund' || kind === 'session') return { kind, id }
  if (kind === 'receipt' || kind === 'handover') return { kind, id }
  if (kind === 'task') {
    const [, name, subject = ''] = /^([A-Za-z]+)-(.+)$/.exec(id) ?? []
    const task = dueJobKinds.find((one) => one === name)
    if (!task) throw jobNotFound()
    return { kind, task, subject }
  }
  const [, orderId = '', word] = /^(.+)-([A-Za-z]+)$/.exec(id) ?? []
  const message = textMessageKinds.find((one) => one === word)
  if (kind !== 'text' || !message) throw jobNotFound()
  return { kind, orderId, message }
}

const requireFirst = <Row>(rows: Row[]): Row => {
  if (!rows[0]) throw jobNotFound()
  return rows[0]
}

async function moveRefund(
  work: Work,
  services: JobServices,
  refundId: string,
  type: 'operator.retry' | 'operator.markDone',
  actor: string,
): Promise<void> {
  requireFirst(await work.tx.select().from(refunds).where(eq(refunds.refundId, refundId)))
  if (!(await settleRefund(work, services, refundId, { event: { type }, actor }))) throw jobAlreadySettled()
}

/** Schedules a job to run now. Throws 1007 for an unknown job, 8001 if its machine rejects the retry. */
export async function retryJob(
  work: Work,
  services: JobServices,
  jobId: string,
  actor: string,
): Promise<void> {
  const job = parseJobId(jobId)
  if (job.kind === 'refund') return moveRefund(work, services, job.id, 'operator.retry', actor)
  if (job.kind === 'session') {
    const isThis = eq(paymentSessions.sessionId, job.id)
    requireFirst(await work.tx.select().from(paymentSessions).where(isThis))
    if (!(await moveSession(work, services, job.id, { type: 'operator.retry' }))) throw jobAlreadySettled()
    return
  }
  const retryEvent = { type: 'operator.retry' } as const
  if (job.kind === 'receipt') {
    const isThis = eq(receiptMails.occasion, job.id)
    const receipt = requireFirst(await work.tx.select().from(receiptMails).where(isThis))
    if (!(await moveReceipt(work, services, receipt, retryEvent))) throw jobAlreadySettled()
    return
  }
  if (job.kind === 'handover') {
    const isThis = and(eq(preparedOrders.preparedId, job.id), isNotNull(preparedOrders.textState))
    requireFirst(await work.tx.select().from(preparedOrders).where(isThis))
    if (!(await movePreparedText(work, services, job.id, retryEvent))) throw jobAlreadySettled()
    return
  }
  if (job.kind === 'task') {
    const isThis = and(eq(failedJobs.kind, job.task), eq(failedJobs.subject, job.subject))
    const fresh = { tries: 0, nextTime: services.now(), lastError: null }
    requireFirst(await work.tx.update(failedJobs).set(fresh).where(isThis).returning())
    return
  }
  const { orderId, message: kind } = job
  const isThis = and(eq(textMessages.orderId, orderId), eq(textMessages.kind, kind))
  requireFirst(await work.tx.select().from(textMessages).where(isThis))
  if (!(await moveTextMessage(work, services, { orderId, kind }, retryEvent))) throw jobAlreadySettled()
}

/** Marks a refund as done on an operator's request. Throws 1007 for an unknown job, 8001 if it's already done. */
export async function finishJob(
  work: Work,
  services: JobServices,
  jobId: string,
  actor: string,
): Promise<void> {
  const job = parseJobId(jobId)
  if (job.kind !== 'refund') throw jobNotFound()
  await moveRefund(work, services, job.id, 'operator.markDone', actor)
}
