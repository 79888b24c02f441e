import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patternOf } from '@handsfree/core/api'
import * as contract from '@handsfree/core/contract'
import Fastify from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../../server/api/domains.ts'
import { users } from '../../../server/domain/users/users.table.ts'
import { describeError } from '../../../server/runtime/http/describe-error.ts'
import { startServer, type TestServer } from '../harness.ts'

let server: TestServer
let web = ''
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'handsfree-web-'))
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Handsfree</title>')
  writeFileSync(join(web, 'index.html.br'), 'brotli page')
  writeFileSync(join(web, 'crew.html'), '<!doctype html><title>Handsfree Crew</title>')
  writeFileSync(join(web, 'crew.html.br'), 'brotli crew')
  writeFileSync(join(web, 'kiosk.html'), '<!doctype html><title>Handsfree kiosk</title>')
  writeFileSync(join(web, 'assets', 'app-1a2b.js'), 'plain script')
  writeFileSync(join(web, 'assets', 'app-1a2b.js.br'), 'brotli script')
  writeFileSync(join(web, 'assets', 'app-1a2b.js.gz'), 'gzip script')
  server = await startServer({}, { webFolder: web })
})
afterAll(async () => {
  await server.close()
  rmSync(web, { recursive: true, force: true })
})

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await server.app.inject({ method: 'GET', url, headers })
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    encoding: response.headers['content-encoding'],
    cache: response.headers['cache-control'],
    body: response.body,
  }
}

const page = {
  status: 200,
  type: 'text/html; charset=utf-8',
  encoding: undefined,
  cache: 'no-cache',
  body: '<!doctype html><title>Handsfree</title>',
}

test('serves the page with no-cache for every route of the app', async () => {
  for (const url of ['/', '/order/create/demo-hotel-desk?t=1', '/sign/in', '/no/such/page']) {
    expect(await get(url), url).toEqual(page)
  }
  expect(await get('/', { 'accept-encoding': 'br' })).toEqual({
    ...page,
    encoding: 'br',
    body: 'brotli page',
  })
})

test('serves the kiosk for /kiosk only, hidden from search engines', async () => {
  const kiosk = { ...page, body: '<!doctype html><title>Handsfree kiosk</title>' }
  for (const url of ['/kiosk', '/kiosk/', '/kiosk?qr=demo-hotel-desk'])
    expect(await get(url), url).toEqual(kiosk)
  expect(await get('/kiosk/other')).toEqual(page)
  const { headers } = await server.app.inject({ method: 'GET', url: '/kiosk' })
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test('serves the employees’ app for /crew and below, hidden from search engines, and nothing else as it', async () => {
  const crew = { ...page, body: '<!doctype html><title>Handsfree Crew</title>' }
  for (const url of ['/crew', '/crew/', '/crew?as=courier-0731', '/crew/invitation/abcdefghijklmnopqrstuv']) {
    expect(await get(url), url).toEqual(crew)
    const { headers } = await server.app.inject({ method: 'GET', url })
    expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
    expect(headers['content-security-policy']).toContain("default-src 'self';script-src 'self';")
  }
  expect(await get('/crew', { 'accept-encoding': 'gzip, br' })).toMatchObject({
    encoding: 'br',
    body: 'brotli crew',
  })
  expect((await get('/crew/app.js')).status).toBe(404)
  expect(await get('/crews')).toEqual(page)
})

test('serves assets as compressed by the build, with an immutable cache header', async () => {
  const script = {
    status: 200,
    type: 'application/javascript; charset=utf-8',
    encoding: undefined,
    cache: 'public, max-age=31536000, immutable',
    body: 'plain script',
  }
  expect(await get('/assets/app-1a2b.js')).toEqual(script)
  expect(await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })).toEqual({
    ...script,
    encoding: 'br',
    body: 'brotli script',
  })
  expect(await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })).toEqual({
    ...script,
    encoding: 'gzip',
    body: 'gzip script',
  })
})

test('returns code 1002 for a path that is neither a page nor a file', async () => {
  const urls = '/api /api/nothing /assets/gone.js /favicon.ico /.env /sandbox/x /assets/../../x.js'
  for (const url of urls.split(' ')) {
    const { status, body } = await get(url)
    const envelope = { code: 1002, message: 'not found', result: null }
    expect([url, status, JSON.parse(body)]).toEqual([url, 404, envelope])
  }
  const posted = await server.app.inject({ method: 'POST', url: '/sign/in', payload: {} })
  expect([posted.statusCode, posted.json().code]).toEqual([404, 1002])
})

test('serves the page for an address with broken percent sequences, and a JSON 404 for a call', async () => {
  const broken = '%E6%9D%AD%E5%B7%9'
  expect(await get(`/site/detail/${broken}?t=1`)).toEqual(page)
  for (const url of [`/api/sites/${broken}`, `/assets/${broken}.js`]) {
    const { status, type, body } = await get(url)
    expect([url, status, type, JSON.parse(body).code]).toEqual([
      url,
      404,
      'application/json; charset=utf-8',
      1002,
    ])
  }
})

