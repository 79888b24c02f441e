import type { LookupOptions } from 'node:dns'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, isPushEndpoint } from '../../../../server/runtime/push/push-hosts.ts'
import { newPrivateKey, publicKeyOf } from '../../../../server/runtime/push/push-keys.ts'
import { publicLookup, sendPush } from '../../../../server/runtime/push/push-request.ts'
import { createPush } from '../../../../server/runtime/push/web-push.ts'
import { systemRandom } from '../../../../server/runtime/random.ts'
import { listenHere } from '../../../listen-here.ts'
import { createPushDevice, messagesTo, startPushService } from '../../soft-push.ts'

const privateKey = newPrivateKey(systemRandom)
const keys = { publicKey: publicKeyOf(privateKey)!, privateKey, subject: 'mailto:push@bags.example' }
const now = () => new Date('2026-11-21T02:00:00.000Z')
const message = (device: ReturnType<typeof createPushDevice>) => ({
  payload: JSON.stringify({
    web_push: 8030,
    notification: {
      ...{
        title: '配送员已取件',
        body: 'HF 2611',
        lang: 'zh-CN',
        tag: 't',
        navigate: 'https://bags.example/',
      },
      data: { subscriptionId: device.endpoint.slice(-24), receipt: 'r', kind: 'trip', close: [] },
    },
    mutable: true,
  }),
  topic: 'topic',
  ttlSeconds: 60,
  urgency: 'high' as const,
})

/** A push service that answers as given, and what it returned to us. */
async function sendTo(...answer: Parameters<typeof startPushService>) {
  const service = await startPushService(...answer)
  onTestFinished(service.close)
  const device = createPushDevice(service.origin)
  const push = createPush(keys, { testHost: service.host, now })
  return { service, device, outcome: await push.send(device.subscription, message(device)) }
}

test('sends a message that only the device can read, signed for its push service', async () => {
  const { service, device, outcome } = await sendTo()
  expect(outcome).toEqual({ type: 'sent' })
  expect(messagesTo(device, service.pushes)).toMatchObject([{ notification: { title: '配送员已取件' } }])
  const [{ body } = { body: Buffer.alloc(0) }] = service.pushes
  expect(body.includes('行李')).toBe(false)
  expect(() => createPushDevice().decrypt(body)).toThrow()
})

test.each([
  [404, {}, '', { type: 'gone' }],
  [410, {}, '', { type: 'gone' }],
  [413, {}, '', { type: 'refused', reason: 'the push service responded with 413' }],
  [400, {}, '', { type: 'refused', reason: 'the push service responded with 400' }],
  [
    403,
    {},
    '{"reason":"BadJwtToken"}\u0000\n',
    {
      type: 'failed',
      reason: 'the push service responded with 403 {"reason":"BadJwtToken"}',
      retryAfterMs: null,
    },
  ],
  [429, { 'retry-after': '120' }, '', { type: 'failed', retryAfterMs: 120_000 }],
  [429, { 'retry-after': 'Sat, 21 Nov 2026 02:00:30 GMT' }, '', { type: 'failed', retryAfterMs: 30_000 }],
  [429, { 'retry-after': 'soon' }, '', { type: 'failed', retryAfterMs: null }],
  [503, { 'retry-after': '999999' }, '', { type: 'failed', retryAfterMs: 3_600_000 }],
  [307, { location: 'http://127.0.0.1:1/' }, '', { type: 'failed', retryAfterMs: null }],
  [500, {}, 'x'.repeat(100_000), { type: 'failed', retryAfterMs: null }],
])('reads the answer %i with %j', async (status, headers, body, expected) => {
  const { outcome } = await sendTo(() => ({ status, headers: headers as Record<string, string>, body }))
  expect(outcome).toMatchObject(expected)
})

test('rejects when the push service hangs up', async () => {
  const server = createServer((request) => request.socket.destroy())
  const port = await listenHere(server)
  onTestFinished(() => {
    server.close()
  })
  const push = { endpoint: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('x') }
  await expect(sendPush(push)).rejects.toThrow()
})

test('ends a subscription whose host is no longer on the list', async () => {
  const device = createPushDevice('http://127.0.0.1:4999')
  const push = createPush(keys, { testHost: null, now })
  expect(await push.send(device.subscription, message(device))).toEqual({ type: 'gone' })
})

const look = (found: string[], options: LookupOptions = {}) => {
  const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = publicLookup((_hostname, _options, done) => done(null, addresses))
  return new Promise((resolve) => {
    lookup('fcm.googleapis.com', options, (error, address, family) => {
      resolve(error ? error.message : [address, family])
    })
  })
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.1',
  '169.254.169.254',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '0.0.0.0',
])('refuses to connect to %s for a push service’s name', async (address) => {
  expect(isPublicAddress(address)).toBe(false)
  expect(await look([address])).toBe('the push service has a private address')
  expect(await look(['142.250.1.1', address], { all: true })).toBe('the push service has a private address')
})

test('connects to public addresses', async () => {
  expect(await look(['142.250.1.1'])).toEqual(['142.250.1.1', 4])
  expect(await look(['2a00:1450:4001::200a'], { all: true })).toEqual([
    [{ address: '2a00:1450:4001::200a', family: 6 }],
    undefined,
  ])
  expect(await look([])).toBe('the push service has a private address')
})

test('allows plain HTTP to the test host only', () => {
  expect(isPushEndpoint('http://127.0.0.1:4999/1', '127.0.0.1:4999')).toBe(true)
  for (const endpoint of [
    'http://127.0.0.1:5000/1',
    'http://u@127.0.0.1:4999/1',
    'http://127.0.0.1.example:4999/',
  ])
    expect(isPushEndpoint(endpoint, '127.0.0.1:4999')).toBe(false)
})
