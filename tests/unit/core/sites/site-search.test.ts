import { fail, ok, type Result } from '@handsfree/core'
import type { Site } from '@handsfree/core/contract'
import type { ApiFailure } from '@handsfree/core/lib'
import {
  createSiteSearch,
  type FoundSite,
  type SiteSearchActor,
  type SiteSearchScope,
  selectFoundSites,
  selectSitePages,
  selectUnservedSites,
  siteKindOf,
  siteSearchMachine,
} from '@handsfree/core/sites'
import { expect, it } from 'vitest'
import { offline, qrSite } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const open = () => new Journey(siteSearchMachine, () => ({ now: () => 0 }))
type SearchJourney = ReturnType<typeof open>

const site = (siteId: string) => ({ ...qrSite.site, siteId, deskQrId: null, isClosed: false })
const served = (siteId: string): FoundSite => ({ isServed: true, site: site(siteId) })
const elsewhere = (siteId: string): FoundSite => ({ isServed: false, site: site(siteId) })
const lists = (journey: SearchJourney, ...list: FoundSite[]) =>
  journey.sendFrom('paging', { type: 'pages.listed', pages: { list, next: null } })
const ids = (sites: Site[]) => sites.map(({ siteId }) => siteId)
const listed = ({ snapshot }: SearchJourney) => ids(selectFoundSites(snapshot))
const asked = (journey: SearchJourney) =>
  journey.inputs('paging').map((input) => (input as { query: unknown }).query)

it('lists everything first, then searches once, 300 ms after the last key', () => {
  const journey = open()
  lists(journey, served('a'), served('b'))
  journey.send({ type: 'keyword.change', keyword: 'st' })
  journey.pass(299)
  journey.send({ type: 'keyword.change', keyword: 'station ' })
  journey.pass(299)
  expect([journey.value, listed(journey), asked(journey).length]).toEqual(['pausing', ['a', 'b'], 1])
  journey.pass(1)
  expect(asked(journey)).toEqual([
    { keyword: '', kind: null },
    { keyword: 'station', kind: null },
  ])
})

it('cancels the older search when a newer one starts', () => {
  const journey = open()
  const older = journey.openCall('paging')
  journey.send({ type: 'kind.choose', kind: 'port' })
  expect([older.isOpen, journey.value]).toEqual([false, { listing: 'searching' }])
  lists(journey, served('b'))
  expect([journey.value, listed(journey)]).toEqual([{ listing: 'found' }, ['b']])
  expect(asked(journey)).toEqual([
    { keyword: '', kind: null },
    { keyword: '', kind: 'port' },
  ])
})

it('lists matching sites that are not served separately, even without other matches', () => {
  const journey = open()
  lists(journey, elsewhere('far'))
  const others = () => ids(selectUnservedSites(journey.snapshot))
  expect([journey.value, listed(journey), others()]).toEqual([{ listing: 'nothing' }, [], ['far']])
  journey.send({ type: 'kind.choose', kind: 'hotel' })
  lists(journey, served('a'), elsewhere('b'), served('d'))
  expect([journey.value, listed(journey), others()]).toEqual([{ listing: 'found' }, ['a', 'd'], ['b']])
})

type Page = { list: Site[]; elsewhere: Site[]; nextCursor: string | null }
const page = (siteIds: string[], nextCursor: string | null = null): Result<Page, ApiFailure> =>
  ok({ list: siteIds.map(site), elsewhere: [], nextCursor })

/** Runs a search and records its requests. The last answer repeats. */
function search(scope: SiteSearchScope, answers: Result<Page, ApiFailure>[], leftOut: string[] = []) {
  const asked: unknown[] = []
  const call = async (shape: { path: string }, { query }: { query: unknown }) => {
    asked.push([shape.path, query])
    return answers.length > 1 ? answers.shift() : answers[0]
  }
  const app = appOn(new FakePlatform(new FakeServer()))
  const actor = createSiteSearch({ ...app, api: { ...app.api, call: call as never } }, scope, leftOut)
  actor.start()
  return { actor, asked }
}
const found = (actor: SiteSearchActor) => ids(selectFoundSites(actor.getSnapshot()))
const pagesOf = (actor: SiteSearchActor) => selectSitePages(actor.getSnapshot())

it('sends location types and the pickup site to the server', async () => {
  const { actor, asked } = search({ from: 'pickup' }, [page(['other'])])
  actor.send({ type: 'kind.choose', kind: 'hotel' })
  await expect.poll(() => found(actor)).toEqual(['other'])
  expect(asked).toEqual([
    ['/sites', { from: 'pickup' }],
    ['/sites', { from: 'pickup', types: ['0', '1'] }],
  ])
  actor.stop()
})

it('appends the next page, and keeps the first if loading the next fails', async () => {
  const { actor, asked } = search({ from: 'pickup' }, [
    ok({ list: [site('a')], elsewhere: [site('b')], nextCursor: 'after-a' }),
    fail(offline),
    page(['a', 'c']),
  ])
  await expect.poll(() => found(actor)).toEqual(['a'])
  pagesOf(actor)?.send({ type: 'pages.more' })
  await expect.poll(() => pagesOf(actor)?.getSnapshot().value).toBe('moreFailed')
  expect(found(actor)).toEqual(['a'])
  pagesOf(actor)?.send({ type: 'pages.retry' })
  await expect.poll(() => found(actor)).toEqual(['a', 'c'])
  expect(ids(selectUnservedSites(actor.getSnapshot()))).toEqual(['b'])
  expect(asked).toEqual([
    ['/sites', { from: 'pickup' }],
    ['/sites', { from: 'pickup', cursor: 'after-a' }],
    ['/sites', { from: 'pickup', cursor: 'after-a' }],
  ])
  expect(pagesOf(actor)?.getSnapshot().can({ type: 'pages.more' })).toBe(false)
  actor.stop()
})

it('leaves out the excluded sites', async () => {
  const { actor } = search(
    { from: 'origin' },
    [page(['here', 'other', 'origin'], 'more')],
    ['here', 'origin'],
  )
  await expect.poll(() => found(actor)).toEqual(['other'])
  actor.stop()
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
