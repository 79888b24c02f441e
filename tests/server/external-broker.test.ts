import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Account, getConfigurationSecrets, getDecryptionKey } from '@handsfree/core/api'
import { Aedes } from 'aedes'
import { jwtVerify } from 'jose'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { decryptConfiguration, signedHeaders } from '../../core/api/secrets.ts'
import { deriveKeys } from '../../server/keys.ts'
import { startServer, type TestServer } from './harness.ts'

type Claims = { username: string; clientid: string; acl: { pub: string[]; sub: string[] } }

/** A broker that knows nothing of ours but the key that `broker-key.js` prints, and the server's own user. */
async function startBroker(key: () => string, now: () => Date) {
  const grants = new Map<unknown, Claims>()
  const broker = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      if (username === 'server') return done(null, password?.toString() === 'of the server')
      jwtVerify<Claims>(password?.toString() ?? '', new TextEncoder().encode(key()), {
        currentDate: now(),
      }).then(
        ({ payload }) => {
          grants.set(client, payload)
          done(null, payload.username === username && payload.clientid === client.id)
        },
        () => done(null, false),
      )
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, grants.get(client)?.acl.sub.includes(subscription.topic) ? subscription : null),
    authorizePublish: (client, _packet, done) => done(grants.has(client) ? new Error('not allowed') : null),
  })
  const http = createServer()
  new WebSocketServer({ server: http, path: '/mqtt' }).on('connection', (socket, request) =>
    broker.handle(createWebSocketStream(socket), request),
  )
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  return { broker, http, port: typeof address === 'object' && address ? address.port : 0 }
}

let server: TestServer
let outside: Awaited<ReturnType<typeof startBroker>>
beforeAll(async () => {
  outside = await startBroker(
    () => deriveKeys('a secret of the tests alone, 32 characters and more').broker,
    () => server.services.now(),
  )
  const { port } = outside
  const ready = once(outside.broker, 'clientReady')
  server = await startServer(
    {
      mqttUrl: `ws://server:of%20the%20server@127.0.0.1:${port}/mqtt`,
      mqttPublicUrl: `ws://localhost:${port}/mqtt`,
    },
    { listens: true },
  )
  await ready
})
afterAll(async () => {
  await server.close()
  outside.http.close()
  await new Promise<void>((resolve) => outside.broker.close(resolve))
})

/** A traveller's connection, to where the server says. */
async function connect({ token, uin }: Account) {
  const signed = (path: string) =>
    signedHeaders(`/api${path}`, 'handsfree-demo-static-key', server.services.now().getTime())
  const key = await server.call(getDecryptionKey, { token, headers: signed('/oss/secrets/dk') })
  const secrets = await server.call(getConfigurationSecrets, { token, headers: signed('/oss/secrets/ck') })
  const { mqttHostDomain, mqttWSSPort, mqttUsername, mqttPassword } =
    decryptConfiguration(key.result, secrets.result) ?? {}
  const client = mqtt.connect(`ws://${mqttHostDomain}:${mqttWSSPort}/mqtt`, {
    clientId: `TMS-${uin}`,
    username: mqttUsername ?? '',
    password: mqttPassword ?? '',
    reconnectPeriod: 0,
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  return client
}

test('leads travellers to the public address of a broker that checks their JWT, each to their own topic', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  const client = await connect(ada)
  const refused = await client
    .subscribeAsync([`TOPIC-TMS-${ada.uin}`, `TOPIC-TMS-${bo.uin}`, '#'])
    .catch((error: Error) => error.message)
  expect(refused).toMatch(/Subscribe error/)
  const heard = new Promise<string[]>((resolve) =>
    client.once('message', (topic, payload) => resolve([topic, payload.toString()])),
  )
  server.services.realtime.orderChanged(bo.uin, 'o-2')
  server.services.realtime.orderChanged(ada.uin, 'o-1')
  expect(await heard).toEqual([`TOPIC-TMS-${ada.uin}`, '{"code":1,"orderId":"o-1"}'])
  await client.endAsync(true)
})

test('names the public broker alone in the policy of its pages', async () => {
  const { headers } = await server.app.inject('/api/sites')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`connect-src 'self' ws://localhost:${outside.port};`)
  expect(policy).not.toContain('127.0.0.1')
})
