import { pickupFieldsOf } from '@handsfree/core/contract'
import { and, asc, desc, eq, gt, inArray, or } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { readLedger } from '../bags/to-ledger.ts'
import { claims } from '../claims/claims.table.ts'
import { toClaim } from '../claims/to-claim.ts'
import { findConsents } from '../consents/consents.ts'
import { feedback } from '../feedback/feedback.table.ts'
import { files } from '../files/files.table.ts'
import { notifications } from '../notifications/notifications.table.ts'
import { withClaimDetails } from '../order-details/claim-details.ts'
import { withOrderDetails } from '../order-details/order-details.ts'
import { toOrder, toTraceEvent } from '../order-details/to-order.ts'
import { orders } from '../orders/orders.table.ts'
import { findTrace } from '../orders/trace.ts'
import { findPasskeys } from '../passkeys/passkeys.ts'
import { disputes } from '../payments/payments.table.ts'
import { findSubscriptions } from '../push/subscriptions.ts'
import { findSaved } from '../saved/saved-entries.ts'
import { shownPhoneOf, verifiedPhoneOf } from '../users/account-keys.ts'
import { tokens, users } from '../users/users.table.ts'
import { accountExports, personOperations } from './account.table.ts'
import { readPrepared, readRelatedRows } from './read-related-rows.ts'

type ReadServices = Pick<Services, 'keys' | 'now'>

const pictureName = (fileId: string): string => `photos/${fileId}.webp`

export async function readAccount(db: Database, services: ReadServices, uin: string) {
  const [user] = await db.select().from(users).where(eq(users.uin, uin))
  if (!user) throw new Error('the account has no row')
  const { locale } = user
  const rows = await db.select().from(orders).where(eq(orders.uin, uin)).orderBy(desc(orders.createTime))
  const parts = await withOrderDetails(db, rows)
  const orderIds = rows.map(({ orderId }) => orderId)
  const relatedRowsOf = await readRelatedRows(db, orderIds)
  const exportedOrders = []
  for (const part of parts) {
    const { orderId } = part.order
    const trace = await findTrace(db, orderId)
    exportedOrders.push({
      ...toOrder(part, services, locale),
      ...pickupFieldsOf(part.order),
      ledger: await readLedger(db, services, part.order, locale),
      trace: trace.map((event) => toTraceEvent(event, part.order, locale)),
      ...relatedRowsOf(orderId),
    })
  }
  const prepared = await readPrepared(db, verifiedPhoneOf(user), orderIds)
  const paymentIds = parts.flatMap(({ payments }) => payments.map(({ paymentId }) => paymentId))
  const disputeRows = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, paymentIds))
    .orderBy(asc(disputes.createTime))
  const devices = await db
    .select({ name: tokens.device, createTime: tokens.createTime, useTime: tokens.useTime })
    .from(tokens)
    .where(eq(tokens.uin, uin))
  const notificationRows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.uin, uin))
    .orderBy(desc(notifications.indexId))
  const feedbackRows = await db
    .select({
      type: feedback.type,
      text: feedback.text,
      images: feedback.images,
      createTime: feedback.createTime,
    })
    .from(feedback)
    .where(eq(feedback.uin, uin))
    .orderBy(desc(feedback.createTime))
  const claimed = await db.select().from(claims).where(eq(claims.uin, uin)).orderBy(desc(claims.createTime))
  const claimParts = await withClaimDetails(db, claimed)
  const downloads = await db
    .select({ createTime: accountExports.createTime, useTime: accountExports.useTime })
    .from(accountExports)
    .where(eq(accountExports.uin, uin))
    .orderBy(asc(accountExports.createTime))
  const operationRows = await db
    .select({ what: personOperations.what, reason: personOperations.reason, time: personOperations.time })
    .from(personOperations)
    .where(eq(personOperations.uin, uin))
    .orderBy(asc(personOperations.position))
  const filledIn = prepared.flatMap(({ draft }) => draft.photos)
  const pictures = await db
    .select({ fileId: files.fileId, createTime: files.createTime })
    .from(files)
    // Files of invoices have no width.
    .where(and(or(eq(files.uin, uin), inArray(files.fileId, filledIn)), gt(files.width, 0)))
    .orderBy(asc(files.createTime), asc(files.fileId))
  return {
    locale,
    pictures,
    content: {
      exportTime: services.now(),
      profile: { ...user, ...shownPhoneOf(user) },
      devices,
      passkeys: await findPasskeys(db, { uin }),
      pushSubscriptions: await findSubscriptions(db, uin),
      consents: await findConsents(db, uin),
      saved: await findSaved(db, uin, locale),
      orders: exportedOrders,
      preparedOrders: prepared.map(({ draft, ...row }) => ({
        ...row,
        draft: { ...draft, photos: draft.photos.map(pictureName) },
      })),
      disputes: disputeRows,
      claims: claimParts.map((one) => toClaim(one, services, locale)),
      notifications: notificationRows,
      feedback: feedbackRows.map((one) => ({ ...one, images: one.images.map(pictureName) })),
      photos: pictures.map(({ fileId, createTime }) => ({ file: pictureName(fileId), createTime })),
      downloads,
      lookedUpByEmployees: operationRows,
    },
  }
}
