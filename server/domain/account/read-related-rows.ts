import type { Phone } from '@handsfree/core/contract'
import { and, asc, inArray, isNotNull, or } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { orderChanges } from '../changes/changes.table.ts'
import { staffNotes } from '../crew/staff-notes.table.ts'
import { receiverLinks } from '../links/links.table.ts'
import { orderReviews } from '../orders/order-reviews.table.ts'
import { refundRequests } from '../payments/refund-requests.table.ts'
import { isForPhone, preparedOrders } from '../prepared/prepared-orders.table.ts'
import { pushMessages } from '../push/push.table.ts'
import { invoices } from '../receipts/invoices.table.ts'
import { receiptMails } from '../receipts/receipt-mails.table.ts'
import { textMessages } from '../texts/text-messages.table.ts'

/**
 * Reads what is stored with the orders, and returns a function that picks one order's rows. Leaves out hashes and other
 * people's names.
 */
export async function readRelatedRows(db: Database, orderIds: string[]) {
  const changes = await db
    .select({
      orderId: orderChanges.orderId,
      kind: orderChanges.kind,
      stage: orderChanges.stage,
      facts: orderChanges.facts,
      wanted: orderChanges.wanted,
      place: orderChanges.place,
      difference: orderChanges.difference,
      createTime: orderChanges.createTime,
      promisedTime: orderChanges.promisedTime,
      endTime: orderChanges.endTime,
    })
    .from(orderChanges)
    .where(inArray(orderChanges.orderId, orderIds))
    .orderBy(asc(orderChanges.createTime))
  const notes = await db
    .select({ orderId: staffNotes.orderId, words: staffNotes.words, createTime: staffNotes.createTime })
    .from(staffNotes)
    .where(inArray(staffNotes.orderId, orderIds))
    .orderBy(asc(staffNotes.createTime))
  const requests = await db
    .select({
      orderId: refundRequests.orderId,
      act: refundRequests.act,
      body: refundRequests.body,
      amount: refundRequests.amount,
      state: refundRequests.state,
      reason: refundRequests.reason,
      createTime: refundRequests.createTime,
    })
    .from(refundRequests)
    .where(inArray(refundRequests.orderId, orderIds))
    .orderBy(asc(refundRequests.createTime))
  const texts = await db
    .select({
      orderId: textMessages.orderId,
      kind: textMessages.kind,
      state: textMessages.state,
      createTime: textMessages.createTime,
      sentTime: textMessages.sentTime,
    })
    .from(textMessages)
    .where(inArray(textMessages.orderId, orderIds))
    .orderBy(asc(textMessages.createTime), asc(textMessages.kind))
  const receipts = await db
    .select({
      orderId: receiptMails.orderId,
      occasion: receiptMails.occasion,
      state: receiptMails.state,
      createTime: receiptMails.createTime,
    })
    .from(receiptMails)
    .where(inArray(receiptMails.orderId, orderIds))
    .orderBy(asc(receiptMails.createTime))
  const invoiceRows = await db
    .select({
      orderId: invoices.orderId,
      state: invoices.state,
      buyer: invoices.buyer,
      name: invoices.name,
      taxNumber: invoices.taxNumber,
      email: invoices.email,
      requestTime: invoices.requestTime,
      decideTime: invoices.decideTime,
      amount: invoices.amount,
      reason: invoices.reason,
      words: invoices.words,
    })
    .from(invoices)
    .where(inArray(invoices.orderId, orderIds))
  const pushes = await db
    .select({
      orderId: pushMessages.orderId,
      kind: pushMessages.kind,
      state: pushMessages.state,
      createTime: pushMessages.createTime,
      sentTime: pushMessages.sentTime,
      shownTime: pushMessages.shownTime,
    })
    .from(pushMessages)
    .where(and(inArray(pushMessages.orderId, orderIds), isNotNull(pushMessages.notificationId)))
    .orderBy(asc(pushMessages.position))
  const links = await db
    .select({
      orderId: receiverLinks.orderId,
      showsClaimCode: receiverLinks.showsClaimCode,
      createTime: receiverLinks.createTime,
      updateTime: receiverLinks.updateTime,
      takenBackTime: receiverLinks.takenBackTime,
    })
    .from(receiverLinks)
    .where(inArray(receiverLinks.orderId, orderIds))
    .orderBy(asc(receiverLinks.createTime))
  const reviews = await db
    .select({
      orderId: orderReviews.orderId,
      result: orderReviews.result,
      reason: orderReviews.reason,
      beginTime: orderReviews.beginTime,
      decideTime: orderReviews.decideTime,
    })
    .from(orderReviews)
    .where(inArray(orderReviews.orderId, orderIds))
  return (orderId: string) => {
    const rowsOfOrder = <Row extends { orderId: string | null }>(rows: Row[]) =>
      rows.filter((row) => row.orderId === orderId).map(({ orderId: _, ...row }) => row)
    return {
      changes: rowsOfOrder(changes),
      staffNotes: rowsOfOrder(notes),
      refundRequests: rowsOfOrder(requests),
      textMessages: rowsOfOrder(texts),
      pushMessages: rowsOfOrder(pushes),
      invoices: rowsOfOrder(invoiceRows),
      receiptMails: rowsOfOrder(receipts),
      receiverLinks: rowsOfOrder(links),
      reviews: rowsOfOrder(reviews),
    }
  }
}

/** `phone` is the account's verified number; null without one. */
export const readPrepared = (db: Database, phone: Phone | null, orderIds: string[]) =>
  db
    .select({
      draft: preparedOrders.draft,
      pickupPlace: preparedOrders.pickupPlace,
      deliveryPlace: preparedOrders.deliveryPlace,
      guest: preparedOrders.guest,
      orderId: preparedOrders.orderId,
      texts: preparedOrders.texts,
      textTime: preparedOrders.textTime,
      createTime: preparedOrders.createTime,
      endTime: preparedOrders.endTime,
    })
    .from(preparedOrders)
    .where(or(inArray(preparedOrders.orderId, orderIds), phone ? isForPhone(phone) : undefined))
    .orderBy(asc(preparedOrders.createTime))
