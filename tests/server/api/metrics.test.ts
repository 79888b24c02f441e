import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMetrics } from '../../../server/api/metrics/metrics.ts'
import { refunds } from '../../../server/domain/payments/payments.table.ts'
import { sites } from '../../../server/domain/sites/sites.table.ts'
import { recordSiteSignIn } from '../../../server/domain/users/site-sign-ins.ts'
import {
  measureJob,
  measureMail,
  measureProviders,
  measureSms,
  measureStore,
} from '../../../server/runtime/metrics/measure.ts'
import { startServer, type TestServer } from '../harness.ts'
import { newTraveller } from '../trip.ts'

const token = 'Rk7-pWq2ZtY9_mBd'
let server: TestServer
let metrics: Awaited<ReturnType<typeof startMetrics>>
beforeAll(async () => {
  server = await startServer()
  const { services } = server
  services.providers = measureProviders(services.providers)
  const measured = {
    ...services,
    realtime: { lines: () => 3 },
    pool: () => ({ busy: 1, idle: 2, waiting: 4 }),
  }
  metrics = await startMetrics(measured, { port: 0, token })
})
afterAll(async () => {
  await metrics.stop()
  await server.close()
})

const ask = (path = '/metrics', headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`http://127.0.0.1:${metrics.port}${path}`, { headers })
const read = async () => (await ask()).text()

test('counts requests by route pattern, and orders by status', async () => {
  const ada = await newTraveller(server)
  await ada.openSession((await ada.order()).orderId)
  await server.app.inject('/api/sites/one')
  await server.app.inject('/api/sites/two')
  await vi.waitFor(async () =>
    expect(await read()).toMatch(
      /handsfree_http_request_duration_count\{method="GET",route="\/api\/sites\/:siteId",status="404"[^}]*\} 2/,
    ),
  )
  const text = await read()
  expect(text).toMatch(/target_info\{[^}]*service_name="handsfree"/)
  expect(text).toMatch(/handsfree_orders\{status="\w+"[^}]*\} 1/)
  expect(text).toMatch(/handsfree_open_disputes(\{[^}]*\})? 0/)
  expect(text).toMatch(/handsfree_stage\{stage="demo"[^}]*\} 1/)
  expect(text).toMatch(/handsfree_live_lines(\{[^}]*\})? 3/)
  expect(text).toMatch(/handsfree_clock_difference(\{[^}]*\})? -?\d+/)
  expect(text).toMatch(/handsfree_pool_connections\{state="waiting"[^}]*\} 4/)
  expect(text).toMatch(/handsfree_event_loop_delay\{quantile="0.99"/)
  expect(text).toMatch(
    /handsfree_provider_call_duration_count\{provider="sandbox",call="openSession",failed="false"[^}]*\} 1/,
  )
  for (const secret of [ada.uin, ada.token, server.codes[0]?.phoneNumber ?? 'none']) {
    expect(text).not.toContain(secret)
  }
})

test('counts job runs and failed calls, and the seconds since a job last succeeded', async () => {
  await measureJob({ name: 'sweep', everyMs: 1, run: async () => {} }).run()
  server.clock.advance(90_000)
  await expect(
    measureJob({ name: 'sweep', everyMs: 1, run: () => Promise.reject(new Error('no')) }).run(),
  ).rejects.toThrow('no')
  const sms = measureSms({
    sendText: () => Promise.reject(new Error('down')),
    sendVerificationCode: async () => null,
    reports: null,
  })
  const message = { kind: 'prepared', locale: 'en-US', text: 'hello', values: {} } as const
  await expect(sms.sendText({ dialCode: '86', phoneNumber: '13700000001' }, message)).rejects.toThrow('down')
  const text = await read()
  expect(text).toMatch(/handsfree_job_age\{job="sweep"[^}]*\} 90/)
  expect(text).toMatch(/handsfree_job_duration_count\{job="sweep",failed="true"[^}]*\} 1/)
  expect(text).toMatch(
    /handsfree_provider_call_duration_count\{provider="sms",call="sendText",failed="true"[^}]*\} 1/,
  )
})

