import type { CallInput, Locale, prepareOrder } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone } from '@handsfree/core/phone'
import { policy } from '@handsfree/core/policy'
import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm'
import { fileIdOf } from '../domain/files/file-url.ts'
import { files } from '../domain/files/files.table.ts'
import { hashLinkToken, linkToken } from '../domain/links/link-token.ts'
import { checkDraft, findRoute, requireSite } from '../domain/orders/draft-rules.ts'
import { findTarget } from '../domain/orders/places.ts'
import { type PreparedRow, preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { linkPurpose } from '../domain/prepared/prepared-texts.ts'
import { findQrSite } from '../domain/sites/sites.ts'
import { textRefusal } from '../domain/verification/phone.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { newId } from '../runtime/random.ts'
import type { Employee, Services } from '../runtime/services.ts'

type PrepareInput = CallInput<typeof prepareOrder>['body']

const hour = 3_600_000
const invalidField = (field: string, message: string, reason?: string) =>
  new ApiError(errorCodes.paramError, message, { details: { field, ...(reason ? { reason } : {}) } })

/**
 * Returns ids of photos that this employee uploaded and no traveller owns. Resets their age, so that they last as
 * long as the prepared order. Throws 1008 with the field `photos`.
 */
async function adoptPhotos(
  tx: Transaction,
  { employeeId }: Employee,
  urls: readonly string[],
  now: Date,
): Promise<string[]> {
  const fileIds = urls.map((url) => fileIdOf(url) ?? '')
  if (fileIds.length === 0) return []
  const photoRows = await tx
    .update(files)
    .set({ createTime: now })
    .where(and(isNull(files.uin), eq(files.employeeId, employeeId), inArray(files.fileId, fileIds)))
    .returning({ fileId: files.fileId })
  if (photoRows.length < fileIds.length) throw invalidField('photos', 'unknown picture')
  return fileIds
}

async function refuseTooMany(tx: Transaction, { employeeId }: Employee, now: Date): Promise<void> {
  const [made] = await tx
    .select({ waiting: count() })
    .from(preparedOrders)
    .where(
      and(
        eq(preparedOrders.employeeId, employeeId),
        isNull(preparedOrders.orderId),
        gt(preparedOrders.endTime, now),
      ),
    )
  if ((made?.waiting ?? 0) < policy.maxPreparedOrders) return
  throw new ApiError(errorCodes.accessDenied, 'too many prepared orders', {
    status: 429,
    details: { field: 'preparedOrders' },
  })
}

/** A fixed number of hours, capped at the latest time to order before the pickup. */
function endOf(now: Date, pickupTime: string, isTemporary: boolean): Date {
  const hours = isTemporary ? policy.temporaryOrderHours : policy.preparedOrderHours
  const lastMoment = Date.parse(pickupTime) - policy.pickupLeadMinutes * 60_000
  return new Date(Math.min(now.getTime() + hours * hour, lastMoment))
}

/**
 * Prepares an order for a guest. Validates it like a draft, except for the minimum number of photos. Throws 3002 and
 * 3004 like a new order, 1008 with the field, 1012 for another site than the worker's, 1012 (429) for too many.
 */
export async function prepareForGuest(
  tx: Transaction,
  services: Pick<Services, 'keys' | 'now' | 'random' | 'settings'>,
  employee: Employee,
  { draft, isTemporary, guest }: PrepareInput,
  locale: Locale,
): Promise<PreparedRow> {
  const now = services.now()
  const place = await findQrSite(tx, draft.qrId, locale)
  if (!place) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const { siteId, timeZone } = place.site
  if (employee.role === 'site' && employee.siteId !== siteId) {
    throw new ApiError(errorCodes.accessDenied, 'the site is not the caller’s')
  }
  await refuseTooMany(tx, employee, now)
  const fileIds = await adoptPhotos(tx, employee, draft.photos, now)
  if (!isTemporary && fileIds.length === 0)
    throw invalidField('photos', 'photos are required unless the order is temporary')
  const phone = guest && canonicalPhone(guest)
  if (guest && !phone) throw invalidField('guest', 'invalid phone number')
  const { smsCountries } = services.settings
  const reason = phone && textRefusal(phone, smsCountries)
  if (reason) throw invalidField('guest', 'this number can’t get text messages', reason)
  const delivery = requireSite(await findTarget(tx, draft.delivery))
  checkDraft(
    { draft, termsVersion: policy.termsVersion },
    {
      place,
      route: findRoute(place, delivery.destination),
      now,
      fileIds,
      ownFiles: new Set(fileIds),
      smsCountries,
    },
  )
  const pickup = requireSite(await findTarget(tx, { kind: 'site', siteId }))
  const preparedId = newId(services.random)
  const token = linkToken(services.keys, linkPurpose, preparedId)
  const [row] = await tx
    .insert(preparedOrders)
    .values({
      preparedId,
      tokenHash: hashLinkToken(token),
      source: employee.role === 'site' ? 'hotel' : 'selfService',
      creationType: isTemporary ? 'createTemporaryByOperator' : 'createByOperator',
      employeeId: employee.employeeId,
      siteId,
      draft: { ...draft, photos: fileIds },
      pickupPlace: { ...pickup.place, roomNumber: draft.roomNumber || (place.roomNumber ?? '') },
      deliveryPlace: delivery.place,
      timeZone,
      guest: phone,
      createTime: now,
      endTime: endOf(now, draft.pickupTime, isTemporary),
    })
    .returning()
  if (!row) throw new Error('could not store the prepared order')
  return row
}
