import {
  getPreparedLink,
  getPreparedOrder,
  listPreparedOrders,
  prepareOrder,
  summarizePreparedOrder,
  takeOverOrder,
  textPreparedOrder,
  uploadPreparedPhoto,
  withdrawPreparedOrder,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { saveConsent } from '../domain/consents/consents.ts'
import { maskPhone } from '../domain/crew/find-orders.ts'
import { signFileUrl } from '../domain/files/file-url.ts'
import { refuseEmployeePhoto, storeFile } from '../domain/files/files.ts'
import { linkToken, storedLinkToken } from '../domain/links/link-token.ts'
import { createUnknownLinkLimit } from '../domain/links/unknown-link-limit.ts'
import { hintSite } from '../domain/notifications/notify-employees.ts'
import { toOrder } from '../domain/order-details/to-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import {
  openLink,
  summarizeLink,
  toGuestOrder,
  toPreparedOrder,
  withoutPerson,
} from '../domain/prepared/open-link.ts'
import { type PreparedRow, preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { linkOf, linkPurpose, queuePreparedText } from '../domain/prepared/prepared-texts.ts'
import { prepareForGuest } from '../flows/prepare-order.ts'
import { takeOver } from '../flows/take-over.ts'
import type { Database } from '../runtime/db/database.ts'
import { takePhoto } from '../runtime/files/photo-intake.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { batchedRoute } from '../runtime/http/batched-route.ts'
import { successEnvelope } from '../runtime/http/call.ts'
import { identifyCaller } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import type { Employee } from '../runtime/services.ts'
import { publicOrigin, sharedOriginOf } from '../runtime/settings/public-origin.ts'

const isSeenBy = ({ role, siteId }: Employee, now: Date) =>
  and(
    isNull(preparedOrders.orderId),
    gt(preparedOrders.endTime, now),
    role === 'site' ? eq(preparedOrders.siteId, siteId ?? '') : undefined,
  )

export const preparedPlugin: DomainPlugin = (app, services) => {
  const { db, keys, now, settings } = services
  const countUnknown = createUnknownLinkLimit(services, 'prepared')
  const tokenOf = (preparedId: string, row: PreparedRow | undefined): string => {
    const stored = row && storedLinkToken(keys, linkPurpose, { linkId: preparedId, tokenHash: row.tokenHash })
    return stored ?? linkToken(keys, linkPurpose, preparedId)
  }

  // Not a `route`: an upload can take a minute, which is too long for a transaction.
  app.post(`/api${uploadPreparedPhoto.path}`, async (request) => {
    const { employee } = await identifyCaller(request, uploadPreparedPhoto, services)
    const { employeeId } = employee!
    await refuseEmployeePhoto(db, employeeId, null, now())
    const image = await takePhoto(`employee:${employeeId}`, request)
    const fileId = await storeFile(db, services, null, image, { employeeId })
    const { width, height } = image
    return successEnvelope(uploadPreparedPhoto, { url: signFileUrl(services, fileId), width, height })
  })

  route(
    app,
    services,
    prepareOrder,
    async ({ tx, afterCommit, body, employee, locale }) => {
      const row = await prepareForGuest(tx, services, employee, body, locale)
      await hintSite({ tx, afterCommit }, services, row.siteId)
      return { order: withoutPerson(toPreparedOrder(row, locale)), url: '' }
    },
    {
      // The stored answer lasts 72 h, maybe longer than the guest's account. So it contains neither personal data nor
      // the link's token.
      completeResult: async ({ order }, { request, locale }) => {
        const { preparedId } = order
        const [row] = await db.select().from(preparedOrders).where(eq(preparedOrders.preparedId, preparedId))
        return {
          order: row ? toPreparedOrder(row, locale) : order,
          url: linkOf(sharedOriginOf(request, settings), tokenOf(preparedId, row)),
        }
      },
    },
  )

  route(app, services, listPreparedOrders, async ({ tx, employee, locale }) => {
    const rows = await tx
      .select()
      .from(preparedOrders)
      .where(isSeenBy(employee, now()))
      .orderBy(asc(preparedOrders.createTime))
      .limit(200)
    return rows.map((row) => toPreparedOrder(row, locale))
  })

  route(app, services, getPreparedLink, async ({ tx, params: { preparedId }, employee, locale, request }) => {
    const [row] = await tx
      .select()
      .from(preparedOrders)
      .where(and(eq(preparedOrders.preparedId, preparedId), isSeenBy(employee, now())))
    if (!row) throw orderNotFound()
    const { guest, texts } = row
    return {
      order: toPreparedOrder(row, locale),
      url: linkOf(sharedOriginOf(request, settings), tokenOf(preparedId, row)),
      guest: guest && { ...guest, phoneNumber: maskPhone(guest.phoneNumber) },
      textsLeft: policy.maxPreparedTexts - texts,
      sendsTexts: settings.sendsTexts,
    }
  })

  route(app, services, textPreparedOrder, async ({ tx, params: { preparedId }, employee, locale }) => {
    const isThis = and(eq(preparedOrders.preparedId, preparedId), isSeenBy(employee, now()))
    const [row] = await tx.select().from(preparedOrders).where(isThis).for('update')
    if (!row) throw orderNotFound()
    const { guest } = row
    if (!guest)
      throw new ApiError(errorCodes.paramError, 'the order has no phone number', {
        details: { field: 'guest' },
      })
    if (!settings.sendsTexts) throw new ApiError(errorCodes.messagingError, 'text messages are off')
    const words = { locale, origin: publicOrigin(settings) }
    return { textsLeft: await queuePreparedText(tx, services, employee, { ...row, guest }, words) }
  })

  route(
    app,
    services,
    withdrawPreparedOrder,
    async ({ tx, afterCommit, params: { preparedId }, employee }) => {
      const [gone] = await tx
        .delete(preparedOrders)
        .where(and(eq(preparedOrders.preparedId, preparedId), isSeenBy(employee, now())))
        .returning({ siteId: preparedOrders.siteId })
      if (!gone) throw orderNotFound()
      await hintSite({ tx, afterCommit }, services, gone.siteId)
      return { preparedId }
    },
  )

  /** Throws 5004 unless the resulting order belongs to the traveller. */
  const ownOrderId = async (tx: Database, { orderId }: PreparedRow, uin: string) => {
    const [ownOrder] = await tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(and(eq(orders.orderId, orderId ?? ''), eq(orders.uin, uin)))
    if (!ownOrder) throw orderNotFound()
    return ownOrder.orderId
  }

  route(app, services, summarizePreparedOrder, async ({ tx, body, locale, request }) => {
    const summary = await summarizeLink(tx, services, body.token, locale)
    if (summary) return summary
    await countUnknown(request)
    throw orderNotFound()
  })

  route(app, services, getPreparedOrder, async ({ tx, params: { token }, traveller, locale }) => {
    const { uin } = traveller
    const result = await openLink(tx, services, { token, uin, locks: false })
    if ('refusal' in result) return result.refusal
    const { row } = result
    if (row.orderId !== null) return { order: null, takenOrderId: await ownOrderId(tx, row, uin) }
    return { order: await toGuestOrder(tx, services, row, { uin, locale }), takenOrderId: null }
  })

  batchedRoute(
    app,
    services,
    takeOverOrder,
    async () => undefined,
    async ({ tx, afterCommit, addFinalStatement, params: { token }, body, traveller, locale }) => {
      const { uin } = traveller
      const result = await openLink(tx, services, { token, uin, locks: true })
      if ('refusal' in result) return result.refusal
      if (result.row.orderId !== null) return orderNotFound()
      await saveConsent(tx, services, { uin, kind: 'privacy' }, body.consent)
      const work = { tx, afterCommit, addFinalStatement }
      await hintSite(work, services, result.row.siteId)
      return toOrder(
        await takeOver(work, services, { ...traveller, locale }, result.row, body),
        services,
        locale,
      )
    },
  )
}
