import { operatorListFeedback, sendFeedback, signFile } from '@handsfree/core/contract'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fileIdOf, signFileUrl } from '../../../../server/domain/files/file-url.ts'
import { files } from '../../../../server/domain/files/files.table.ts'
import { storeFile } from '../../../../server/domain/files/files.ts'
import { demoValues } from '../../../../server/runtime/demo/demo-values.ts'
import { newKey } from '../../harness.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const picture = { content: Buffer.from('a picture'), width: 30, height: 40 }
const store = async (uin: string) =>
  signFileUrl(server.services, await storeFile(server.services.db, server.services, uin, picture))
const pathOf = (url: string) => url.split('?')[0]

const send = (token: string, content: unknown, { type = 0 as unknown, idempotencyKey = newKey() } = {}) =>
  server.call(sendFeedback, {
    token,
    idempotencyKey,
    body: { type, content: typeof content === 'string' ? content : JSON.stringify(content) },
  })
const read = (query: Record<string, string> = {}) =>
  server.call(operatorListFeedback, { token: demoValues.operatorToken, query })
const feedbackOf = async (uin: string) => (await read()).result.list.filter((one) => one.uin === uin)

test('shows operators a traveller’s feedback, with freshly signed picture addresses', async () => {
  const { uin, token } = await server.signIn()
  const image = await store(uin)
  const sent = await send(token, { text: ' The desk was kind. ', images: [image] }, { type: 1 })
  expect(sent).toEqual({
    status: 200,
    code: 0,
    message: 'ok',
    result: { feedbackId: expect.stringMatching(/^[\da-f]{24}$/) },
  })
  const [read] = await feedbackOf(uin)
  expect(read).toEqual({
    feedbackId: sent.result.feedbackId,
    uin,
    type: 1,
    text: 'The desk was kind.',
    images: [expect.stringContaining(`${pathOf(image)}?expires=`)],
    createTime: '2026-11-21T02:00:00.000Z',
  })
  const opened = await server.app.inject({ url: read?.images[0] ?? '' })
  expect([opened.statusCode, opened.body]).toEqual([200, 'a picture'])
})

test('stores feedback once when its request is repeated under its key', async () => {
  const { uin, token } = await server.signIn()
  const idempotencyKey = newKey()
  const first = await send(token, { text: 'Once', images: [] }, { idempotencyKey })
  expect(await send(token, { text: 'Once', images: [] }, { idempotencyKey })).toEqual(first)
  expect((await send(token, { text: 'Other', images: [] }, { idempotencyKey })).code).toBe(1008)
  expect((await feedbackOf(uin)).map(({ text }) => text)).toEqual(['Once'])
})

test('stores feedback without an idempotency key, and refuses a malformed key', async () => {
  const { uin, token } = await server.signIn()
  const sendKeyless = (text: string, headers: Record<string, string> = {}) =>
    server.call(sendFeedback, {
      token,
      idempotencyKey: '',
      headers,
      body: { type: 0, content: JSON.stringify({ text, images: [] }) },
    })
  const first = await sendKeyless('The lift is slow')
  expect(first).toMatchObject({ status: 200, code: 0 })
  expect((await sendKeyless('The lobby is warm')).code).toBe(0)
  expect((await sendKeyless('Malformed', { 'idempotency-key': 'short' })).code).toBe(1008)
  expect((await sendKeyless('Malformed', { 'idempotency-key': '' })).code).toBe(1008)
  expect((await feedbackOf(uin)).map(({ text }) => text).toSorted()).toEqual([
    'The lift is slow',
    'The lobby is warm',
  ])
})

test('merges the same feedback from two tabs, with the pictures of both', async () => {
  const { uin, token } = await server.signIn()
  const other = await server.signIn()
  const [first, second] = [await store(uin), await store(uin)]
  const sent = await Promise.all(
    [[first], [first, second]].map((images) => send(token, { text: 'The lift is out', images })),
  )
  await send(other.token, { text: 'The lift is out', images: [] })
  server.clock.advance(1_000)
  await send(token, { text: 'The lift is out', images: [] }, { type: 1 })
  expect(sent[1]).toEqual(sent[0])
  const list = await feedbackOf(uin)
  expect(list.map(({ type, images }) => [type, images.map(pathOf)])).toEqual([
    [1, []],
    [0, expect.arrayContaining([pathOf(first), pathOf(second)])],
  ])
  expect(list[1]?.images).toHaveLength(2)
  expect(await feedbackOf(other.uin)).toHaveLength(1)
  server.clock.advance(86_400_000)
  await send(token, { text: 'The lift is out', images: [] })
  expect(await feedbackOf(uin)).toHaveLength(3)
})

