// Signs in and places a paid order: node place-order.mjs http://localhost:4000 bag.jpg 13800138000
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import * as core from '@handsfree/core'

const [baseUrl, photo, phoneNumber] = process.argv.slice(2)
const phone = { dialCode: '86', phoneNumber }
let token = null
const settings = { baseUrl, locale: () => 'en-US', token: () => token, onNotLoggedIn: () => {} }
const api = core.createApiClient({ platform: { fetch, clock: { setTimeout, clearTimeout } }, ...settings })
const call = async (shape, request) => {
  const idempotencyKey = shape.idempotent && randomBytes(16).toString('hex')
  const answer = await api.call(shape, { ...request, idempotencyKey })
  if (!answer.ok) throw new Error(`${shape.path}: ${JSON.stringify(answer.error)}`)
  return answer.value
}
const { demoCode } = await call(core.sendVerificationCode, { body: phone })
token = (await call(core.signIn, { body: { ...phone, code: demoCode } })).token
const delivery = { kind: 'site', siteId: 'hangzhou-east-station' }
const facts = { qrId: 'demo-hotel-desk', delivery, pieces: 2, declaredValue: 0 }
const place = await call(core.getQrSite, { params: { qrId: facts.qrId } })
const site = await call(core.getSite, { params: { siteId: delivery.siteId } })
const { value: route } = core.routeTo(place, { kind: 'site', site })
const [pickupTime] = core.pickupSlots(core.pickupDays(Date.now(), place.site)[1], Date.now(), place.site)
const [deliveryTime] = core.deliverySlots(core.dayOf(pickupTime, route.timeZone), pickupTime, route)
const form = new FormData()
form.append('file', await openAsBlob(photo), 'bag')
const upload = await fetch(api.url('/files'), { method: 'POST', headers: api.headers(), body: form })
const photos = [(await api.read(core.uploadFile, await upload.json())).value.url]
const room = { roomNumber: '', roomPassword: '', remarks: '', receiver: { name: 'Traveller', ...phone } }
const draft = { ...facts, ...room, pickupTime, deliveryTime, photos }
const { quoteId } = await call(core.quoteOrder, { body: facts })
const order = { draft, quoteId, termsVersion: core.policy.termsVersion }
const { orderId } = await call(core.createOrder, { body: order })
const { paymentId } = await call(core.createPayment, { body: { orderId, source: 'normal' } })
const { redirectUrl } = await call(core.openPaymentSession, { params: { paymentId } })
await fetch(new URL(redirectUrl, baseUrl), { method: 'POST', body: new URLSearchParams({ card: 'pays' }) })
while ((await call(core.getPayment, { params: { paymentId } })).state !== 'paid') await pause(500)
console.log(JSON.stringify(await call(core.getOrder, { params: { orderId } })))
