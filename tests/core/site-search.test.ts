import { type App, fail, ok } from '@handsfree/core'
import type { Site } from '@handsfree/core/api'
import { createSiteSearch, siteKindOf, siteSearchMachine } from '@handsfree/core/site'
import { expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { offline, qrSite } from '../models/samples.ts'
import { appOn, FakePlatform, FakeServer, Refusal } from './fake-platform.ts'
import { Journey } from './journey.ts'

const open = () => new Journey(siteSearchMachine, () => undefined)
const site = (siteId: string): Site => ({ ...qrSite.site, siteId })
const page = (ids: string[], nextCursor: string | null = null) =>
  ok({ list: ids.map(site), elsewhere: [] as Site[], nextCursor })
const listed = ({ snapshot }: ReturnType<typeof open>) => snapshot.context.list.map(({ siteId }) => siteId)

it('searches for everything at once, then 300 ms after the last key, once', async () => {
  const journey = open()
  await journey.answer('firstPage', page(['a', 'b']))
  journey.send({ type: 'keyword.change', keyword: 'st' })
  journey.pass(299)
  journey.send({ type: 'keyword.change', keyword: 'station ' })
  journey.pass(299)
  expect([journey.value, listed(journey), journey.inputs('firstPage').length]).toEqual([
    'pausing',
    ['a', 'b'],
    1,
  ])
  journey.pass(1)
  expect(journey.inputs('firstPage')).toEqual([
    { keyword: '', kind: null, cursor: null },
    { keyword: 'station', kind: null, cursor: null },
  ])
})

it('drops the older answer to a newer search', async () => {
  const journey = open()
  const older = journey.open('firstPage')
  journey.send({ type: 'kind.choose', kind: 'port' })
  older.answer(page(['a']))
  await journey.answer('firstPage', page(['b']))
  expect([journey.value, listed(journey)]).toEqual([{ found: 'idle' }, ['b']])
  expect(journey.inputs('firstPage')).toEqual([
    { keyword: '', kind: null, cursor: null },
    { keyword: '', kind: 'port', cursor: null },
  ])
})

it('searches no more when the chosen kind is chosen again', async () => {
  const journey = open()
  await journey.answer('firstPage', page(['a']))
  journey.send({ type: 'kind.choose', kind: null })
  expect([journey.value, journey.inputs('firstPage').length]).toEqual([{ found: 'idle' }, 1])
})

it('appends the next page, and keeps the first when it does not come', async () => {
  const journey = open()
  await journey.answer('firstPage', page(['a'], 'after-a'))
  journey.send({ type: 'search.more' })
  await journey.answer('nextPage', fail(offline))
  expect([journey.value, listed(journey)]).toEqual([{ found: 'moreFailed' }, ['a']])
  journey.send({ type: 'search.more' })
  await journey.answer('nextPage', page(['b']))
  expect([journey.value, listed(journey)]).toEqual([{ found: 'idle' }, ['a', 'b']])
  expect(journey.inputs('nextPage')).toEqual([
    { keyword: '', kind: null, cursor: 'after-a' },
    { keyword: '', kind: null, cursor: 'after-a' },
  ])
  journey.send({ type: 'search.more' })
  expect(journey.value).toEqual({ found: 'idle' })
})

it('says that nothing fits, or that it failed and can be retried', async () => {
  const journey = open()
  await journey.answer('firstPage', page([]))
  expect([journey.value, listed(journey)]).toEqual(['nothing', []])
  journey.send({ type: 'kind.choose', kind: 'hotel' })
  await journey.fail('firstPage', new Error('broken'))
  expect(journey.value).toEqual('failed')
  journey.send({ type: 'search.retry' })
  await journey.answer('firstPage', page(['a']))
  expect([journey.value, listed(journey)]).toEqual([{ found: 'idle' }, ['a']])
})

it('shows what fits but is not served beside what is, also when nothing else fits', async () => {
  const journey = open()
  await journey.answer('firstPage', ok({ list: [], elsewhere: [site('far')], nextCursor: null }))
  const elsewhere = () => journey.snapshot.context.elsewhere.map(({ siteId }) => siteId)
  expect([journey.value, elsewhere()]).toEqual(['nothing', ['far']])
  journey.send({ type: 'kind.choose', kind: 'hotel' })
  await journey.answer('firstPage', ok({ list: [site('a')], elsewhere: [site('b')], nextCursor: 'c' }))
  journey.send({ type: 'search.more' })
  await journey.answer('nextPage', page(['d']))
  expect([listed(journey), elsewhere()]).toEqual([['a', 'd'], ['b']])
})

it('sends location types and the pickup site to the server', async () => {
  const asked: unknown[] = []
  const call = async (shape: { path: string }, request: unknown) => {
    asked.push([shape.path, request])
    return page(['other'])
  }
  const search = createSiteSearch({ api: { call }, options: {}, platform: {} } as unknown as App, {
    from: 'pickup',
  })
  search.start()
  search.send({ type: 'kind.choose', kind: 'hotel' })
  await expect.poll(() => search.getSnapshot().context.list.map(({ siteId }) => siteId)).toEqual(['other'])
  expect(asked).toEqual([
    ['/sites', { query: { from: 'pickup' } }],
    ['/sites', { query: { from: 'pickup', types: ['0', '1'] } }],
  ])
  search.stop()
})

it('leaves out what cannot be chosen', async () => {
  const call = async () => page(['here', 'other', 'origin'], 'more')
  const app = { api: { call }, options: {}, platform: {} } as unknown as App
  const search = createSiteSearch(app, { from: 'origin' }, ['here', 'origin'])
  search.start()
  await expect.poll(() => search.getSnapshot().context.list).toEqual([site('other')])
  search.stop()
})

it.each([
  [0, 'hotel'],
  [1, 'hotel'],
  [2, 'airport'],
  [3, 'station'],
  [4, 'port'],
  [100, 'storage'],
])('shows location type %i as a %s', (type, kind) => {
  expect(siteKindOf(type)).toBe(kind)
})

it('searches again by itself once the device is online or the traveller is back', async () => {
  const server = new FakeServer()
  const platform = new FakePlatform(server)
  const search = createSiteSearch(appOn(platform), { withDesk: 'true' })
  server.routes['GET /sites'] = () => new Refusal(1003)
  search.start()
  await waitFor(search, (snapshot) => snapshot.matches('failed'))
  server.routes['GET /sites'] = () => ({
    list: [{ ...site('a'), deskQrId: null }],
    elsewhere: [],
    nextCursor: null,
  })
  platform.comeBack()
  await waitFor(search, (snapshot) => snapshot.matches('found'))
  expect(search.getSnapshot().context.list.map(({ siteId }) => siteId)).toEqual(['a'])
})