test('drops another tab’s pictures beyond the feedback’s limit', async () => {
  const { uin, token } = await server.signIn()
  const images = await Promise.all(Array.from({ length: 6 }, () => store(uin)))
  await send(token, { text: 'The lift is out', images: images.slice(0, 3) })
  await send(token, { text: 'The lift is out', images: images.slice(2) })
  const { db } = server.services
  const stored = await db
    .select({ fileId: files.fileId })
    .from(files)
    .where(and(eq(files.uin, uin), isNotNull(files.keptTime)))
  const own = images.slice(0, 4).map(fileIdOf)
  expect((await feedbackOf(uin)).map((one) => one.images.map(fileIdOf))).toEqual([own])
  expect(stored.map(({ fileId }) => fileId).toSorted()).toEqual(own.toSorted())
})

test('refuses another traveller’s picture like an unknown one', async () => {
  const mine = await server.signIn()
  const theirs = await server.signIn()
  const image = await store(theirs.uin)
  const missing = image.replace(/files\/\w+/, 'files/0123456789abcdef01234567')
  const refused = await send(mine.token, { text: 'Look', images: [image] })
  expect(refused.code).toBe(1008)
  expect(refused).toEqual(await send(mine.token, { text: 'Look', images: [missing] }))
  const own = await store(mine.uin)
  expect((await send(mine.token, { text: 'Twice', images: [own, own] })).code).toBe(1008)
  expect(await feedbackOf(mine.uin)).toEqual([])
})

test.each([
  ['an empty text', { text: '  ', images: [] }],
  ['a text of 1,001 characters', { text: 'a'.repeat(1001), images: [] }],
  ['five pictures', { text: 'Look', images: ['1', '2', '3', '4', '5'] }],
  ['an unknown field', { text: 'Look', images: [], uin: 'another' }],
  ['broken JSON', '{'],
  ['JSON that isn’t an object', '7'],
  ['20,000 characters too many', JSON.stringify({ text: 'a', images: [], more: 'a'.repeat(20_000) })],
])('refuses content with %s', async (_, content) => {
  const { uin, token } = await server.signIn()
  expect((await send(token, content)).code).toBe(1008)
  expect(await feedbackOf(uin)).toEqual([])
})

test('accepts 20 feedbacks per traveller and day, and pages them newest first', async () => {
  const { token } = await server.signIn()
  const other = await server.signIn()
  const third = await server.signIn()
  for (let count = 1; count <= 20; count++) {
    server.clock.advance(1_000)
    for (const { token: sender } of [{ token }, other, third]) {
      expect((await send(sender, { text: `Number ${count}`, images: [] })).code).toBe(0)
    }
  }
  expect(await send(token, { text: 'One more', images: [] })).toMatchObject({ status: 429, code: 1012 })

  const first = (await read()).result
  expect(first.list).toHaveLength(50)
  expect(first.list[0]?.text).toBe('Number 20')
  const second = (await read({ cursor: first.nextCursor ?? '' })).result
  const ids = [...first.list, ...second.list].map(({ feedbackId }) => feedbackId)
  expect(new Set(ids).size).toBe(ids.length)
  expect([ids.length > 60, second.nextCursor]).toEqual([true, null])
  server.clock.advance(86_400_000)
  expect((await send(token, { text: 'One more', images: [] })).code).toBe(0)
})

test('signs an expired address of the sender’s own picture again, and no other address', async () => {
  const mine = await server.signIn()
  const theirs = await server.signIn()
  const url = await store(mine.uin)
  server.clock.advance(16 * 60_000)
  expect((await server.app.inject({ url })).statusCode).toBe(404)
  const signed = await server.call(signFile, { token: mine.token, query: { url } })
  expect(signed.result).toEqual({ url: expect.any(String), width: 30, height: 40 })
  expect(pathOf(signed.result.url)).toBe(pathOf(url))
  expect((await server.app.inject({ url: signed.result.url })).statusCode).toBe(200)

  const refused = await server.call(signFile, { token: theirs.token, query: { url } })
  expect([refused.status, refused.code]).toEqual([404, 1002])
  for (const other of ['/api/files/0123456789abcdef01234567', 'https://elsewhere.test/a.png', '../secret']) {
    expect(await server.call(signFile, { token: theirs.token, query: { url: other } })).toEqual(refused)
  }
  expect((await server.call(signFile, { query: { url } })).code).toBe(1010)
})

test('accepts 20 feedbacks per traveller and day when 260 arrive concurrently', async () => {
  const { uin, token } = await server.signIn()
  const answers = await Promise.all(
    Array.from({ length: 260 }, (_, index) => send(token, { text: `Feedback ${index}`, images: [] })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status, code }) => status === 429 && code === 1012)).toHaveLength(240)
  expect(await feedbackOf(uin)).toHaveLength(20)
})
