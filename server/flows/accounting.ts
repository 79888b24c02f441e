import { policy } from '@handsfree/core/policy'
import { and, asc, inArray, lte, ne, sql } from 'drizzle-orm'
import { bagEntries, bagQuestions } from '../domain/bags/ledger.table.ts'
import { orderChanges } from '../domain/changes/changes.table.ts'
import { claimHistory, claims } from '../domain/claims/claims.table.ts'
import { staffNotes } from '../domain/crew/staff-notes.table.ts'
import { deleteFiles } from '../domain/files/remove-files.ts'
import { receiverLinks } from '../domain/links/links.table.ts'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { orderReviews } from '../domain/orders/order-reviews.table.ts'
import { orderBags, orderOperations, orders, orderTrace } from '../domain/orders/orders.table.ts'
import { disputes, paymentSessions, payments, refunds } from '../domain/payments/payments.table.ts'
import { refundRequests } from '../domain/payments/refund-requests.table.ts'
import { invoices } from '../domain/receipts/invoices.table.ts'
import { findInvoiceFiles } from '../domain/receipts/invoices.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { failedJobs } from '../runtime/jobs/failed-jobs.table.ts'
import type { Services } from '../runtime/services.ts'
import { hasNoOpenCase } from './open-cases.ts'
import { findPictures } from './retention.ts'

const batchSize = 10

function accountingEnd(now: Date): Date {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() - policy.keepAccountingYears)
  // 29 February maps to 28 February rather than 1 March: delete a day late, never a day early.
  if (end.getUTCMonth() !== now.getUTCMonth()) end.setUTCDate(0)
  return end
}

/** Deletes referencing rows first, because of the foreign keys. */
async function deleteOrders(tx: Transaction, orderIds: string[], uins: string[]): Promise<void> {
  const ownPayments = tx
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(inArray(payments.orderId, orderIds))
  const ownClaims = tx
    .select({ claimId: claims.claimId })
    .from(claims)
    .where(inArray(claims.orderId, orderIds))
  await tx.delete(failedJobs).where(inArray(failedJobs.subject, orderIds))
  await tx.delete(failedJobs).where(inArray(failedJobs.subject, ownClaims))
  await tx.delete(invoices).where(inArray(invoices.orderId, orderIds))
  await tx.delete(refundRequests).where(inArray(refundRequests.orderId, orderIds))
  await tx.delete(refunds).where(inArray(refunds.orderId, orderIds))
  await tx.delete(orderChanges).where(inArray(orderChanges.orderId, orderIds))
  await tx.delete(disputes).where(inArray(disputes.paymentId, ownPayments))
  await tx.delete(paymentSessions).where(inArray(paymentSessions.paymentId, ownPayments))
  await tx.delete(payments).where(inArray(payments.orderId, orderIds))
  await tx.delete(claimHistory).where(inArray(claimHistory.claimId, ownClaims))
  await tx.delete(claims).where(inArray(claims.orderId, orderIds))
  await tx.delete(bagQuestions).where(inArray(bagQuestions.orderId, orderIds))
  await tx.delete(bagEntries).where(inArray(bagEntries.orderId, orderIds))
  await tx.delete(orderBags).where(inArray(orderBags.orderId, orderIds))
  await tx.delete(orderTrace).where(inArray(orderTrace.orderId, orderIds))
  await tx.delete(orderOperations).where(inArray(orderOperations.orderId, orderIds))
  await tx.delete(staffNotes).where(inArray(staffNotes.orderId, orderIds))
  await tx.delete(orderReviews).where(inArray(orderReviews.orderId, orderIds))
  await tx.delete(receiverLinks).where(inArray(receiverLinks.orderId, orderIds))
  await tx.delete(receiptMails).where(inArray(receiptMails.orderId, orderIds))
  await tx.delete(textMessages).where(inArray(textMessages.orderId, orderIds))
  const isAbout = inArray(sql`${notifications.content} ->> 'orderId'`, orderIds)
  await tx.delete(notifications).where(and(inArray(notifications.uin, uins), isAbout))
  await tx
    .delete(employeeNotifications)
    .where(inArray(sql`${employeeNotifications.content} ->> 'orderId'`, orderIds))
  await tx.delete(orders).where(inArray(orders.orderId, orderIds))
}

/**
 * Deletes orders and their dependent rows after the accounting retention period. Skips orders that are open, being
 * refunded, or have an open claim or dispute.
 */
export async function sweepAccounting(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  const { db } = services
  const before = accountingEnd(services.now())
  const isOver = and(
    lte(orders.createTime, before),
    ne(orders.closing, 'open'),
    ne(orders.payment, 'refunding'),
    hasNoOpenCase(db),
  )
  for (let deleted = batchSize; deleted === batchSize; ) {
    deleted = await db.transaction(async (tx) => {
      const expiredOrders = await tx
        .select({ orderId: orders.orderId, uin: orders.uin })
        .from(orders)
        .where(isOver)
        .orderBy(asc(orders.createTime))
        .limit(batchSize)
        .for('update', { skipLocked: true })
      if (expiredOrders.length === 0) return 0
      const orderIds = expiredOrders.map(({ orderId }) => orderId)
      await deleteFiles(tx, services, [
        ...(await findPictures(tx, orderIds)),
        ...(await findInvoiceFiles(tx, orderIds)),
      ])
      await deleteOrders(
        tx,
        orderIds,
        expiredOrders.map(({ uin }) => uin),
      )
      return expiredOrders.length
    })
  }
}
