import { call, Id, saveDevice } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regions } from '../../../../server/domain/regions/regions.table.ts'
import { ApiError } from '../../../../server/runtime/http/api-error.ts'
import type { DomainPlugin } from '../../../../server/runtime/http/domain.ts'
import { route } from '../../../../server/runtime/http/route.ts'
import { newId, systemRandom } from '../../../../server/runtime/random.ts'
import { newKey, startServer, type TestServer } from '../../harness.ts'

/** A newer contract has another default text and refuses old orders. */
let isNewer = false

/** A call that writes a row on each run, and has every possible outcome. */
const work = call({
  method: 'POST',
  path: '/test/{name}/work',
  summary: 'Writes a row.',
  audience: 'traveller',
  idempotent: true,
  params: v.strictObject({ name: Id }),
  body: v.strictObject({
    end: v.picklist(['well', 'refuse', 'refuseAndKeep', 'break']),
    text: v.optional(v.string(), () => (isNewer ? 'newer' : 'older')),
    old: v.optional(
      v.pipe(
        v.literal(true),
        v.check(() => !isNewer, 'refused by a newer contract'),
      ),
    ),
  }),
  result: v.object({ made: v.string() }),
})

const operate = call({
  method: 'POST',
  path: '/test/operate',
  summary: 'For employees.',
  audience: 'operator',
  result: v.object({ employeeId: v.string() }),
})

let afterCommits: string[] = []

const testPlugin: DomainPlugin = (app, services) => {
  route(app, services, work, async ({ tx, params, body, afterCommit }) => {
    const made = newId(systemRandom)
    afterCommit(() => {
      afterCommits.push(made)
    })
    await tx.insert(regions).values({ regionId: made, name: { 'en-US': params.name, 'zh-CN': params.name } })
    if (body.end === 'refuse') throw new ApiError(1012, 'refused', { details: { made } })
    if (body.end === 'refuseAndKeep') return new ApiError(1012, 'refused', { details: { made } })
    if (body.end === 'break')
      await tx.insert(regions).values({ regionId: made, name: { 'en-US': 'a secret', 'zh-CN': '' } })
    return { made, internal: 'not in the contract' }
  })
  route(app, services, operate, async ({ employee }) => employee)
}

let server: TestServer
const log: string[] = []
let token = ''
beforeAll(async () => {
  server = await startServer({}, { extraDomains: [testPlugin], logger: { write: (line) => log.push(line) } })
  token = (await server.signIn()).token
})
afterAll(() => server.close())

type Sending = { end?: string; key?: string; text?: string; by?: string }
const send = (name: string, { end = 'well', key = newKey(), text, by = token }: Sending = {}) => {
  const body = { end, ...(text ? { text } : {}) }
  return server.call(work, { params: { name }, body, idempotencyKey: key, token: by })
}

const rowsOf = async (name: string): Promise<string[]> => {
  const rows = await server.services.db
    .select({ id: regions.regionId })
    .from(regions)
    .where(eq(regions.name, { 'en-US': name, 'zh-CN': name }))
  return rows.map(({ id }) => id)
}

test('returns only the fields of the contract', async () => {
  const answered = await send('plain')
  const [made] = await rowsOf('plain')
  expect(answered).toEqual({ status: 200, code: 0, message: 'ok', result: { made } })
})

test('returns the same answer to a repeat, and works once', async () => {
  const key = newKey()
  afterCommits = []
  const first = await send('repeat', { key })
  expect(await send('repeat', { key: key.toUpperCase() })).toEqual(first)
  expect(await rowsOf('repeat')).toHaveLength(1)
  expect(afterCommits).toHaveLength(1)
})

test('works once for 20 concurrent repeats, and returns the same answer to all', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('race', { key })))
  const [made, ...more] = await rowsOf('race')
  expect(more).toEqual([])
  expect(answers).toEqual(Array(20).fill({ status: 200, code: 0, message: 'ok', result: { made } }))
})

test('refuses the same key for another body or path, but not for another caller', async () => {
  const key = newKey()
  const other = await server.signIn()
  expect((await send('key', { key })).code).toBe(0)
  const reused = {
    status: 400,
    code: 1008,
    message: 'Idempotency-Key was used for another request',
    result: { field: 'idempotencyKey' },
  }
  expect(await send('key', { key, text: 'different' })).toEqual(reused)
  expect(await send('key2', { key })).toEqual(reused)
  expect((await send('key3', { key, by: other.token })).code).toBe(0)
})

test('replays a stored answer under a newer contract that reads or refuses the body differently', async () => {
  const post = (old: boolean, key: string) =>
    server.call(work, {
      params: { name: old ? 'old' : 'plain-old' },
      body: { end: 'well', ...(old ? { old: true } : {}) },
      idempotencyKey: key,
      token,
    })
  const keys = [newKey(), newKey()] as const
  const first = [await post(false, keys[0]), await post(true, keys[1])]
  isNewer = true
  expect([await post(false, keys[0]), await post(true, keys[1])]).toEqual(first)
  expect((await post(true, newKey())).code).toBe(1008)
  isNewer = false
})

