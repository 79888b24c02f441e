import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  cancelOrder,
  getOrder,
  openPaymentSession,
  sendVerificationCode,
  signIn,
} from '@handsfree/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperator } from '../../../clients/operator/run.ts'
import { requireBuilt } from '../../../tools/builds.ts'
import { freePort, ManagedProcess } from '../../../tools/built-server.ts'
import { clientOf, must, placeOrder, readOrder, type Traveller } from '../../e2e/backend.ts'
import { steps } from '../../e2e/desk.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { environmentOf } from './compose.ts'
import { documentedCommands, documentedSettings } from './documented.ts'
import { openLine } from './line.ts'
import { findProxy } from './proxy.ts'
import { startGateway, startStorage } from './stand-ins.ts'
import { startStripe } from './stripe-stand-in.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const proxy = findProxy()

/** The documented `.env`; addresses of the stand-ins are added. */
const documented = documentedSettings()
const documentedValue = (name: string): string => documented[name] ?? ''
const own = {
  ...documented,
  S3_ACCESS_KEY_ID: documentedValue('S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: documentedValue('S3_SECRET_ACCESS_KEY'),
  HANDSFREE_STATIC_KEY: documentedValue('HANDSFREE_STATIC_KEY'),
  HANDSFREE_OPERATOR_TOKEN: documentedValue('HANDSFREE_OPERATOR_TOKEN'),
  SMS_TOKEN: 'jG5hYw9rPq3n',
  STRIPE_SECRET_KEY: 'sk_live_51HxQ',
  STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
}

const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

type World = {
  url: string
  /** The instances' own URLs, which bypass the proxy. */
  own: string[]
  instances: ManagedProcess[]
  stripe: Awaited<ReturnType<typeof startStripe>>
  gateway: Awaited<ReturnType<typeof startGateway>>
  storage: Awaited<ReturnType<typeof startStorage>>
}
let world: World

beforeAll(async () => {
  if (!proxy) return
  requireBuilt('server')
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-running-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const storage = await startStorage({
    accessKeyId: own.S3_ACCESS_KEY_ID,
    secretAccessKey: own.S3_SECRET_ACCESS_KEY,
    region: 'us-east-1',
    bucket: 'handsfree-photos',
  })
  const gateway = await startGateway(own.SMS_TOKEN)
  const stripe = await startStripe({
    secretKey: own.STRIPE_SECRET_KEY,
    webhookSecret: own.STRIPE_WEBHOOK_SECRET,
  })
  endings.push(storage.stop, gateway.stop, stripe.stop)
  const ports = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${ports[2]}`
  const values = { ...own, PUBLIC_URL: url, SMS_URL: `${gateway.url}/send` }
  const settings = environmentOf('app-1', values)
  expect(environmentOf('app-2', values)).toEqual(settings)
  // Compose uses its network's host names; this machine uses ports.
  const here = {
    ...settings,
    DATABASE_URL: await newPostgresDatabase(),
    S3_ENDPOINT: storage.url,
    TRUSTED_PROXY: 'loopback',
    HANDSFREE_DATA: folder,
    NODE_OPTIONS: `--import=${join(root, 'tests/nightly/running/stripe-here.mjs')}`,
    STRIPE_STAND_IN: stripe.url,
  }
  const migration = spawn(process.execPath, ['server/dist/migrate.js'], {
    cwd: root,
    env: { ...process.env, ...here },
    stdio: 'inherit',
  })
  expect(await once(migration, 'exit')).toEqual([0, null])
  const instances = ports.slice(0, 2).map(
    (port) =>
      new ManagedProcess({
        health: `http://127.0.0.1:${port}/ready`,
        args: ['server/dist/main.js'],
        env: { ...here, PORT: String(port) },
      }),
  )
  for (const instance of instances) endings.push(() => instance.end('SIGKILL'))
  await Promise.all(instances.map((instance) => instance.start()))
  const upstreams = ports.slice(0, 2).map((port) => `127.0.0.1:${port}`)
  const balancer = new ManagedProcess({
    health: `${url}/ready/instance`,
    program: proxy,
    args: ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
    env: { ...environmentOf('proxy', values), UPSTREAMS: upstreams.join(' '), CADDY_ADMIN: 'off' },
  })
  endings.push(() => balancer.end('SIGKILL'))
  await balancer.start()
  world = { url, own: upstreams.map((host) => `http://${host}`), instances, stripe, gateway, storage }
}, 180_000)

