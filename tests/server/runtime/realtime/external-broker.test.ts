import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Account, getConfigurationSecrets, getDecryptionKey } from '@handsfree/core/contract'
import { Aedes } from 'aedes'
import { jwtVerify } from 'jose'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { parse } from 'yaml'
import { decryptConfiguration, signedHeaders } from '../../../../core/api/secrets.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { openRealtime } from '../../../../server/runtime/realtime/realtime.ts'
import { listenHere } from '../../../listen-here.ts'
import { startServer, type TestServer } from '../../harness.ts'

type Claims = { username: string; clientid: string; acl: { pub: string[]; sub: string[] } }

/** The EMQX settings in `docs/broker` that control access. */
function readRecipe() {
  const conf = readFileSync(new URL('../../../../docs/broker/base.hocon', import.meta.url), 'utf8')
  const lists = readFileSync(new URL('../../../../docs/broker/acl.conf', import.meta.url), 'utf8')
  const settingOf = (key: string) => new RegExp(`^ *${key} = "?([^"\\n]+?)"?$`, 'm').exec(conf)?.[1] ?? ''
  return {
    from: settingOf('from'),
    algorithm: settingOf('algorithm'),
    secret: settingOf('secret'),
    isBase64: settingOf('secret_base64_encoded') === 'true',
    aclClaim: settingOf('acl_claim_name'),
    noMatch: settingOf('no_match'),
    /** Claims, and the connection's value that each must equal. */
    verified: [...conf.matchAll(/^ *(\w+) = "\$\{(username|clientid|password)\}"$/gm)].map(
      ([, claim = '', of = '']) => [claim, of] as const,
    ),
    rules: [
      ...lists.matchAll(/^\{(allow|deny), (?:\{username, "(\w+)"\}|all)(?:, (\w+), \["(.+)"\])?\}\.$/gm),
    ].map(([, effect, user, action, topic]) => ({ effect, user, action, topic })),
  }
}

/** A broker configured like `docs/broker`; its only key is the output of `broker-key.js`. */
async function startBroker(key: () => string, now: () => Date) {
  const recipe = readRecipe()
  const grants = new Map<unknown, Claims>()
  const users = new Map<unknown, string>()
  const isAllowed = (client: unknown, action: 'publish' | 'subscribe', topic: string): boolean => {
    const acl = (grants.get(client) as Record<string, unknown> | undefined)?.[recipe.aclClaim] as
      | Claims['acl']
      | undefined
    const own = action === 'publish' ? acl?.pub : acl?.sub
    if (own?.includes(topic)) return true
    const rule = recipe.rules.find(
      (one) =>
        (one.user === undefined || one.user === users.get(client)) &&
        (one.action === undefined || (one.action === action && one.topic === '#')),
    )
    return (rule?.effect ?? recipe.noMatch) === 'allow'
  }
  const broker = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      users.set(client, username ?? '')
      if (username === 'server') return done(null, password?.toString() === 'of the server')
      const sent: Record<string, string | undefined> = {
        password: password?.toString(),
        username,
        clientid: client.id,
      }
      const secret = recipe.secret.replace(/^.*HANDSFREE_BROKER_KEY.*$/, key())
      jwtVerify<Claims>(sent[recipe.from] ?? '', Buffer.from(secret, recipe.isBase64 ? 'base64' : 'utf8'), {
        currentDate: now(),
        algorithms: recipe.algorithm === 'hmac-based' ? ['HS256', 'HS384', 'HS512'] : [],
      }).then(
        ({ payload }) => {
          grants.set(client, payload)
          done(
            null,
            recipe.verified.every(([claim, of]) => payload[claim] === sent[of]),
          )
        },
        () => done(null, false),
      )
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, isAllowed(client, 'subscribe', subscription.topic) ? subscription : null),
    authorizePublish: (client, { topic }, done) =>
      done(isAllowed(client, 'publish', topic) ? null : new Error('not allowed')),
  })
  const http = createServer()
  new WebSocketServer({ server: http, path: '/mqtt' }).on('connection', (socket, request) =>
    broker.handle(createWebSocketStream(socket), request),
  )
  return { broker, http, port: await listenHere(http) }
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