test('expires a key after 72 hours', async () => {
  const key = newKey()
  await send('late', { key })
  server.clock.advance(71 * 3_600_000)
  await send('late', { key })
  expect(await rowsOf('late')).toHaveLength(1)
  server.clock.advance(2 * 3_600_000)
  await send('late', { key })
  expect(await rowsOf('late')).toHaveLength(2)
})

test('refuses a missing or malformed idempotency key', async () => {
  for (const key of ['', 'abc', 'g'.repeat(32), 'a'.repeat(33)]) {
    const message = 'Idempotency-Key must be 128 bits as 32 hex digits'
    expect(await send('keyless', { key })).toEqual({ status: 400, code: 1008, message, result: null })
  }
  expect(await rowsOf('keyless')).toEqual([])
})

test('rolls back the work and key of a thrown refusal, and commits those of a returned one', async () => {
  const thrown = newKey()
  afterCommits = []
  expect(await send('thrown', { end: 'refuse', key: thrown })).toMatchObject({ status: 403, code: 1012 })
  expect(await rowsOf('thrown')).toEqual([])
  expect(afterCommits).toEqual([])
  expect((await send('thrown', { end: 'well', key: thrown })).code).toBe(0)

  const returned = newKey()
  const first = await send('returned', { end: 'refuseAndKeep', key: returned })
  const [made] = await rowsOf('returned')
  expect(first).toEqual({ status: 403, code: 1012, message: 'refused', result: { made } })
  expect(await send('returned', { end: 'refuseAndKeep', key: returned })).toEqual(first)
  expect(await rowsOf('returned')).toEqual([made])
})

test('returns 1003 for a defect, rolls back, and logs its place without values', async () => {
  const message = 'internal server error'
  expect(await send('broken', { end: 'break' })).toEqual({ status: 500, code: 1003, message, result: null })
  expect(await rowsOf('broken')).toEqual([])
  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    msg: 'unexpected error',
    route: '/api/test/:name/work',
    code: '23505',
    constraint: 'regions_pkey',
  })
  expect(log[0]).not.toContain('a secret')
})

test('accepts operator tokens on operator calls, and refuses travellers’ tokens', async () => {
  const as = (sent?: string) => server.call(operate, sent ? { token: sent } : {})
  const result = { employeeId: 'operator' }
  expect(await as('demo-operator-token')).toEqual({ status: 200, code: 0, message: 'ok', result })
  expect(await as(token)).toEqual({ status: 403, code: 1011, message: 'role auth error', result: null })
  expect((await as('made-up')).code).toBe(1010)
  expect((await as()).code).toBe(1010)
  expect((await server.call(work, { params: { name: 'x' }, token: 'demo-operator-token' })).code).toBe(1010)
})

test('refuses bodies that are malformed, too large or of another type', async () => {
  const post = async (payload: string, type = 'application/json') => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { 'content-type': type },
      payload,
    })
    return { status: response.statusCode, ...response.json() }
  }
  expect(await post('{"half')).toEqual({ status: 400, code: 1015, message: 'body is not JSON', result: null })
  expect(await post('{"__proto__":{"a":1}}')).toMatchObject({ code: 1015 })
  expect(await post(JSON.stringify('x'.repeat(65 * 1024)))).toEqual({
    status: 413,
    code: 1008,
    message: 'body too large',
    result: null,
  })
  expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415, code: 1008 })
  expect(await post('')).toMatchObject({ status: 400, code: 1008 })
})

test.each([
  [4, 1009],
  [20_000, 1000],
])('refuses nested lists in a body, %i deep, with its code', async (depth, code) => {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${work.path.replace('{name}', 'deep')}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), token: `Bearer ${token}` },
    payload: `{"end":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  })
  expect([response.statusCode, response.json().code]).toEqual([400, code])
})

test('refuses a non-object body with 1000, and unknown choices with 1009', async () => {
  for (const payload of ['[]', '"text"', '7', 'true']) {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 1000, message: 'body not match' },
    ])
  }
  const chosen = (languageTag: string, extra = {}) =>
    server.call(saveDevice, { token, body: { languageTag, ...extra } as { languageTag: 'en-US' } })
  expect(await chosen('fr-FR')).toMatchObject({
    status: 400,
    code: 1009,
    message: 'enum error',
    result: { issues: [{ path: 'body.languageTag' }] },
  })
  expect(await chosen('fr-FR', { colour: 'red' })).toMatchObject({ code: 1008, message: 'param error' })
})

test('returns an envelope for an unknown path below /api', async () => {
  for (const url of ['/api/nowhere', '/api/orders/%', `/api/${'x'.repeat(3000)}`]) {
    const response = await server.app.inject({ method: 'GET', url })
    expect({ status: response.statusCode, body: response.json() }).toEqual({
      status: 404,
      body: { code: 1002, message: 'not found', result: null },
    })
  }
})
