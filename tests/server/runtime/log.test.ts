import { stripVTControlCharacters } from 'node:util'
import { getOrder, operatorFindCalls, operatorReview } from '@handsfree/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedCalls } from '../../../server/runtime/http/failed-calls.table.ts'
import { createLog, logOptions, readableLine } from '../../../server/runtime/log.ts'
import { startServer, type TestServer } from '../harness.ts'
import { newTraveller, operatorToken } from '../trip.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startServer(
    { logLevel: 'trace', trustedProxy: ['127.0.0.1'] },
    { logger: { write: (line: string) => lines.push(line) } },
  )
})
afterAll(() => server.close())

const linesAfter = async (work: () => Promise<unknown>) => {
  lines.length = 0
  await work()
  // The server writes the line after the response.
  while (!lines.some((line) => line.includes('"answered"')))
    await new Promise((resolve) => setImmediate(resolve))
  return lines.map((line) => JSON.parse(line))
}

test('logs a response as one JSON line with request id, route, status and time', async () => {
  let id: unknown
  const [line] = await linesAfter(async () => {
    const { headers } = await server.app.inject('/api/sites/demo-hotel?keyword=Ada')
    id = headers['x-request-id']
  })
  expect(line).toMatchObject({ level: 'info', msg: 'answered', method: 'GET', requestId: id })
  expect(line).toMatchObject({
    route: '/api/sites/:siteId',
    ms: expect.any(Number),
    status: expect.any(Number),
  })
  expect(id).toMatch(/^[0-9a-f]{24}$/)
  expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000)
})

test('accepts the request id of a trusted proxy, and no other', async () => {
  const idFor = async (given: string, inject: TestServer['app'] = server.app) =>
    (await inject.inject({ url: '/health', headers: { 'x-request-id': given } })).headers['x-request-id']
  expect(await idFor('proxy-0123456789')).toBe('proxy-0123456789')
  expect(await idFor('two words, {"a":1}')).toMatch(/^[0-9a-f]{24}$/)
  const open = await startServer()
  expect(await idFor('proxy-0123456789', open.app)).toMatch(/^[0-9a-f]{24}$/)
  await open.close()
})

test('logs probes below info only', async () => {
  const [line] = await linesAfter(() => server.app.inject('/health'))
  expect(line).toMatchObject({ level: 'debug', route: '/health' })
})

test('logs no token, code, phone number, name or address of a picture', async () => {
  lines.length = 0
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder({
    receiver: { name: 'Grace Hopper', dialCode: '86', phoneNumber: '13812342046' },
  })
  await server.call(operatorReview, {
    params: { orderId },
    body: { result: 'pass' },
    token: operatorToken,
  })
  await server.app.inject({ url: ada.photo })
  await server.app.inject({ method: 'POST', url: '/api/users', payload: '{"name":"Grace Hopper' })
  // The multipart plugin logs the headers of an upload.
  const form = new FormData()
  form.append('file', new Blob(['no picture']), 'a.png')
  const upload = new Request('http://localhost/', { method: 'POST', body: form })
  await server.app.inject({
    method: 'POST',
    url: '/api/files',
    headers: {
      token: `Bearer ${ada.token}`,
      'content-type': upload.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await upload.arrayBuffer()),
  })
  const log = lines.join('')
  expect(log).toContain('Providing options to busboy')
  const secrets = [
    ada.token,
    operatorToken,
    ada.photo.split('signature=')[1] ?? 'none',
    'Grace',
    '13812342046',
    ada.uin,
    ...server.codes.flatMap(({ code, phoneNumber }) => [`"${code}"`, phoneNumber]),
  ]
  expect(log).toContain('"route":"/api/orders"')
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})

test('logs the order and one hash of the account in the line of a call', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  const look = () => server.call(getOrder, { params: { orderId }, token: ada.token })
  const [line] = await linesAfter(look)
  expect(line).toMatchObject({ orderId, account: expect.stringMatching(/^[0-9a-f]{16}$/) })
  const [next] = await linesAfter(look)
  expect(next.account).toBe(line.account)
  const grace = await newTraveller(server)
  const [other] = await linesAfter(() => server.call(getOrder, { params: { orderId }, token: grace.token }))
  expect(other.account).not.toBe(line.account)
})

test('finds a refused call by its reference, for operators', async () => {
  const ada = await newTraveller(server)
  const orderId = '0123456789abcdef01234567'
  const [line] = await linesAfter(() => server.call(getOrder, { params: { orderId }, token: ada.token }))
  const reference = line.requestId.slice(-6)
  const find = () => server.call(operatorFindCalls, { query: { reference }, token: operatorToken })
  await expect
    .poll(async () => (await find()).result.list, { timeout: 10_000 })
    .toEqual([
      expect.objectContaining({
        requestId: line.requestId,
        reference: reference.toUpperCase(),
        route: '/api/orders/:orderId',
        status: 404,
        code: 5004,
        orderId,
        account: line.account,
        error: null,
      }),
    ])
})

test('stores at most 120 failed calls a minute, and those that wait when the server stops', async () => {
  const stopped = await startServer()
  const { db } = stopped.services
  for (let call = 0; call < 125; call++)
    await stopped.app.inject({
      method: 'POST',
      url: '/api/users',
      payload: '{"name":',
      headers: { 'content-type': 'application/json' },
    })
  await stopped.app.close()
  expect(await db.$count(failedCalls)).toBe(120)
  await stopped.close()
})

test('writes readable lines in the demo, and JSON in production', () => {
  const json = JSON.stringify({
    level: 'warn',
    time: '2026-11-21T02:03:04.000Z',
    pid: 1,
    hostname: 'a',
    part: 'database',
    errors: [1],
    msg: 'not well',
  })
  expect(stripVTControlCharacters(readableLine(json))).toBe(
    '02:03:04 warn  not well part=database errors=[1]',
  )
  const written: string[] = []
  const stream = { write: (line: string) => written.push(line) }
  logOptions({ logLevel: 'info', demo: false }, stream).stream.write('{"msg":"a\u001b[2J"}\n')
  expect(written).toEqual(
    ['{"msg":"a\\u001b[2J"}\n'].map((line) => expect.stringContaining(line.slice(0, 8))),
  )
  expect(written.join('')).not.toContain('\u001b')
  expect(createLog({ logLevel: 'silent', demo: true }).level).toBe('silent')
})