/** Connects a traveller with the server's connection details, optionally changed. */
async function connect({ token }: Account, changed: mqtt.IClientOptions = {}) {
  const signed = (path: string) =>
    signedHeaders(`/api${path}`, 'handsfree-demo-static-key', server.services.now().getTime())
  const key = await server.call(getDecryptionKey, { token, headers: signed('/oss/secrets/dk') })
  const secrets = await server.call(getConfigurationSecrets, { token, headers: signed('/oss/secrets/ck') })
  const { mqttHostDomain, mqttWSSPort, mqttUsername, mqttPassword } =
    decryptConfiguration(key.result, secrets.result) ?? {}
  const client = mqtt.connect(`ws://${mqttHostDomain}:${mqttWSSPort}/mqtt`, {
    clientId: `TMS-${mqttUsername}`,
    username: mqttUsername ?? '',
    password: mqttPassword ?? '',
    reconnectPeriod: 0,
    ...changed,
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  return client
}

test('connects travellers to the public address of an external broker, each to their own topic', async () => {
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

test('refuses another client id, user or key, a missing password, and publishing by travellers', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  for (const changed of [
    { clientId: `TMS-${bo.uin}` },
    { username: bo.uin },
    { password: 'guess' },
    { password: '' },
    { username: 'server' },
  ]) {
    const failure = await connect(ada, changed).catch((error: Error) => error.message)
    expect([changed, failure]).toEqual([changed, expect.stringMatching(/refused/)])
  }
  const other = await connect(bo)
  await other.subscribeAsync(`TOPIC-TMS-${bo.uin}`)
  const heard: string[] = []
  other.on('message', (topic, payload) => heard.push(`${topic} ${payload}`))
  const client = await connect(ada)
  client.on('error', () => {})
  await client.publishAsync(`TOPIC-TMS-${bo.uin}`, 'forged', { qos: 0 })
  server.services.realtime.orderChanged(bo.uin, 'o-3')
  await expect.poll(() => heard).toEqual([`TOPIC-TMS-${bo.uin} {"code":1,"orderId":"o-3"}`])
  await client.endAsync(true)
  await other.endAsync(true)
})

test('mounts the files that the settings name into an EMQX version that supports them', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  const [page, conf] = [read('docs/broker/README.md'), read('docs/broker/base.hocon')]
  const [, , image = ''] = /^(docker run .+?)(emqx\/emqx\S+)$/ms.exec(page) ?? []
  // `base.hocon` exists since 5.8.4; replacing `emqx.conf` would require node name, cookie and folder.
  const [, major, minor, patch] = (/^emqx\/emqx:(\d+)\.(\d+)\.(\d+)$/.exec(image) ?? []).map(Number)
  expect([major, minor]).toEqual([5, 8])
  expect(patch).toBeGreaterThanOrEqual(4)
  const mounted = [...page.matchAll(/:\/opt\/emqx\/etc\/(\S+):ro/g)].map(([, file]) => file).sort()
  const named = [...conf.matchAll(/\$\{EMQX_ETC_DIR\}\/([\w.]+)/g)].map(([, file]) => file)
  expect(mounted).toEqual(['base.hocon', ...named].sort())
  expect(page).toContain('--network handsfree_inside')
  const compose = parse(read('compose.yaml'), { merge: true })
  expect([compose.name, compose.services['app-1'].networks, compose.services.proxy.networks]).toEqual([
    'handsfree',
    ['inside'],
    ['inside'],
  ])
})

test('names only the public broker in the policy of its pages', async () => {
  const { headers } = await server.app.inject('/api/sites')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`connect-src 'self' ws://localhost:${outside.port};`)
  expect(policy).not.toContain('127.0.0.1')
})

test('warns once why the broker is not connected: a wrong password, or an unreachable host', async () => {
  const warningOf = async (mqttUrl: string): Promise<string> => {
    const settings = { ...server.services.settings, mqttUrl }
    const warnings = new EventEmitter()
    const warned = once(warnings, 'warning')
    const warn = (message: string) => void warnings.emit('warning', message)
    const realtime = await openRealtime({ ...server.services, settings, warn })
    const [message] = await warned
    await realtime.close()
    return message
  }
  expect(await warningOf(`ws://server:wrong@127.0.0.1:${outside.port}/mqtt`)).toMatch(
    /^Not connected to the broker of MQTT_URL \(Connection refused: .+\)\. Retrying every second\.$/,
  )
  expect(await warningOf('mqtt://server:wrong@127.0.0.1:1')).toBe(
    'Not connected to the broker of MQTT_URL (ECONNREFUSED). Retrying every second.',
  )
})
