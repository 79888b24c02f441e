import { demoToken } from '@handsfree/core/api'
import {
  deliveryDays,
  deliverySlots,
  pickupDays,
  pickupSlots,
  placeholderRoute,
} from '@handsfree/core/booking'
import { getQrSite, prepareOrder, type QrSite } from '@handsfree/core/contract'
import { createHandover, type HandoverActor } from '@handsfree/core/orders'
import type { Tab } from './device.ts'
import { addPhoto } from './placing.ts'
import type { Guest } from './world.types.ts'

/** A draft that a desk prepares for tomorrow's guest; null if no time is available. */
function draftFor({ qrId, name, chance, phoneNumber }: Guest<Tab>, place: QrSite, now: number) {
  const route = placeholderRoute(place)
  const [, tomorrow] = pickupDays(now, place.site)
  const pickups = tomorrow ? pickupSlots(tomorrow, now, place.site) : []
  if (pickups.length === 0) return null
  const pickupTime = chance.pick(pickups)
  const deliveries = deliveryDays(pickupTime, route)
    .slice(0, 2)
    .flatMap((one) => deliverySlots(one, pickupTime, route))
  if (deliveries.length === 0) return null
  const { regionId } = chance.pick(place.serviceAreas)
  return {
    qrId,
    ...(place.access === 'roomPassword'
      ? { roomNumber: '1208', roomPassword: '1234#' }
      : { roomNumber: '', roomPassword: '' }),
    delivery: { kind: 'custom', regionId, address: '1 Century Avenue', detail: 'Lobby' },
    pickupTime,
    deliveryTime: chance.pick(deliveries),
    pieces: chance.between(1, 3),
    declaredValue: 0,
    photos: [],
    receiver: { name, dialCode: '86', phoneNumber },
    remarks: '',
  }
}

export async function prepareFor(guest: Guest<Tab>): Promise<void> {
  const { world, qrId, phoneNumber, name } = guest
  const token = demoToken('operator')
  const siteResponse = await world.servers.call(getQrSite, { params: { qrId }, token })
  const draft =
    siteResponse.code === 0 ? draftFor(guest, siteResponse.result as QrSite, world.time.now) : null
  if (!draft) return
  const body = { draft, isTemporary: true, guest: { dialCode: '86', phoneNumber } }
  const { code, result } = await world.servers.call(prepareOrder, { body, token })
  world.story.log('desk', `fills in an order for ${name}: ${code === 0 ? 'done' : code}`)
  if (code === 0) guest.setLink((result as { url: string }).url.split('/').at(-1) ?? '')
}

/** One step of a guest who follows the link of a prepared order. False once the link is invalid. */
export function takeOverStep(guest: Guest<Tab>, tab: Tab, link: string): boolean {
  if (tab.screen.name !== 'handover' || !tab.screen.actor) {
    const handover = createHandover(tab.app, link)
    handover.subscribe(({ context: { takenOrderId } }) => {
      if (takenOrderId !== null) guest.addOrder(takenOrderId)
    })
    tab.log('follows the link of a desk’s order')
    tab.show({ name: 'handover', actor: handover, stop: () => handover.stop() })
    handover.start()
    return true
  }
  const actor = tab.screen.actor as HandoverActor
  const snapshot = actor.getSnapshot()
  if (snapshot.matches('gone')) return false
  const { photoSet, photos } = snapshot.context
  if (snapshot.matches('offered')) {
    if (photos.length === 0 || snapshot.matches({ offered: 'showingErrors' })) addPhoto(guest, tab, photoSet)
    else actor.send({ type: 'handover.submit' })
  } else if (snapshot.matches('agreeingToTerms')) actor.send({ type: 'terms.agree' })
  else if (snapshot.matches('outcomeUnknown')) actor.send({ type: 'handover.retry' })
  return true
}
