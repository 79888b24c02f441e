import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, getConfigurationSecrets, getDecryptionKey, signOut } from '@handsfree/core/contract'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decryptConfiguration, signedHeaders } from '../../../core/api/secrets.ts'
import { freePort } from '../../../tools/built-server.ts'
import { startServer, type TestServer } from '../../server/harness.ts'

/** Debian's `/usr/sbin/rabbitmq-server` runs as its own user only. */
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const isInstalled = existsSync(program)
if (!isInstalled) console.log('There is no rabbitmq-server: RabbitMQ as the broker is not tried.')

const mqttHookSecret = 'hook_Rk7-pWq2ZtY9_mBdXv4LcQ8sJn6F'
const read = (name: string) => readFileSync(new URL(`../../../docs/broker/${name}`, import.meta.url), 'utf8')

/** Starts a node of its own, with the files of `docs/broker`. Returns a stop function. */
async function startRabbit(ports: { mqtt: number; web: number; server: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-rabbitmq-'))
  for (const name of ['data', 'log', 'home']) mkdirSync(join(folder, name))
  const conf = read('rabbitmq.conf')
    .replaceAll(/\$\{MQTT_HOOK_SECRET\}/g, mqttHookSecret)
    .replaceAll('app-1:4000', `127.0.0.1:${ports.server}`)
    .replace('default = 1883', `default = ${ports.mqtt}`)
    .replace('port = 8083', `port = ${ports.web}`)
  writeFileSync(join(folder, 'rabbitmq.conf'), conf)
  writeFileSync(join(folder, 'enabled_plugins'), read('enabled_plugins'))
  const env = {
    ...process.env,
    HOME: join(folder, 'home'),
    ERL_EPMD_PORT: String(await freePort()),
    RABBITMQ_DIST_PORT: String(await freePort()),
    RABBITMQ_NODENAME: 'handsfree-test@localhost',
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'no-environment'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
  }
  const child = spawn(program, [], { env, stdio: 'ignore', detached: true })
  return {
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.pid) {
        process.kill(-child.pid, 'SIGTERM')
        await ended
      }
      spawnSync('epmd', ['-kill'], { env })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.runIf(isInstalled)('RabbitMQ as the broker', () => {
  let server: TestServer
  let rabbit: Awaited<ReturnType<typeof startRabbit>>
  beforeAll(async () => {
    const [port, web] = [await freePort(), await freePort()]
    const settings = {
      mqttUrl: `mqtt://server:of%20the%20server@127.0.0.1:${port}`,
      mqttPublicUrl: `ws://127.0.0.1:${web}/mqtt`,
      mqttHookSecret,
    }
    server = await startServer(settings, { listens: true })
    rabbit = await startRabbit({ mqtt: port, web, server: server.port })
    await vi.waitFor(() => server.services.realtime.check(), { timeout: 90_000, interval: 500 })
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    await rabbit?.stop()
  }, 60_000)

  const secretsOf = async ({ token }: Account) => {
    const signed = (path: string) =>
      signedHeaders(`/api${path}`, 'handsfree-demo-static-key', server.services.now().getTime())
    const key = await server.call(getDecryptionKey, { token, headers: signed('/oss/secrets/dk') })
    const secrets = await server.call(getConfigurationSecrets, {
      token,
      headers: signed('/oss/secrets/ck'),
    })
    const plain = decryptConfiguration(key.result, secrets.result)
    if (!plain) throw new Error('the key does not fit')
    return plain
  }

  const clients: mqtt.MqttClient[] = []
  afterAll(async () => {
    for (const client of clients) await client.endAsync(true)
  })
  const connect = async (account: Account, changed: mqtt.IClientOptions = {}) => {
    const { mqttHostDomain, mqttWSSPort, mqttUsername, mqttPassword } = await secretsOf(account)
    const client = mqtt.connect(`ws://${mqttHostDomain}:${mqttWSSPort}/mqtt`, {
      clientId: `TMS-${mqttUsername}`,
      username: mqttUsername,
      password: mqttPassword,
      reconnectPeriod: 0,
      ...changed,
    })
    clients.push(client)
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed')))
    })
    return client
  }
  const nextMessage = (client: mqtt.MqttClient) =>
    new Promise<string>((resolve) => {
      client.once('message', (topic, payload) => resolve(`${topic} ${payload}`))
    })

  test('delivers hints to both devices of an account only', async () => {
    const [ada, bo] = [await server.signIn(), await server.signIn()]
    const devices = [await connect(ada), await connect(ada)]
    for (const device of devices) await device.subscribeAsync(`TOPIC-TMS-${ada.uin}`)
    const other = await connect(bo)
    await other.subscribeAsync(`TOPIC-TMS-${bo.uin}`)
    const heard = [...devices, other].map(nextMessage)
    server.services.realtime.orderChanged(ada.uin, 'o-1')
    server.services.realtime.unreadChanged(bo.uin)
    const order = `TOPIC-TMS-${ada.uin} {"code":1,"orderId":"o-1"}`
    expect(await Promise.all(heard)).toEqual([order, order, `TOPIC-TMS-${bo.uin} {"code":0}`])
    expect(devices.map(({ connected }) => connected)).toEqual([true, true])
  })

  test('refuses another client id, user or password, and a signed-out account', async () => {
    const [ada, bo] = [await server.signIn(), await server.signIn()]
    for (const changed of [
      { clientId: `TMS-${bo.uin}` },
      { clientId: `EMP-${ada.uin}` },
      { username: bo.uin },
      { password: 'guess' },
      { username: 'server' },
    ]) {
      const failure = await connect(ada, changed).catch((error: Error) => error.message)
      expect([changed, failure]).toEqual([changed, expect.stringMatching(/refused|closed/)])
    }
    const { mqttUsername, mqttPassword } = await secretsOf(ada)
    await server.call(signOut, { body: {}, token: ada.token })
    const late = { clientId: `TMS-${mqttUsername}`, username: mqttUsername, password: mqttPassword }
    const failure = await connect(bo, late).catch((error: Error) => error.message)
    expect(failure).toMatch(/refused|closed/)
  })

  test.each(['another account’s topic', '#', 'TOPIC-+'])('refuses to subscribe to %s', async (wanted) => {
    const [ada, bo] = [await server.signIn(), await server.signIn()]
    const topic = wanted.includes('account') ? `TOPIC-TMS-${bo.uin}` : wanted
    const client = await connect(ada)
    client.on('error', () => {})
    const closed = new Promise<string>((resolve) => client.once('close', () => resolve('closed')))
    const answer = client.subscribeAsync(topic).then(
      (granted) => (granted.every(({ qos }) => (qos as number) === 128) ? 'refused' : 'granted'),
      () => 'refused',
    )
    expect(await Promise.race([answer, closed])).toMatch(/refused|closed/)
  })

  test('drops what a traveller publishes', async () => {
    const [ada, bo] = [await server.signIn(), await server.signIn()]
    const other = await connect(bo)
    await other.subscribeAsync(`TOPIC-TMS-${bo.uin}`)
    const heard = nextMessage(other)
    const client = await connect(ada)
    client.on('error', () => {})
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.publish(`TOPIC-TMS-${bo.uin}`, 'forged')
    await closed
    server.services.realtime.orderChanged(bo.uin, 'o-2')
    expect(await heard).toBe(`TOPIC-TMS-${bo.uin} {"code":1,"orderId":"o-2"}`)
  })
})