test('counts calls to the mail server and to the storage', async () => {
  const mail = measureMail({ send: () => Promise.reject(new Error('away')) })
  await expect(mail.send({ to: 'ada@mail.example', subject: '', text: '', html: '' })).rejects.toThrow('away')
  const store = measureStore(server.services.fileStore)
  await store.write('picture', Buffer.from('x'))
  expect(await store.read('picture')).toEqual(Buffer.from('x'))
  await store.remove('picture')
  const text = await read()
  for (const labels of [
    'provider="mail",call="send",failed="true"',
    'provider="storage",call="write",failed="false"',
    'provider="storage",call="read",failed="false"',
    'provider="storage",call="remove",failed="false"',
  ]) {
    expect(text).toMatch(new RegExp(`handsfree_provider_call_duration_count\\{${labels}[^}]*\\} 1`))
  }
  expect(text).not.toContain('mail.example')
})

test('reports the age of the oldest job of each kind, and names stuck jobs', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  const [refund] = await server.services.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  const job = `refund-${refund?.refundId}`
  server.clock.advance(300_000)
  const early = await read()
  expect(early).toMatch(/handsfree_waiting_jobs\{kind="refund",state="waiting"[^}]*\} 1/)
  expect(early).toMatch(/handsfree_waiting_job_age\{kind="refund",state="waiting"[^}]*\} 300/)
  expect(early).toMatch(/handsfree_waiting_jobs\{kind="textMessage",state="givenUp"[^}]*\} 0/)
  for (const kind of ['receipt', 'handover']) {
    expect(early).toMatch(new RegExp(`handsfree_waiting_jobs\\{kind="${kind}",state="givenUp"[^}]*\\} 0`))
  }
  expect(early).not.toContain(job)
  server.clock.advance(301_000)
  expect(await read()).toMatch(
    new RegExp(`handsfree_stuck_job_age\\{job="${job}",kind="refund",state="due"[^}]*\\} 601`),
  )
})

test('returns 404 for other paths, and 401 without the token', async () => {
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', {})).status).toBe(401)
  expect((await ask('/metrics', { authorization: `Bearer ${token}x` })).status).toBe(401)
  expect((await server.app.inject('/metrics')).statusCode).toBe(404)
})

test('returns 200 while the database is down', async () => {
  const { db } = server.services
  const broken = vi.spyOn(db, 'select').mockImplementation(() => {
    throw new Error('gone')
  })
  expect((await ask()).status).toBe(200)
  broken.mockRestore()
})

/** Prometheus renames the label `job`, because its scrape jobs have one too. */
const ownLabel = (label: string) => (label === 'exported_job' ? 'job' : label)

test('serves every number and label that the alert rules and the dashboard read', async () => {
  const ada = await newTraveller(server)
  await ada.openSession((await ada.order()).orderId)
  await measureJob({ name: 'sweep', everyMs: 1, run: async () => {} }).run()
  const { db } = server.services
  const [{ siteId } = { siteId: '' }] = await db.select().from(sites).limit(1)
  await db.transaction((tx) =>
    recordSiteSignIn(tx, server.services, { siteId, isFirst: true, device: 'a phone' }),
  )
  const lines = (await read()).split('\n').filter((line) => !line.startsWith('#'))
  const texts = ['alerts.yml', 'dashboard.json'].map((file) =>
    readFileSync(new URL(`../../../docs/guide/monitoring/${file}`, import.meta.url), 'utf8'),
  )
  const readSeries = texts.flatMap((text) => [
    ...text.matchAll(/(?<name>handsfree_\w+)(?:\{(?<labels>[^}]*)\})?/g),
  ])
  expect(readSeries.length).toBeGreaterThan(30)
  const missing = readSeries.filter(({ groups: { name, labels = '' } = {} }) => {
    const keys = [...labels.matchAll(/(\w+)(?==|!=)/g)].map(([key]) => ownLabel(key))
    return !lines.some(
      (line) => line.startsWith(`${name}{`) && keys.every((key) => new RegExp(`[{,]${key}="`).test(line)),
    )
  })
  expect(missing.map(([series]) => series)).toEqual([])
})
