import { tz } from '@date-fns/tz'
import { type DeliveryTarget, errorCodes, type OrderDraft, type QrSite } from '@handsfree/core/api'
import { dayOf, deliverySlots, pickupSlots } from '@handsfree/core/order'
import { isValidPhone } from '@handsfree/core/phone'
import { maxDeclaredValue, policy } from '@handsfree/core/policy'
import { differenceInCalendarDays } from 'date-fns'
import type { Database, Transaction } from '../db/database.ts'
import { keepOwnFiles } from '../files/files.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { type PlaceSnapshot, snapshotTarget } from './places.ts'

/** A draft that breaks a rule: 1008 with the field, named as in the contract's draft. */
const wrong = (field: keyof OrderDraft | 'termsVersion', message: string) =>
  new ApiError(errorCodes.paramError, message, { details: { field } })

const isOneOf = (slots: string[], time: number) => slots.some((slot) => Date.parse(slot) === time)

function checkTimes({ pickupTime, deliveryTime }: OrderDraft, { site }: QrSite, now: Date): void {
  const zone = { in: tz(site.timeZone) }
  const pickup = Date.parse(pickupTime)
  const daysAhead = differenceInCalendarDays(pickup, now, zone)
  if (daysAhead < 0 || daysAhead > policy.pickupDaysAhead) {
    throw wrong('pickupTime', `pickup is today to ${policy.pickupDaysAhead} days ahead`)
  }
  if (!isOneOf(pickupSlots(dayOf(pickup, site.timeZone), now.getTime(), site), pickup)) {
    throw wrong('pickupTime', 'pickup is on a slot, at least 1 h from now, while the site is open')
  }
  const delivery = Date.parse(deliveryTime)
  if (differenceInCalendarDays(delivery, pickup, zone) > policy.pickupDaysAhead) {
    throw wrong('deliveryTime', `delivery is at most ${policy.pickupDaysAhead} days after pickup`)
  }
  if (!isOneOf(deliverySlots(dayOf(delivery, site.timeZone), pickupTime, site.timeZone), delivery)) {
    throw wrong('deliveryTime', 'delivery is on a slot, at least 3 h after pickup')
  }
}

async function findDelivery(tx: Database, target: DeliveryTarget): Promise<PlaceSnapshot> {
  const place = await snapshotTarget(tx, target)
  if (!place) throw wrong('delivery', 'unknown site')
  return place
}

async function keepPhotos(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  uin: string,
  urls: string[],
): Promise<string[]> {
  const fileIds = await keepOwnFiles(tx, services, uin, urls).catch((error: unknown) => {
    throw error instanceof ApiError ? wrong('photos', 'unknown picture') : error
  })
  if (new Set(fileIds).size < fileIds.length) throw wrong('photos', 'the same picture twice')
  return fileIds
}

/**
 * Checks a draft against every rule of spec section 5 and the contract, whatever the client did. Answers where the
 * bags go and the ids of the photos, which are kept from now on. Throws 1008 with `{ field }` in the details.
 */
export async function checkDraft(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  { draft, termsVersion }: { draft: OrderDraft; termsVersion: string },
  { place, uin }: { place: QrSite; uin: string },
): Promise<{ delivery: PlaceSnapshot; photos: string[] }> {
  if (termsVersion !== policy.termsVersion) throw wrong('termsVersion', 'other terms are in force')
  if (place.access === 'roomPassword' && draft.roomPassword === '') {
    throw wrong('roomPassword', 'the place has no front desk: a room password is needed')
  }
  checkTimes(draft, place, services.now())
  if (draft.declaredValue > maxDeclaredValue(place.insurancePlan)) {
    throw wrong('declaredValue', 'more than the plan covers')
  }
  if (!isValidPhone(draft.receiver)) throw wrong('receiver', 'not a valid phone number')
  return {
    delivery: await findDelivery(tx, draft.delivery),
    photos: await keepPhotos(tx, services, uin, draft.photos),
  }
}
