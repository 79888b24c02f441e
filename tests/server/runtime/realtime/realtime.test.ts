import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { type Account, getConfigurationSecrets, getDecryptionKey, signOut } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Configuration, decryptConfiguration, signedHeaders } from '../../../../core/api/secrets.ts'
import { tokens } from '../../../../server/domain/users/users.table.ts'
import { createPacketGuard } from '../../../../server/runtime/realtime/packet-guard.ts'
import { brokerPassword } from '../../../../server/runtime/realtime/password.ts'
import { useServer } from '../../use-server.ts'

const staticKey = 'handsfree-demo-static-key'
const clients: MqttClient[] = []
const server = useServer({}, { listens: true })
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
})

const signed = (path: string, key = staticKey, time = server.services.now().getTime()) =>
  signedHeaders(`/api${path}`, key, time)

const secretsFor = async (token?: string, host = `127.0.0.1:${server.port}`): Promise<Configuration> => {
  const sent = token ? { token } : {}
  const key = await server.call(getDecryptionKey, {
    ...sent,
    headers: { ...signed('/oss/secrets/dk'), host },
  })
  const values = await server.call(getConfigurationSecrets, {
    ...sent,
    headers: { ...signed('/oss/secrets/ck'), host },
  })
  const plain = decryptConfiguration(key.result, values.result)
  if (!plain) throw new Error('the key does not fit')
  return plain
}

type Line = { clientId?: string; username?: string; password?: string }

/** Connects like a real client; rejects with CONNACK's error. */
const connect = async (account: Account, change: Line = {}): Promise<MqttClient> => {
  const secrets = await secretsFor(account.token)
  const client = mqtt.connect(`ws://${secrets.mqttHostDomain}:${secrets.mqttWSSPort}/mqtt`, {
    clientId: `TMS-${account.uin}`,
    username: secrets.mqttUsername,
    password: secrets.mqttPassword,
    reconnectPeriod: 0,
    keepalive: 20,
    ...change,
  })
  clients.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}

const topicOf = ({ uin }: Account) => `TOPIC-TMS-${uin}`
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

const nextMessage = async (client: MqttClient): Promise<[string, unknown]> => {
  const heard = new Promise<[string, Buffer]>((resolve) =>
    client.once('message', (topic, payload) => resolve([topic, payload])),
  )
  const [topic, payload] = await heard
  return [topic, JSON.parse(payload.toString())]
}

test.each([getDecryptionKey, getConfigurationSecrets])(
  'returns the secrets for a request without a body: $path',
  async ({ path }) => {
    const post = async (request: { payload?: string; type?: string } = {}) => {
      const { payload, type } = request
      const headers = { ...signed(path), ...(type ? { 'content-type': type } : {}) }
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers,
        ...(payload ? { payload } : {}),
      })
      return answer.json().code
    }
    expect(await post()).toBe(0)
    expect(await post({ type: 'application/json' })).toBe(0)
    expect(await post({ type: 'application/json', payload: '{"more":1}' })).toBe(1008)
  },
)

test('signs and encrypts the secrets of the requesting account', async () => {
  const { token, uin } = await server.signIn()
  const plain = await secretsFor(token, 'handsfree.example')
  expect(plain).toEqual({
    mqttHostDomain: 'handsfree.example',
    mqttUsername: uin,
    mqttPassword: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    mqttWSSPort: '80',
  })
  const [, claims = ''] = plain.mqttPassword.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    sub: uin,
    jti: createHash('sha256').update(token).digest('hex'),
    exp: server.services.now().getTime() / 1000 + 3600,
    username: uin,
    clientid: `TMS-${uin}`,
    acl: { pub: [], sub: [`TOPIC-TMS-${uin}`], all: [] },
  })
  expect(await secretsFor(undefined, '[::1]:4000')).toEqual({
    mqttHostDomain: '[::1]',
    mqttUsername: '',
    mqttPassword: '',
    mqttWSSPort: '4000',
  })
})

test('refuses an invalid Host', async () => {
  for (const host of ['two words', '[::1', 'localhost:99999'])
    expect(
      await server.call(getConfigurationSecrets, { headers: { ...signed('/oss/secrets/ck'), host } }),
    ).toEqual({ status: 400, code: 1008, message: 'invalid Host header', result: null })
})