async function importCatalogue(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-catalogue-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'docs/catalogue'), folder, { recursive: true })
  appendFileSync(join(folder, 'employees.csv'), 'courier-0731,courier,Courier 731,+86 512 0000 1731,,,\n')
  appendFileSync(join(folder, 'vehicles.csv'), 'van-731,苏E·00731,Electric van,courier-0731,\n')
  const complaints: string[] = []
  const terminal = { write() {}, writeError: (line: string) => complaints.push(line), hasColour: false }
  const token = own.HANDSFREE_OPERATOR_TOKEN
  const code = await runOperator(['import', folder, '--url', url, '--token', token], terminal)
  expect([code, complaints]).toEqual([0, []])
}

async function signInByText({ url, gateway }: World): Promise<Traveller> {
  const phone = { dialCode: '86', phoneNumber: '13700000009' }
  const visitor = clientOf(url, null)
  const { requestId } = must(await visitor.call(sendVerificationCode, { body: phone }))
  const [code = ''] = /\d{6}/.exec(gateway.texts.at(-1)?.text ?? '') ?? []
  const account = must(await visitor.call(signIn, { body: { ...phone, code, requestId } }))
  return { account, api: clientOf(url, account.token), baseUrl: url, phone, name: 'Ada' }
}

async function pay({ url, stripe }: World, { api }: Traveller, paymentId: string | null): Promise<void> {
  const params = { paymentId: paymentId ?? '' }
  const { redirectUrl } = must(
    await api.call(openPaymentSession, { params, body: {}, idempotencyKey: 'a'.repeat(32) }),
  )
  const id = redirectUrl.split('/').at(-1) ?? ''
  expect(await stripe.pay(id, `${url}/api/payments/webhook/stripe`)).toBe(200)
}

let ada: Traveller
let orderId: string

const openOwnLine = (traveller: Traveller) =>
  openLine(traveller, own.HANDSFREE_STATIC_KEY, (end) => endings.push(end))

test.skipIf(!proxy)('carries bags from scan to hand-over through the proxy and both instances', async () => {
  await importCatalogue(world.url)
  ada = await signInByText(world)
  const order = await placeOrder(ada, { qrId: 'canal-hotel-desk' })
  orderId = order.orderId
  await pay(world, ada, order.paymentId)
  // The client's connection belongs to one instance, so one of the operators moves the order on the other.
  const operators = world.own.map((url) => clientOf(url, own.HANDSFREE_OPERATOR_TOKEN))
  const line = await openOwnLine(ada)
  const statuses: string[] = []
  for (const [index, { act }] of steps.entries()) {
    const before = await readOrder(ada, orderId)
    line.heard.length = 0
    await act(operators[index % operators.length]!, before)
    await expect.poll(() => line.heard, { timeout: 5_000 }).toContain(`{"code":1,"orderId":"${orderId}"}`)
    statuses.push((await readOrder(ada, orderId)).status)
  }
  await line.end()
  expect(statuses).toEqual(steps.map(({ status }) => status))
  // The traveller's photo, and one per bag at pickup, destination and handover.
  expect(world.storage.objects.size).toBe(7)
})

