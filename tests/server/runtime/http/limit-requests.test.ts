import { Agent, get, type IncomingMessage } from 'node:http'
import { pathOf } from '@handsfree/core/api'
import { listOrders } from '@handsfree/core/contract'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { normalizeAddress, normalizeForwardedFor } from '../../../../server/runtime/http/client-network.ts'
import { hashToken } from '../../../../server/runtime/random.ts'
import { brokerPassword } from '../../../../server/runtime/realtime/password.ts'
import { useServer } from '../../use-server.ts'

const limits = { perAddress: 20, perAccount: 5 }
const server = useServer({ limits, trustedProxy: ['127.0.0.1'] }, { listens: true })
const ordersPath = `/api${pathOf(listOrders)}?status=200`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const ask = async (address: string, path = '/api/sites', token?: string) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      {
        port: server.port,
        path,
        agent,
        headers: { 'x-forwarded-for': address, ...(token ? { token: `Bearer ${token}` } : {}) },
      },
      resolve,
    ).on('error', reject)
  })
  const body = (await response.toArray()).join('')
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body }
}

const statuses = async (count: number, ...given: Parameters<typeof ask>) => {
  const found: (number | undefined)[] = []
  for (let asked = 0; asked < count; asked++) found.push((await ask(...given)).status)
  return found
}

test('refuses an address beyond its requests per minute, and no other address', async () => {
  expect(await statuses(20, '203.0.113.7')).toEqual(Array(20).fill(200))
  const { status, retryAfter, body } = await ask('203.0.113.7')
  expect(JSON.parse(body)).toEqual({
    code: 1012,
    message: 'too many requests',
    result: { field: 'requests', retryAfter: Number(retryAfter) },
  })
  expect(status).toBe(429)
  expect(Number(retryAfter)).toBeGreaterThan(50)
  expect((await ask('203.0.113.7', '/')).status).toBe(429)
  expect((await ask('203.0.113.8')).status).toBe(200)
})

test('counts a /64 of IPv6 as one address', async () => {
  expect(await statuses(10, '2001:db8:1:2::1')).toEqual(Array(10).fill(200))
  expect(await statuses(11, '2001:db8:1:2::2')).toEqual([...Array(10).fill(200), 429])
  expect((await ask('2001:db8:1:3::1')).status).toBe(200)
})

test('counts one address however its proxy writes it, and ignores entries before an unreadable one', async () => {
  const forms = ['192.0.2.9:1024', '192.0.2.9:65000', '[::ffff:192.0.2.9]:80', '"192.0.2.9:7"']
  for (const form of forms) expect(await statuses(5, form)).toEqual(Array(5).fill(200))
  expect((await ask('192.0.2.9:4711')).status).toBe(429)
  const guessed: unknown[] = []
  for (let guess = 0; guess <= 20; guess++)
    guessed.push((await ask(`198.51.100.${guess}, unknown-${guess}, 192.0.2.10:1${guess}`)).status)
  expect(guessed).toEqual([...Array(20).fill(200), 429])
})

test('refuses a token beyond its limit, from every address', async () => {
  const { token } = await server.signIn()
  const asked: unknown[] = []
  for (let address = 1; address <= 6; address++) {
    asked.push((await ask(`198.51.100.${address}`, ordersPath, token)).status)
  }
  expect(asked).toEqual([200, 200, 200, 200, 200, 429])
  const other = await server.signIn()
  expect((await ask('198.51.100.1', ordersPath, other.token)).status).toBe(200)
})

test('excludes probes, this machine in the demo, and the server’s own calls from the limits', async () => {
  for (const probe of ['/health', '/ready', '/ready/instance']) {
    expect(await statuses(30, '203.0.113.9', probe)).not.toContain(429)
  }
  expect(new Set(await statuses(30, '127.0.0.1'))).toEqual(new Set([200]))
  const own = Array.from({ length: 30 }, () =>
    server.app.inject({ url: '/api/sites', remoteAddress: '203.0.113.10' }),
  )
  expect(new Set((await Promise.all(own)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

const upgrade = async (address: string): Promise<WebSocket | IncomingMessage> => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/mqtt`, 'mqtt', {
    headers: { 'x-forwarded-for': address },
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (_request, response) => resolve(response))
    socket.once('error', reject)
  })
}

test('counts upgrades as requests of their address', async () => {
  const address = '203.0.113.20'
  for (let count = 0; count < 20; count++) {
    const opened = await upgrade(address)
    if (!(opened instanceof WebSocket)) throw new Error(`refused with ${opened.statusCode}`)
    opened.terminate()
  }
  expect((await ask(address)).status).toBe(429)
  const refused = await upgrade(address)
  if (refused instanceof WebSocket) throw new Error('not refused')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  refused.destroy()
})

test('counts broker logins as requests with their token', async () => {
  const { token, uin } = await server.signIn()
  const clientId = `TMS-${uin}`
  const tokenHash = hashToken(token)
  const { keys, now } = server.services
  const password = await brokerPassword(keys, { holder: uin, clientId, tokenHash }, now())
  const logIn = async () => {
    const client = mqtt.connect(`ws://127.0.0.1:${server.port}/mqtt`, {
      clientId,
      username: uin,
      password,
      reconnectPeriod: 0,
      wsOptions: { headers: { 'x-forwarded-for': '203.0.113.21' } },
    })
    const result = await new Promise((resolve) => {
      client.once('connect', () => resolve('accepted'))
      client.once('error', ({ message }) => resolve(message))
    })
    await client.endAsync(true)
    return result
  }
  for (let count = 0; count < 5; count++) expect(await logIn()).toBe('accepted')
  expect(await logIn()).toBe('Connection refused: Not authorized')
})

test.each<[written: string, address: string | null, proxy: string]>([
  ['203.0.113.7', '203.0.113.7', 'nginx, Caddy, HAProxy, AWS, Cloudflare'],
  ['2001:db8::7', '2001:db8::7', 'the same with IPv6'],
  ['203.0.113.7:5150', '203.0.113.7', 'Azure Application Gateway, AWS with client ports'],
  ['[2001:db8::7]:5150', '2001:db8::7', 'Azure with IPv6'],
  ['[2001:db8::7]', '2001:db8::7', 'HAProxy with brackets'],
  ['"[2001:db8::7]:5150"', '2001:db8::7', 'quoted as in RFC 7239'],
  ['fe80::1%eth0', 'fe80::1', 'an IPv6 zone'],
  ['[fe80::1%25en0]:443', 'fe80::1', 'an escaped zone and a port'],
  ['::ffff:203.0.113.7', '203.0.113.7', 'mapped into IPv6'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7', 'mapped, with a port'],
  [' 203.0.113.7 ', '203.0.113.7', 'with spaces'],
  ['unknown', null, 'Squid without an address'],
  ['_hidden', null, 'an obfuscated name of RFC 7239'],
  ['203.0.113', null, 'three parts'],
  ['203.0.113.7:', null, 'an empty port'],
  ['', null, 'nothing'],
])('reads %j as %j (%s)', (written, address, _proxy) => {
  expect(normalizeAddress(written)).toBe(address)
})

test('ignores forwarded entries before an invalid address', () => {
  expect(normalizeForwardedFor('203.0.113.7:1, 10.0.0.1:2')).toBe('203.0.113.7, 10.0.0.1')
  expect(normalizeForwardedFor('198.51.100.1, unknown, 203.0.113.7')).toBe('203.0.113.7')
  expect(normalizeForwardedFor('203.0.113.7, unknown')).toBe(undefined)
})
