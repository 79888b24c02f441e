import { type DeletionTerms, erasedFields } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, asc, count, eq, inArray, max, ne, or, sql } from 'drizzle-orm'
import { accountExports } from '../domain/account/account.table.ts'
import { bagEntries, bagQuestions } from '../domain/bags/ledger.table.ts'
import { orderChanges } from '../domain/changes/changes.table.ts'
import { claimHistory, claims } from '../domain/claims/claims.table.ts'
import { isOpenClaim } from '../domain/claims/find-claims.ts'
import { consents } from '../domain/consents/consents.table.ts'
import { staffNotes } from '../domain/crew/staff-notes.table.ts'
import { feedback } from '../domain/feedback/feedback.table.ts'
import { files } from '../domain/files/files.table.ts'
import { receiverLinks } from '../domain/links/links.table.ts'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { isUnderWay } from '../domain/orders/lifecycle-columns.ts'
import { orderReviews } from '../domain/orders/order-reviews.table.ts'
import { orderBags, orderOperations, orders, orderTrace } from '../domain/orders/orders.table.ts'
import { passkeyChallenges, passkeys } from '../domain/passkeys/passkeys.table.ts'
import { disputes, payments } from '../domain/payments/payments.table.ts'
import { refundRequests } from '../domain/payments/refund-requests.table.ts'
import { isForPhone, preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { pushMessages } from '../domain/push/push.table.ts'
import { invoices } from '../domain/receipts/invoices.table.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { savedEntries } from '../domain/saved/saved.table.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import { verifiedPhoneOf } from '../domain/users/account-keys.ts'
import { tokens, users } from '../domain/users/users.table.ts'
import { mailAddressOf } from '../domain/verification/mail-address.ts'
import { forgetDevices } from '../domain/verification/verification.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { idempotencyKeys } from '../runtime/http/idempotency.table.ts'
import type { Services } from '../runtime/services.ts'

export const accountingEndOf = (createTime: Date): Date => {
  const until = new Date(createTime)
  until.setUTCFullYear(until.getUTCFullYear() + policy.keepAccountingYears)
  return until
}

export async function deletionTerms(tx: Database, uin: string): Promise<DeletionTerms> {
  const ongoing = await tx
    .select({ orderId: orders.orderId, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        eq(orders.uin, uin),
        or(
          isUnderWay,
          eq(orders.payment, 'refunding'),
          inArray(
            orders.orderId,
            tx
              .select({ orderId: claims.orderId })
              .from(claims)
              .where(and(eq(claims.uin, uin), isOpenClaim)),
          ),
          inArray(
            orders.orderId,
            tx
              .select({ orderId: payments.orderId })
              .from(disputes)
              .innerJoin(payments, eq(payments.paymentId, disputes.paymentId))
              .where(and(eq(payments.uin, uin), eq(disputes.state, 'open'))),
          ),
        ),
      ),
    )
    .orderBy(asc(orders.createTime), asc(orders.orderId))
    .limit(50)
  const [totals] = await tx
    .select({ orders: count(), last: max(orders.createTime) })
    .from(orders)
    .where(eq(orders.uin, uin))
  return {
    ongoing,
    keptOrders: totals?.orders ?? 0,
    keptUntil: totals?.last ? accountingEndOf(totals.last).toISOString() : null,
  }
}

const emptyText = { 'en-US': '', 'zh-CN': '' }
/** Blanks a private address. A site stays, without the room number. */
const redactPlace = (
  column: typeof orders.pickupPlace | typeof orders.deliveryPlace | typeof orders.returnPlace,
) => sql`
  case when ${column} ->> 'siteId' is null
    then ${column} || ${JSON.stringify({
      name: emptyText,
      address: emptyText,
      detail: emptyText,
      latitude: 0,
      longitude: 0,
      roomNumber: '',
      phone: '',
    })}::jsonb
    else ${column} || '{"roomNumber": ""}'::jsonb
  end`

/** Old enough for the next photo sweep. */
const epoch = new Date(0)

/**
 * Deletes an account: its devices, messages, photos and free text, and the personal data in its orders. Orders and
 * payments stay for the accounting period. Disconnects its pages after the commit. Throws 2005 (409) with the terms
 * while an order is ongoing, 1010 for a deleted account.
 */
export async function deleteAccountOf(
  { tx, afterCommit }: Work,
  { now, realtime }: Pick<Services, 'now' | 'realtime'>,
  uin: string,
): Promise<DeletionTerms> {
  const [user] = await tx.select().from(users).where(eq(users.uin, uin)).for('update')
  if (!user || user.deleteTime) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
  const terms = await deletionTerms(tx, uin)
  if (terms.ongoing.length > 0) {
    throw new ApiError(errorCodes.userStateError, 'an order is ongoing', { status: 409, details: terms })
  }
  const ownOrders = tx.select({ orderId: orders.orderId }).from(orders).where(eq(orders.uin, uin))
  // Push subscriptions end with their session.
  await tx.delete(tokens).where(eq(tokens.uin, uin))
  await tx.delete(passkeys).where(eq(passkeys.uin, uin))
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.uin, uin))
  await tx.delete(accountExports).where(eq(accountExports.uin, uin))
  await tx.delete(notifications).where(eq(notifications.uin, uin))
  await tx.delete(savedEntries).where(eq(savedEntries.uin, uin))
  await tx.delete(consents).where(eq(consents.uin, uin))
  await tx.delete(feedback).where(eq(feedback.uin, uin))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, uin))
  // Employees' acts answer with the order.
  const actors = tx
    .select({ employeeId: sql`replace(${orderOperations.actor}, 'employee:', '')` })
    .from(orderOperations)
    .where(inArray(orderOperations.orderId, ownOrders))
  const isOfOwnOrder = inArray(sql`${idempotencyKeys.answer} -> 'result' ->> 'orderId'`, ownOrders)
  await tx.delete(idempotencyKeys).where(and(inArray(idempotencyKeys.caller, actors), isOfOwnOrder))
  await tx.update(orderReviews).set({ reason: null }).where(inArray(orderReviews.orderId, ownOrders))
  await tx.delete(preparedOrders).where(inArray(preparedOrders.orderId, ownOrders))
  const phone = verifiedPhoneOf(user)
  if (phone) {
    await tx.delete(preparedOrders).where(isForPhone(phone))
    await forgetDevices(tx, phone)
  }
  if (user.emailVerifyTime) await forgetDevices(tx, mailAddressOf(user.email))
  await tx.delete(receiverLinks).where(inArray(receiverLinks.orderId, ownOrders))
  // Reasons are free text.
  await tx
    .delete(employeeNotifications)
    .where(inArray(sql`${employeeNotifications.content} ->> 'orderId'`, ownOrders))
  const ownClaims = tx.select({ claimId: claims.claimId }).from(claims).where(eq(claims.uin, uin))
  await tx.update(claimHistory).set({ words: null }).where(inArray(claimHistory.claimId, ownClaims))
  await tx.update(claims).set({ words: '', offerWords: '', photos: [] }).where(eq(claims.uin, uin))
  await tx.delete(invoices).where(inArray(invoices.orderId, ownOrders))
  await tx.delete(receiptMails).where(inArray(receiptMails.orderId, ownOrders))
  await tx.delete(textMessages).where(inArray(textMessages.orderId, ownOrders))
  await tx.delete(pushMessages).where(inArray(pushMessages.orderId, ownOrders))
  await tx
    .update(orderChanges)
    .set({ facts: {}, wanted: null, place: null })
    .where(inArray(orderChanges.orderId, ownOrders))
  await tx
    .update(refundRequests)
    .set({ body: {}, reason: '' })
    .where(inArray(refundRequests.orderId, ownOrders))
  await tx.delete(staffNotes).where(inArray(staffNotes.orderId, ownOrders))
  await tx.delete(orderTrace).where(inArray(orderTrace.orderId, ownOrders))
  await tx.update(orderOperations).set({ details: {} }).where(inArray(orderOperations.orderId, ownOrders))
  await tx.update(orderBags).set({ photos: [] }).where(inArray(orderBags.orderId, ownOrders))
  await tx.update(bagEntries).set({ photos: [], damage: '' }).where(inArray(bagEntries.orderId, ownOrders))
  await tx.update(bagQuestions).set({ photos: [] }).where(inArray(bagQuestions.orderId, ownOrders))
  await tx
    .update(orders)
    .set({
      pickupPlace: redactPlace(orders.pickupPlace),
      deliveryPlace: redactPlace(orders.deliveryPlace),
      returnPlace: redactPlace(orders.returnPlace),
      photos: [],
      receiverName: '',
      receiverDialCode: '',
      receiverPhoneNumber: '',
      ...erasedFields,
      claimCode: '',
      exceptionReason: null,
      exceptionPhotos: [],
      reviewFailure: null,
    })
    .where(eq(orders.uin, uin))
  await tx.update(files).set({ keptTime: null, createTime: epoch }).where(eq(files.uin, uin))
  await tx
    .update(users)
    .set({
      dialCode: '',
      phoneNumber: `deleted ${uin}`,
      typedPhoneNumber: null,
      name: '',
      email: '',
      emailVerifyTime: null,
      firstSiteId: null,
      deleteTime: now(),
      updateTime: now(),
    })
    .where(and(eq(users.uin, uin), ne(users.dialCode, '')))
  afterCommit(() => realtime.disconnect(uin))
  return terms
}