/** A traveller's requests, in order. The last one is a POST, which proxies don't retry. */
const requests = () => {
  const headers = ada.api.headers()
  const facts = { qrId: 'canal-hotel-desk', delivery: { kind: 'site', siteId: 'suzhou-station' }, pieces: 2 }
  const body = JSON.stringify({ ...facts, declaredValue: 0 })
  return [
    { path: '/api/sites/qr/canal-hotel-desk', init: { headers } },
    { path: `/api/orders/${orderId}`, init: { headers } },
    {
      path: '/api/orders/quote',
      init: { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
    },
  ]
}

/** Travellers who repeat requests until `stop`. Counts responses, and collects those other than 200. */
function startTravellers(count: number) {
  const failures: string[] = []
  let answers = 0
  let goesOn = true
  const travel = async () => {
    while (goesOn) {
      for (const { path, init } of requests()) {
        const answer = await fetch(`${world.url}${path}`, init).then(
          (response) => response.text().then((text) => (response.ok ? '200' : `${response.status} ${text}`)),
          (error: Error) => String(error.cause ?? error),
        )
        answers++
        if (answer !== '200') failures.push(`${path} ${answer}`)
      }
      // All share one address and one account, whose limits hold across both instances.
      await pause(1_000)
    }
  }
  const travels = Promise.all(Array.from({ length: count }, travel))
  return {
    async stop() {
      goesOn = false
      await travels
      return { answers, failures }
    },
  }
}

test.skipIf(!proxy)(
  'loses no request while each instance restarts under load, and reconnects live clients',
  async () => {
    const { orderId: unpaid } = await placeOrder(ada, { qrId: 'canal-hotel-desk' })
    const line = await openOwnLine(ada)
    const travellers = startTravellers(8)
    for (const instance of world.instances) {
      expect((await instance.end('SIGTERM')).code).toBe(0)
      await instance.start()
      // The documented wait: the proxy checks every second with a 5 s timeout, so it has detected the restart by
      // then.
      await pause(6_000)
    }
    const { answers, failures } = await travellers.stop()
    process.stdout.write(`  figure: ${answers} answers during two restarts, ${failures.length} failed\n`)
    expect(failures).toEqual([])
    expect(must(await ada.api.call(getOrder, { params: { orderId } })).orderId).toBe(orderId)
    // Both instances have restarted, so the connection was lost. A page reconnects like this client.
    expect(line.losses()).toBeGreaterThan(0)
    await expect.poll(line.isOpen, { timeout: 10_000 }).toBe(true)
    line.heard.length = 0
    must(await ada.api.call(cancelOrder, { params: { orderId: unpaid }, idempotencyKey: 'b'.repeat(32) }))
    await expect.poll(() => line.heard, { timeout: 5_000 }).toContain(`{"code":1,"orderId":"${unpaid}"}`)
  },
  120_000,
)

test.skipIf(!proxy)('runs the documented operator commands on the company’s own server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-commands-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const places: Record<string, string> = {
    'docs/catalogue': join(root, 'docs/catalogue'),
    'my-company': join(root, 'docs/catalogue'),
    'my-hotel': 'canal-hotel',
    sheets: join(folder, 'sheets'),
    backup: join(folder, 'backup'),
    rehearsed: join(folder, 'rehearsed'),
  }
  const commands = documentedCommands().filter((command) =>
    /^npm run operator -- (import|qr|catalogue|export) /.test(command),
  )
  expect(commands.length).toBeGreaterThan(8)
  // A closed site has no sheets.
  const inOrder = commands.toSorted((a, b) => Number(a.includes(' close ')) - Number(b.includes(' close ')))
  for (const command of inOrder) {
    const words = command.replace('npm run operator -- ', '').split(/\s+/)
    const isPublic = words[0] === 'qr' && !words.includes('sheets')
    const args = words.map((word) => places[word] ?? word)
    if (isPublic) args.push(join(folder, 'public'))
    const complaints: string[] = []
    const terminal = { write() {}, writeError: (line: string) => complaints.push(line), hasColour: false }
    const environment = { HANDSFREE_URL: world.url, HANDSFREE_TOKEN: own.HANDSFREE_OPERATOR_TOKEN }
    expect([command, await runOperator(args, terminal, environment), complaints]).toEqual([command, 0, []])
  }
})

test.skipIf(!proxy)('keeps pages and orders up while the shared storage is down', async () => {
  await world.storage.stop()
  for (const url of world.own) {
    await expect
      .poll(() => fetch(`${url}/ready`).then((answer) => answer.json()), { timeout: 20_000 })
      .toEqual({ status: 'unavailable', unwell: ['storage'] })
  }
  const asked = [
    { path: '/', init: {} },
    { path: '/api/sites', init: {} },
    { path: `/api/orders/${orderId}`, init: { headers: ada.api.headers() } },
  ]
  const statuses = new Set<number>()
  // The proxy polls every second and would remove an instance that is not ready.
  for (let round = 0; round < 12 && !statuses.has(503); round++) {
    for (const { path, init } of asked) statuses.add((await fetch(`${world.url}${path}`, init)).status)
    await pause(300)
  }
  expect(statuses).toEqual(new Set([200]))
})
