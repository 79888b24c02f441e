import {
  type GuestOrder,
  type Locale,
  type PreparedOrder,
  type PreparedSummary,
  shownFieldsOf,
} from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { hashLinkToken } from '../links/link-token.ts'
import { findRoute, requireSite } from '../orders/draft-rules.ts'
import { findDestination, toOrderPlace } from '../orders/places.ts'
import { quotedFacts, quoteFor } from '../orders/quotes.ts'
import { orderNotFound } from '../orders/refusals.ts'
import { findQrSite } from '../sites/sites.ts'
import { users } from '../users/users.table.ts'
import { type PreparedRow, preparedOrders } from './prepared-orders.table.ts'

/** Other accounts that can try a guest's link before it's blocked. */
const maxStrangers = 5

type LinkResult = { row: PreparedRow } | { refusal: ApiError }

async function findLink(
  tx: Database | Transaction,
  { now }: Pick<Services, 'now'>,
  { token, locks }: { token: string; locks: boolean },
): Promise<PreparedRow | null> {
  const query = tx
    .select()
    .from(preparedOrders)
    .where(eq(preparedOrders.tokenHash, hashLinkToken(token)))
  const [row] = locks ? await query.for('update') : await query
  if (!row || row.strangers.length >= maxStrangers) return null
  return row.orderId === null && row.endTime <= now() ? null : row
}

/** Returns null for an unknown or ended link, or if the order was taken over. */
export async function summarizeLink(
  tx: Database,
  services: Pick<Services, 'now'>,
  token: string,
  locale: Locale,
): Promise<PreparedSummary | null> {
  const row = await findLink(tx, services, { token, locks: false })
  if (row?.orderId !== null) return null
  return { place: row.pickupPlace.name[locale], pieces: row.draft.pieces }
}

/**
 * Returns the prepared order of a link, optionally locked. Throws 5004 for an unknown or ended link. **Returns**
 * another account's refusal instead of throwing, so that the attempt is committed.
 */
export async function openLink(
  tx: Database | Transaction,
  services: Pick<Services, 'now'>,
  { token, uin, locks }: { token: string; uin: string; locks: boolean },
): Promise<LinkResult> {
  const row = await findLink(tx, services, { token, locks })
  if (!row) throw orderNotFound()
  if (row.guest) {
    const [user] = await tx.select().from(users).where(eq(users.uin, uin))
    const { dialCode, phoneNumber } = row.guest
    if (user?.dialCode !== dialCode || user.phoneNumber !== phoneNumber) {
      if (!row.strangers.includes(uin)) {
        const strangers = [...row.strangers, uin]
        await tx
          .update(preparedOrders)
          .set({ strangers })
          .where(eq(preparedOrders.preparedId, row.preparedId))
      }
      return { refusal: orderNotFound() }
    }
  }
  return { row }
}

const iso = (time: Date) => time.toISOString()

export const toPreparedOrder = (row: PreparedRow, locale: Locale): PreparedOrder => ({
  preparedId: row.preparedId,
  source: row.source,
  creationType: row.creationType,
  madeBy: row.employeeId,
  pickup: toOrderPlace(row.pickupPlace, locale),
  delivery: toOrderPlace(row.deliveryPlace, locale),
  pickupTime: row.draft.pickupTime,
  deliveryTime: row.draft.deliveryTime,
  timeZone: row.timeZone,
  pieces: row.draft.pieces,
  receiverName: row.draft.receiver.name,
  needsPhotos: row.draft.photos.length === 0,
  textState: row.textState,
  createTime: iso(row.createTime),
  endTime: iso(row.endTime),
})

export const withoutPerson = (order: PreparedOrder): PreparedOrder => ({
  ...order,
  receiverName: '',
  pickup: { ...order.pickup, roomNumber: '' },
  delivery:
    order.delivery.siteId === null
      ? {
          ...order.delivery,
          name: '',
          location: { ...order.delivery.location, address: '', detail: '' },
          roomNumber: '',
        }
      : { ...order.delivery, roomNumber: '' },
})

/** The guest's view, with their own quote. Throws 3002 and 3004 if a place is gone. */
export async function toGuestOrder(
  tx: Database,
  services: Pick<Services, 'keys' | 'now'>,
  row: PreparedRow,
  { uin, locale }: { uin: string; locale: Locale },
): Promise<GuestOrder> {
  const { draft } = row
  const place = requireSite(await findQrSite(tx, draft.qrId, locale))
  const destination = requireSite(await findDestination(tx, draft.delivery))
  return {
    preparedId: row.preparedId,
    pickup: toOrderPlace(row.pickupPlace, locale),
    delivery: toOrderPlace(row.deliveryPlace, locale),
    pickupTime: draft.pickupTime,
    deliveryTime: draft.deliveryTime,
    timeZone: row.timeZone,
    utcOffset: utcOffsetAt(Date.parse(draft.pickupTime), row.timeZone),
    cityName: row.pickupPlace.cityName[locale],
    pieces: draft.pieces,
    receiver: draft.receiver,
    ...shownFieldsOf(draft),
    photoCount: draft.photos.length,
    quote: quoteFor(services, uin, place, quotedFacts(draft, findRoute(place, destination))),
    endTime: iso(row.endTime),
  }
}
