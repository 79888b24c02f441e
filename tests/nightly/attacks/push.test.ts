import { createServer } from 'node:http'
import {
  confirmPush,
  operatorReport,
  operatorReview,
  startDemoCrewSession,
  subscribeCrewPush,
  subscribePush,
  unsubscribePush,
} from '@handsfree/core/contract'
import { isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pushMessages, pushSubscriptions } from '../../../server/domain/push/push.table.ts'
import { sendDuePushes } from '../../../server/flows/send-pushes.ts'
import { listenHere } from '../../listen-here.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { createPushDevice, messagesTo, type PushDevice, startPushService } from '../../server/soft-push.ts'
import { newTraveller, operate } from '../../server/trip.ts'

/** A service on this machine that the server must never reach. */
const inside = createServer((_request, response) => {
  reached += 1
  response.writeHead(201).end()
})
let reached = 0
let insideOrigin: string
let redirects: boolean
let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer

beforeAll(async () => {
  insideOrigin = `http://127.0.0.1:${await listenHere(inside)}`
  service = await startPushService(({ endpoint }) =>
    redirects
      ? { status: 307, headers: { location: new URL(new URL(endpoint).pathname, insideOrigin).href } }
      : {},
  )
  server = await startServer({ pushTestHost: service.host })
})
afterAll(async () => {
  await server.close()
  service.close()
  inside.close()
})
beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  reached = 0
  redirects = false
  service.pushes.length = 0
  await server.services.db.delete(pushSubscriptions)
})

const subscriptions = () => server.services.db.select().from(pushSubscriptions)
const shownMessages = () =>
  server.services.db.select().from(pushMessages).where(isNotNull(pushMessages.shownTime))

const subscribe = (token: string, subscription: PushDevice['subscription']) =>
  server.call(subscribePush, { token, body: { subscription, locale: 'en-US', kinds: ['trip'] } })

async function newReader() {
  const traveller = await newTraveller(server)
  const device = createPushDevice(service.origin)
  expect((await subscribe(traveller.token, device.subscription)).code).toBe(0)
  return { ...traveller, device }
}
type Reader = Awaited<ReturnType<typeof newReader>>

/** Sends an urgent message about a new order of the reader. */
async function ring(reader: Reader) {
  const order = await reader.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await operate(server, operatorReport, order.orderId, { reason: 'A wheel is broken' })
  await sendDuePushes(server.services).catch(() => {})
}

test.each([
  'https://push.attacker.example/1',
  'https://fcm.googleapis.com.evil.example/fcm/send/1',
  'https://evilfcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com@evil.example/fcm/send/1',
  'https://user:password@fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com:8443/fcm/send/1',
  'https://fcm.googleapis.com./fcm/send/1',
  'https://fcm.googleapis.com%2eevil.example/1',
  'http://fcm.googleapis.com/fcm/send/1',
  'https://push.apple.com.evil.example/1',
  'https://evilpush.apple.com.example/1',
  'https://push.apple.com/1',
  'https://notify.windows.com/1',
  'https://evil.example/#fcm.googleapis.com',
  'https://evil.example/?.push.apple.com',
  'https://evil.example\\@fcm.googleapis.com/',
  'https://localhost/1',
  'https://127.0.0.1/fcm/send/1',
  'https://2130706433/1',
  'https://0x7f.1/1',
  'https://0.0.0.0/1',
  'https://10.0.0.5/1',
  'https://192.168.1.1/1',
  'https://[::1]/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://[fd00::1]/1',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/1',
  'http://127.0.0.1:1/1',
])('refuses the endpoint %s to travellers and employees', async (endpoint) => {
  const { token } = await newTraveller(server)
  const crew = (await server.call(startDemoCrewSession, { body: { employeeId: 'courier-0731' } })).result
  const subscription = { endpoint, keys: createPushDevice().subscription.keys }
  expect(await subscribe(token, subscription)).toMatchObject({ status: 400, code: 1008 })
  const body = { subscription, locale: 'en-US', kinds: ['order'] }
  expect(await server.call(subscribeCrewPush, { token: crew.token, body })).toMatchObject({ code: 1008 })
  expect(await subscriptions()).toEqual([])
})

test('refuses an endpoint at another port of this machine', async () => {
  const { token } = await newTraveller(server)
  const { subscription } = createPushDevice(insideOrigin)
  expect(await subscribe(token, subscription)).toMatchObject({ code: 1008 })
})

test('sends nothing to an address on this machine that a push service redirects to', async () => {
  redirects = true
  await ring(await newReader())
  const messages = await server.services.db.select().from(pushMessages)
  expect(messages.map(({ lastError }) => lastError)).toContain('the push service responded with 307')
  expect(reached).toBe(0)
})

test('leaves a subscription to its account when another one sends its endpoint or removes its own', async () => {
  const ada = await newReader()
  const eve = await newReader()
  const { keys } = eve.device.subscription
  const stolen = { endpoint: ada.device.endpoint, keys }
  expect(await subscribe(eve.token, stolen)).toMatchObject({ status: 400, code: 1008 })
  const half = { ...stolen, keys: { ...keys, p256dh: ada.device.subscription.keys.p256dh } }
  expect(await subscribe(eve.token, half)).toMatchObject({ status: 400, code: 1008 })
  expect((await server.call(unsubscribePush, { token: eve.token, body: {} })).code).toBe(0)
  expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([ada.device.endpoint])
  await ring(ada)
  expect(messagesTo(ada.device, service.pushes).length).toBeGreaterThan(0)
  await ring(eve)
  expect(messagesTo(eve.device, service.pushes)).toEqual([])
})

test('sends a device that changed hands nothing about the previous account', async () => {
  const ada = await newReader()
  const bo = await newTraveller(server)
  expect((await subscribe(bo.token, ada.device.subscription)).code).toBe(0)
  await ring(ada)
  expect(service.pushes).toEqual([])
})

test('ignores forged receipts, and accepts one for its own message only', async () => {
  const ada = await newReader()
  const eve = await newReader()
  await ring(ada)
  await ring(eve)
  const receiptOf = ({ device }: Reader) =>
    messagesTo(device, service.pushes).at(-1)?.notification.data.receipt ?? ''
  const [wanted, own] = [receiptOf(ada), receiptOf(eve)]
  // 12 bytes of the message's id are 16 characters; the signature follows.
  const mixed = wanted.slice(0, 16) + own.slice(16)
  const changed = (wanted[0] === 'A' ? 'B' : 'A') + wanted.slice(1)
  const forged = [mixed, changed, `${wanted.slice(0, -2)}xx`, 'A'.repeat(22), 'A'.repeat(64)]
  const answers = []
  for (const receipt of [...forged, own]) answers.push(await server.call(confirmPush, { body: { receipt } }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const shown = await shownMessages()
  expect(shown).toHaveLength(1)
  const ofEve = (await subscriptions()).find(({ endpoint }) => endpoint === eve.device.endpoint)
  expect(shown[0]?.subscriptionId).toBe(ofEve?.subscriptionId)
})