test('restricts a page to its own origin, its pictures and the camera', async () => {
  const { headers } = await server.app.inject({ method: 'GET', url: '/' })
  expect(headers['content-security-policy']).toBe(
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' blob: data:;media-src 'self' blob:;connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  )
  expect(headers['permissions-policy']).toMatch(/^camera=\(self\), microphone=\(\), geolocation=\(\)/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['strict-transport-security']).toBe(undefined)
})

test('forbids caching of API responses', async () => {
  expect((await get('/api/op-config/contact')).cache).toBe('no-store')
  expect((await get('/api/nothing')).cache).toBe('no-store')
})

test('returns 503 on /ready and 200 on /health while the database is down', async () => {
  expect(await get('/ready')).toMatchObject({ status: 200, body: '{"status":"ok"}', cache: 'no-store' })
  const { db } = server.services
  const execute = db.execute
  db.execute = (() => Promise.reject(new Error('gone'))) as unknown as typeof execute
  server.clock.advance(3_000)
  expect(await get('/health')).toMatchObject({ status: 200 })
  expect(await get('/ready')).toMatchObject({
    status: 503,
    body: '{"status":"unavailable","unwell":["database"]}',
  })
  db.execute = execute
})

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  security: unknown
  requestBody?: unknown
}

test('lists every call of the contract in the OpenAPI document', async () => {
  const { type, body } = await get('/api/openapi.json')
  expect(type).toBe('application/json; charset=utf-8')
  const document: {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
  } = JSON.parse(body)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const calls = Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' && 'audience' in value
      ? [`${name} ${value.method.toLowerCase()} ${value.path}`]
      : [],
  )
  // File downloads, which have no envelope.
  const downloads = [
    'downloadAccount get /account/export/{ticket}',
    'downloadCreditNote get /orders/{orderId}/refunds/{refundId}/credit-note.pdf',
    'downloadInvoice get /orders/{orderId}/invoice/files/{index}',
    'downloadReceipt get /orders/{orderId}/receipt.pdf',
  ]
  expect(described.sort()).toEqual([...calls, ...downloads].sort())
  expect(calls.length).toBeGreaterThan(35)

  const parameters = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters.map(
      (parameter) => `${parameter.in} ${parameter.name}${parameter.required ? '' : '?'}`,
    )
  expect(parameters('/sites', 'get')).toEqual([
    'query from?',
    'query withDesk?',
    'query regionId?',
    'query types[]?',
    'query keyword?',
    'query cursor?',
  ])
  expect(parameters('/orders/{orderId}/cancel', 'post')).toEqual(['path orderId', 'header Idempotency-Key'])
  expect(parameters('/feedback', 'post')).toEqual(['header Idempotency-Key?'])
  expect(parameters('/oss/secrets/dk', 'post')).toEqual(['header X-Signature', 'header X-Timestamp'])
  expect(document.paths['/files']?.post?.requestBody).toEqual({
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' } },
          required: ['file'],
        },
      },
    },
  })
  expect(document.paths['/orders']?.post?.security).toEqual([{ token: [] }])

  const references = [...body.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  )
  expect(references.length).toBeGreaterThan(20)
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('serves every call of the contract', async () => {
  for (const [name, shape] of Object.entries(contract)) {
    if (typeof shape !== 'object' || !('audience' in shape)) continue
    const answered = await server.call(shape, {
      params: { orderId: 'x', paymentId: 'x', qrId: 'x', siteId: 'x', regionId: 'x', provider: 'x' },
    })
    expect([name, answered.message === 'not found' && shape.path !== '/payments/webhook/{provider}']).toEqual(
      [name, false],
    )
  }
})

test('logs a failed query without its values', async () => {
  const { db, now } = server.services
  const secret = '13912345678'
  const user = {
    uin: 'u1',
    dialCode: '86',
    phoneNumber: secret,
    locale: 'en-US' as const,
    createTime: now(),
    updateTime: now(),
  }
  await db.insert(users).values(user)
  const error: unknown = await db
    .insert(users)
    .values(user)
    .catch((failed: unknown) => failed)
  const told = describeError(error)
  expect(told).toMatchObject({ name: 'query', code: '23505', constraint: 'users_pkey' })
  expect(JSON.stringify(told)).not.toContain(secret)
  expect(String(error)).toContain(secret)
})

test('logs where a response breaks its contract, without its values', () => {
  const parse = () =>
    v.parse(v.object({ phoneNumber: v.pipe(v.string(), v.regex(/^x$/)) }), { phoneNumber: '13812345678' })
  let error: unknown
  try {
    parse()
  } catch (thrown) {
    error = thrown
  }
  const told = describeError(error)
  expect(told).toMatchObject({ name: 'ValiError', paths: ['phoneNumber'] })
  expect(JSON.stringify(told)).not.toContain('13812345678')
})

test('serves only the contract’s calls and six documented downloads below /api', async () => {
  const app = Fastify()
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url}`)
  })
  for (const domain of domains) await domain(app, server.services)
  await app.ready()
  await app.close()
  const calls = Object.values(contract).flatMap((value) =>
    typeof value === 'object' && 'audience' in value ? [`${value.method} /api${patternOf(value)}`] : [],
  )
  // Signed photos, public site pictures, ticketed downloads, receipts, invoices, WeChat Pay's pages and this document return no
  // envelope, so they aren't calls.
  const others = [
    'GET /api/account/export/:ticket',
    'GET /api/files/:fileId',
    'GET /api/openapi.json',
    'GET /api/orders/:orderId/invoice/files/:index',
    'GET /api/orders/:orderId/receipt.pdf',
    'GET /api/orders/:orderId/refunds/:refundId/credit-note.pdf',
    'GET /api/payments/wechat-pay/:sessionId',
    'GET /api/payments/wechat-pay/:sessionId/authorized',
    'GET /api/site-pictures/:name',
  ]
  expect(routes.filter((route) => route.includes(' /api/')).sort()).toEqual([...calls, ...others].sort())
})
