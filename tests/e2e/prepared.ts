import { deliverySlots, pickupSlots, routeTo } from '@handsfree/core/booking'
import { getQrSite, listSites, locationTypes, prepareOrder } from '@handsfree/core/contract'
import { dayOf } from '@handsfree/core/i18n'
import { orderDraft } from '../order-draft.ts'
import { clientOf, must, newKey } from './backend.ts'

/** A hotel desk prepares a guest's order for tomorrow at noon; returns the path of its link. */
export async function prepareAtDesk(baseUrl: string): Promise<string> {
  const desk = clientOf(baseUrl, 'demo-site-lakeside-garden-hotel-token')
  const place = must(await desk.call(getQrSite, { params: { qrId: orderDraft.qrId } }))
  const { site } = place
  const query = { regionId: site.regionId, types: [String(locationTypes.trainTerminal)] }
  const destination = must(await desk.call(listSites, { query })).list.find(({ storage }) => storage)
  const route = destination && routeTo(place, { kind: 'site', site: destination })
  if (!destination || !route?.ok) throw new Error('no way to the station')
  const tomorrow = dayOf(Date.now() + 24 * 3_600_000, site.timeZone)
  const pickupTime = pickupSlots(tomorrow, Date.now(), site).find((slot) => slot.includes('T12:00')) ?? ''
  const [deliveryTime = ''] = deliverySlots(tomorrow, pickupTime, route.value)
  const delivery = { kind: 'site' as const, siteId: destination.siteId }
  const body = { draft: { ...orderDraft, delivery, pickupTime, deliveryTime }, isTemporary: true }
  return new URL(must(await desk.call(prepareOrder, { body, idempotencyKey: newKey() })).url).pathname
}
