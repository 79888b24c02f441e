import {
  changeSaved,
  createOrder,
  listSaved,
  type OrderDraft,
  type RememberedPart,
  removeSaved,
  type SavedContent,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { savedEntries } from '../../../../server/domain/saved/saved.table.ts'
import { rememberEntries } from '../../../../server/domain/saved/saved-entries.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { newKey } from '../../harness.ts'
import { draftOf, newTraveller, type TestTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const start = new Date('2026-11-21T02:00:00.000Z')
beforeEach(() => server.clock.set(start))

const grace = { name: 'Grace', dialCode: '86', phoneNumber: '13912345678' }
const home = { kind: 'custom', regionId: 'shanghai', address: '5 Garden Lane', detail: '3F' } as const

const listOf = async ({ token }: TestTraveller) => (await server.call(listSaved, { token })).result
const contentsOf = async (traveller: TestTraveller) => (await listOf(traveller)).map(({ content }) => content)

const place = async (
  ada: TestTraveller,
  changes: Partial<OrderDraft>,
  parts: RememberedPart[] | undefined,
  idempotencyKey = newKey(),
) => {
  const draft = draftOf([ada.photo], changes)
  const { quoteId } = (await ada.tryQuote(draft)).result
  const body = { draft, quoteId, termsVersion: policy.termsVersion, ...(parts ? { remember: parts } : {}) }
  return server.call(createOrder, { body, token: ada.token, idempotencyKey })
}
const save = (ada: TestTraveller, name: string, phoneNumber: string) =>
  server.services.db.transaction((tx) =>
    rememberEntries(
      tx,
      server.services,
      ada.uin,
      { receiver: { ...grace, name, phoneNumber }, delivery: home },
      ['receiver'],
    ),
  )

test('saves an order’s receiver and address on request, once each, latest used first', async () => {
  const ada = await newTraveller(server)
  expect((await place(ada, { receiver: grace, delivery: home }, undefined)).code).toBe(0)
  expect(await listOf(ada)).toEqual([])
  expect((await place(ada, { receiver: grace, delivery: home }, ['receiver', 'address'])).code).toBe(0)
  server.clock.advance(1_000)
  const again = { receiver: { ...grace, name: 'Grace H', locale: 'zh-CN' as const } }
  expect((await place(ada, again, ['receiver', 'address'])).code).toBe(0)
  expect(await listOf(ada)).toEqual([
    {
      savedId: expect.any(String),
      content: { kind: 'receiver', ...grace, name: 'Grace H', locale: 'zh-CN' },
      regionName: '',
      useTime: '2026-11-21T02:00:01.000Z',
    },
    {
      savedId: expect.any(String),
      content: { ...home, kind: 'address' },
      regionName: 'Shanghai',
      useTime: '2026-11-21T02:00:00.000Z',
    },
  ])
})

test('saves nothing with an order that is refused', async () => {
  const ada = await newTraveller(server)
  const wrong = { receiver: { ...grace, phoneNumber: '1391' } }
  expect(await place(ada, wrong, ['receiver'])).toMatchObject({ code: 1008 })
  expect(await listOf(ada)).toEqual([])
})

test('keeps 20 saved receivers, and drops the one used longest ago', async () => {
  const ada = await newTraveller(server)
  for (let number = 0; number <= policy.maxSaved; number++) {
    server.clock.advance(1_000)
    await save(ada, `Friend ${number}`, `139123456${String(number).padStart(2, '0')}`)
  }
  const names = (await contentsOf(ada)).map((content) => content.kind === 'receiver' && content.name)
  expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `Friend ${20 - index}`))
})

test('lets a traveller change and remove only their own saved entries', async () => {
  const [ada, bo] = [await newTraveller(server), await newTraveller(server)]
  await save(ada, 'Grace', '13912345678')
  const [{ savedId } = { savedId: '' }] = await listOf(ada)
  const params = { savedId }
  const change = (traveller: TestTraveller, content: SavedContent) =>
    server.call(changeSaved, { token: traveller.token, params, body: { content } })
  const hopper = { kind: 'receiver', ...grace, name: 'Hopper' } as const
  expect(await change(bo, hopper)).toMatchObject({ status: 404, code: 1002 })
  expect(await change(ada, { ...home, kind: 'address' })).toMatchObject({ code: 1002 })
  expect(await change(ada, { ...hopper, phoneNumber: '1391' })).toMatchObject({ code: 1008 })
  expect((await change(ada, hopper)).result.map(({ content }) => content)).toEqual([hopper])
  expect(await server.call(removeSaved, { token: bo.token, params, body: {} })).toMatchObject({ code: 1002 })
  expect((await server.call(removeSaved, { token: ada.token, params, body: {} })).result).toEqual([])
  expect(await server.call(removeSaved, { token: ada.token, params, body: {} })).toMatchObject({ code: 1002 })
})

test('merges two saved receivers when a change gives them the same phone number', async () => {
  const ada = await newTraveller(server)
  await save(ada, 'Grace', '13912345678')
  server.clock.advance(1_000)
  await save(ada, 'Grace again', '13912345679')
  const [{ savedId } = { savedId: '' }] = await listOf(ada)
  const content = { kind: 'receiver', ...grace, name: 'Grace Hopper' } as const
  const changed = await server.call(changeSaved, { token: ada.token, params: { savedId }, body: { content } })
  expect(changed.result.map((entry) => [entry.savedId, entry.content])).toEqual([[savedId, content]])
})

test('deletes entries that have been unused for two years', async () => {
  const ada = await newTraveller(server)
  await save(ada, 'Grace', '13912345678')
  server.clock.set(new Date('2028-06-01T00:00:00.000Z'))
  await save(ada, 'Used since', '13912345679')
  server.clock.set(new Date('2028-11-21T02:00:00.000Z'))
  await sweep(server.services)
  const own = eq(savedEntries.uin, ada.uin)
  expect(await server.services.db.$count(savedEntries, own)).toBe(2)
  server.clock.advance(1)
  await sweep(server.services)
  const left = await server.services.db.select().from(savedEntries).where(own)
  expect(left.map(({ content }) => content)).toEqual([
    { kind: 'receiver', ...grace, name: 'Used since', phoneNumber: '13912345679' },
  ])
})
