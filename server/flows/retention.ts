import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { personOperations } from '../domain/account/account.table.ts'
import { bagEntries, bagQuestions } from '../domain/bags/ledger.table.ts'
import { catalogueOperations } from '../domain/catalogue/catalogue.table.ts'
import { claims } from '../domain/claims/claims.table.ts'
import { feedback } from '../domain/feedback/feedback.table.ts'
import { files } from '../domain/files/files.table.ts'
import { deleteFiles } from '../domain/files/remove-files.ts'
import { receiverLinks } from '../domain/links/links.table.ts'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { orderBags, orderOperations, orders, orderTrace } from '../domain/orders/orders.table.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import { siteSignIns } from '../domain/users/site-sign-ins.table.ts'
import type { Database, Transaction } from '../runtime/db/database.ts'
import { deleteBefore } from '../runtime/db/delete-before.ts'
import { failedCalls } from '../runtime/http/failed-calls.table.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import type { Services } from '../runtime/services.ts'
import { hasNoOpenCase } from './open-cases.ts'

type RetentionServices = Pick<Services, 'db' | 'now'>

const pictureBatch = 10
const dayMs = 86_400_000
const failedCallDays = 30

export async function findPictures(tx: Transaction, orderIds: string[]): Promise<string[]> {
  const rows = []
  for (const table of [orders, orderBags, bagEntries, bagQuestions, claims]) {
    rows.push(
      ...(await tx.select({ photos: table.photos }).from(table).where(inArray(table.orderId, orderIds))),
    )
  }
  const ofReports = await tx
    .select({ photos: orders.exceptionPhotos })
    .from(orders)
    .where(inArray(orders.orderId, orderIds))
  // Also photos of earlier reports, which no row shows any more.
  const uploads = await tx
    .select({ fileId: files.fileId })
    .from(files)
    .where(inArray(files.orderId, orderIds))
  return [
    ...new Set(
      [...rows, ...ofReports].flatMap(({ photos }) => photos).concat(uploads.map(({ fileId }) => fileId)),
    ),
  ]
}

const hasPictures = sql`${orders.photos} <> '[]'::jsonb`
const hasNoImages = sql`${feedback.images} = '[]'::jsonb`

/**
 * Deletes photos of closed orders, including couriers'. Skips orders with an open claim or dispute: the photos are
 * evidence. Returns the number of orders handled.
 */
const deleteOrderPictures = (services: RetentionServices, before: Date): Promise<number> =>
  services.db.transaction(async (tx) => {
    const expiredOrders = await tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(and(hasPictures, ne(orders.closing, 'open'), lt(orders.createTime, before), hasNoOpenCase(tx)))
      .orderBy(asc(orders.createTime))
      .limit(pictureBatch)
      .for('update', { skipLocked: true })
    if (expiredOrders.length === 0) return 0
    const orderIds = expiredOrders.map(({ orderId }) => orderId)
    await deleteFiles(tx, services, await findPictures(tx, orderIds))
    await tx.update(claims).set({ photos: [] }).where(inArray(claims.orderId, orderIds))
    await tx.update(bagEntries).set({ photos: [] }).where(inArray(bagEntries.orderId, orderIds))
    await tx.update(bagQuestions).set({ photos: [] }).where(inArray(bagQuestions.orderId, orderIds))
    await tx.update(orderBags).set({ photos: [] }).where(inArray(orderBags.orderId, orderIds))
    await tx.update(orders).set({ photos: [], exceptionPhotos: [] }).where(inArray(orders.orderId, orderIds))
    return expiredOrders.length
  })

const deleteFeedbackPictures = (services: RetentionServices, before: Date): Promise<number> =>
  services.db.transaction(async (tx) => {
    const expiredFeedback = await tx
      .select({ feedbackId: feedback.feedbackId, images: feedback.images })
      .from(feedback)
      .where(and(sql`${feedback.images} <> '[]'::jsonb`, lt(feedback.createTime, before)))
      .orderBy(asc(feedback.createTime))
      .limit(pictureBatch)
      .for('update', { skipLocked: true })
    for (const { feedbackId, images } of expiredFeedback) {
      await deleteFiles(tx, services, images)
      await tx.update(feedback).set({ images: [] }).where(eq(feedback.feedbackId, feedbackId))
    }
    return expiredFeedback.length
  })

/** Deletes links of closed orders. Links of open orders stay, even if revoked. */
function deleteEndedLinks(db: Database, before: Date): Promise<void> {
  // A scalar subquery: with `exists` and many links, the planner joins all orders to each batch.
  const closing = db
    .select({ closing: orders.closing })
    .from(orders)
    .where(eq(orders.orderId, receiverLinks.orderId))
  return deleteBefore(db, receiverLinks, receiverLinks.createTime, before, sql`${closing} <> 'open'`)
}

/**
 * Deletes data past the retention settings: photos, traces, messages, sign-ins by site, feedback, ended trip links
 * and operation logs. Orders, payments and refunds stay (`sweepAccounting`). A failed deletion doesn't stop the
 * others.
 */
export async function sweepExpired({
  db,
  now,
  settings,
}: RetentionServices & Pick<Services, 'settings'>): Promise<void> {
  const { photos, traces, messages, logs } = settings.keepDays
  const since = (days: number) => new Date(now().getTime() - days * dayMs)
  const deleteAll = async (some: (given: RetentionServices, before: Date) => Promise<number>) => {
    while ((await some({ db, now }, since(photos))) > 0);
  }
  const rows = (days: number, table: PgTable, time: PgColumn) => () =>
    deleteBefore(db, table, time, since(days))
  const deletions: [number, () => Promise<void>][] = [
    [photos, () => deleteAll(deleteOrderPictures)],
    [photos, () => deleteAll(deleteFeedbackPictures)],
    [traces, rows(traces, orderTrace, orderTrace.time)],
    [messages, rows(messages, notifications, notifications.createTime)],
    [messages, rows(messages, employeeNotifications, employeeNotifications.createTime)],
    [messages, rows(messages, receiptMails, receiptMails.createTime)],
    [messages, rows(messages, textMessages, textMessages.createTime)],
    [messages, () => deleteBefore(db, feedback, feedback.createTime, since(messages), hasNoImages)],
    [messages, rows(messages, siteSignIns, siteSignIns.createTime)],
    [messages, () => deleteEndedLinks(db, since(messages))],
    [failedCallDays, rows(failedCallDays, failedCalls, failedCalls.createTime)],
    [logs, rows(logs, orderOperations, orderOperations.time)],
    [logs, rows(logs, personOperations, personOperations.time)],
    [logs, rows(logs, catalogueOperations, catalogueOperations.time)],
  ]
  await forEach(
    deletions.filter(([days]) => days > 0),
    ([, run]) => run(),
  )
}