test('returns 1001 for a wrong signature, another path’s, and a time over five minutes away', async () => {
  const time = server.services.now().getTime()
  const code = async (headers: Record<string, string>) =>
    (await server.call(getDecryptionKey, { headers })).code
  const path = '/oss/secrets/dk'
  expect(await code(signed(path))).toBe(0)
  expect(await code(signed(path, staticKey, time - 299_000))).toBe(0)
  expect(await code(signed(path, staticKey, time - 301_000))).toBe(1001)
  expect(await code(signed(path, staticKey, time + 301_000))).toBe(1001)
  expect(await code(signed(path, 'another-static-key'))).toBe(1001)
  expect(await code(signed('/oss/secrets/ck'))).toBe(1001)
  expect(await code({ ...signed(path), 'X-Timestamp': String(time + 1) })).toBe(1001)
  expect(await code({ 'X-Signature': signed(path)['X-Signature'] ?? '' })).toBe(1001)
  expect(await code({})).toBe(1001)
  expect(await server.call(getDecryptionKey, { headers: signed(path), token: 'dead' })).toMatchObject({
    code: 1010,
  })
})

test('sends each of two clients only its own hints', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  const [adasLine, bosLine] = [await connect(ada), await connect(bo)]
  await adasLine.subscribeAsync(topicOf(ada))
  await bosLine.subscribeAsync(topicOf(bo))
  const heard = Promise.all([nextMessage(adasLine), nextMessage(bosLine)])
  server.services.realtime.unreadChanged(ada.uin)
  server.services.realtime.orderChanged(bo.uin, 'o-1')
  expect(await heard).toEqual([
    [topicOf(ada), { code: 0 }],
    [topicOf(bo), { code: 1, orderId: 'o-1' }],
  ])
})

test('refuses subscriptions to any topic but the client’s own', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  const line = await connect(ada)
  for (const topic of [topicOf(bo), '#', '+', 'TOPIC-#', '$SYS/#', `${topicOf(ada)}/#`]) {
    await expect(line.subscribeAsync(topic), topic).rejects.toThrow()
  }
  expect(await line.subscribeAsync(topicOf(ada))).toEqual([{ topic: topicOf(ada), qos: 0 }])
})

test('disconnects a client that publishes, and delivers none of it', async () => {
  const ada = await server.signIn()
  const [listener, writer] = [await connect(ada), await connect(ada)]
  const heard: unknown[] = []
  listener.on('message', (_topic, payload) => heard.push(payload.toString()))
  await listener.subscribeAsync(topicOf(ada))
  const closed = closing(writer)
  writer.publish(topicOf(ada), '{"code":0}')
  await closed
  const real = nextMessage(listener)
  server.services.realtime.orderChanged(ada.uin, 'real')
  await real
  expect(heard).toEqual(['{"code":1,"orderId":"real"}'])
})

test('connects a client only under its own id and password, until that expires', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  const refused = 'Connection refused: Not authorized'
  const { mqttPassword } = await secretsFor(bo.token)
  await expect(connect(ada, { clientId: `TMS-${bo.uin}` })).rejects.toThrow(refused)
  await expect(connect(ada, { clientId: `TMS-${ada.uin}#1` })).rejects.toThrow()
  await expect(connect(ada, { clientId: 'anything' })).rejects.toThrow()
  await expect(connect(ada, { username: bo.uin })).rejects.toThrow(refused)
  await expect(connect(ada, { password: mqttPassword })).rejects.toThrow(refused)
  await expect(connect(ada, { password: '' })).rejects.toThrow(refused)
  await expect(connect(ada, { password: 'a.b.c' })).rejects.toThrow(refused)
  const [head, claims, signature = ''] = (await secretsFor(ada.token)).mqttPassword.split('.')
  const forged = Buffer.from(
    Buffer.from(claims ?? '', 'base64url')
      .toString()
      .replaceAll(ada.uin, bo.uin),
  ).toString('base64url')
  await expect(connect(bo, { password: `${head}.${forged}.${signature}`, username: bo.uin })).rejects.toThrow(
    refused,
  )
  const tokenHash = createHash('sha256').update(ada.token).digest('hex')
  const anHourOld = new Date(server.services.now().getTime() - 3_600_000)
  const ended = await brokerPassword(
    server.services.keys,
    { holder: ada.uin, clientId: `TMS-${ada.uin}`, tokenHash },
    anHourOld,
  )
  await expect(connect(ada, { password: ended })).rejects.toThrow(refused)
  expect((await connect(ada)).connected).toBe(true)
})

test('disconnects a page after sign-out with a last hint, and refuses its password', async () => {
  const phone = '13900000001'
  const first = await server.signIn(phone)
  server.clock.advance(60_000)
  const second = await server.signIn(phone)
  const { mqttPassword } = await secretsFor(first.token)
  const [firstLine, secondLine] = [await connect(first), await connect(second)]
  await firstLine.subscribeAsync(topicOf(first))
  const [last, closed] = [nextMessage(firstLine), closing(firstLine)]
  await server.call(signOut, { token: first.token })
  expect(await last).toEqual([topicOf(first), { code: 0 }])
  await closed
  await expect(connect(second, { password: mqttPassword })).rejects.toThrow('Not authorized')
  await secondLine.subscribeAsync(topicOf(second))
  const heard = nextMessage(secondLine)
  server.services.realtime.unreadChanged(second.uin)
  expect(await heard).toEqual([topicOf(second), { code: 0 }])
})

test('refuses the password of a token that is deleted from the database', async () => {
  const ada = await server.signIn()
  const { mqttPassword, mqttUsername } = await secretsFor(ada.token)
  await server.services.db.delete(tokens).where(eq(tokens.uin, ada.uin))
  const bo = await server.signIn()
  await expect(
    connect(bo, { clientId: `TMS-${ada.uin}`, username: mqttUsername, password: mqttPassword }),
  ).rejects.toThrow('Not authorized')
})

test('connects eight devices of one account, and disconnects the oldest for a ninth', async () => {
  const ada = await server.signIn()
  const lines: MqttClient[] = []
  for (let device = 0; device < 8; device++) lines.push(await connect(ada))
  const closed = closing(lines[0]!)
  const ninth = await connect(ada)
  await closed
  expect([...lines, ninth].map(({ connected }) => connected)).toEqual([false, ...Array(8).fill(true)])
})

/** Writes raw bytes to a socket. `closed` resolves when the server closes it. */
const raw = async (bytes: Buffer[]): Promise<{ closed: Promise<unknown>; socket: WebSocket }> => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/mqtt`, 'mqtt')
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'open')
  for (const part of bytes) socket.send(part)
  return { closed, socket }
}

test('closes a connection whose first packet claims more than 4 KB', async () => {
  const claims5000 = Buffer.from([0x10, 0x88, 0x27])
  const { closed } = await raw([claims5000])
  await closed
})

test('frees the memory of oversized packets from a stranger', async () => {
  const before = process.memoryUsage().rss
  const flood = Array.from({ length: 20 }, () =>
    raw([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(16_000)]),
  )
  await Promise.all((await Promise.all(flood)).map(({ closed }) => closed))
  expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024)
})

test('disconnects an accepted client that sends more than 16 KB in one packet', async () => {
  const line = await connect(await server.signIn())
  const closed = closing(line)
  line.publish('x', Buffer.alloc(17_000))
  await closed
})

const pings = (count: number) => Buffer.alloc(2 * count, Buffer.from([0xc0, 0]))

test('closes a connection with more than ten packets per second', async () => {
  const line = await connect(await server.signIn())
  const answered = new Promise((resolve) =>
    line.on('packetreceive', ({ cmd }) => cmd === 'pingresp' && resolve(cmd)),
  )
  line.stream.write(pings(5))
  await answered
  expect(line.connected).toBe(true)
  const closed = closing(line)
  line.stream.write(pings(20))
  await closed
})

test('closes a connection with more than 100 WebSocket frames per second, or with a fragmented message', async () => {
  const pinging = await raw([])
  for (let count = 0; count <= 100; count++) pinging.socket.ping()
  await pinging.closed
  const fragmenting = await raw([])
  for (let count = 0; count < 6; count++) fragmenting.socket.send('', { fin: false })
  await fragmenting.closed
})

test('closes a connection that does not speak MQTT', async () => {
  const { closed } = await raw([Buffer.from('GET / HTTP/1.1\r\n\r\n')])
  await closed
})

test('refuses a WebSocket at any other path', async () => {
  const socket = createConnection(server.port, '127.0.0.1')
  socket.write(
    'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).not.toMatch(/^HTTP\/1\.1 101 /)
  socket.destroy()
})

test('measures packets across any chunks, and refuses a malformed length', () => {
  const packet = (length: number) => {
    const low = (length & 0x7f) | (length > 127 ? 0x80 : 0)
    return Buffer.concat([
      Buffer.from(length > 127 ? [0x30, low, length >> 7] : [0x30, low]),
      Buffer.alloc(length, 0xff),
    ])
  }
  const stream = Buffer.concat([packet(0), packet(5), packet(300), packet(1024), packet(2)])
  const verdict = (bytes: Buffer, cut: number) => {
    const guard = createPacketGuard({ elapsedMs: () => 1 }, () => 1024)
    for (let start = 0; start < bytes.length; start += cut) {
      if (!guard(bytes.subarray(start, start + cut))) return false
    }
    return true
  }
  for (const cut of [1, 2, 3, 7, 100, 5000]) {
    expect(verdict(stream, cut)).toBe(true)
    expect(verdict(Buffer.concat([stream, packet(1025)]), cut)).toBe(false)
    expect(verdict(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]), cut)).toBe(false)
  }
})
