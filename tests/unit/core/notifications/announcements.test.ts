import { answerKey } from '@handsfree/core/api'
import { type Announcement, listAnnouncements } from '@handsfree/core/contract'
import {
  announcementsMachine,
  createHomeAnnouncements,
  createSiteAnnouncements,
  hasAnnouncements,
  selectAnnouncementState,
  storeHomeAnnouncements,
  visibleAnnouncements,
} from '@handsfree/core/notifications'
import { beforeEach, expect, it } from 'vitest'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'
import { Journey, startOfTime } from '../journey.ts'

const hour = 3_600_000
const announcement = (announcementId: string, until: number | null = null): Announcement => ({
  announcementId,
  regionId: null,
  siteId: null,
  title: announcementId,
  content: 'Text',
  until: until === null ? null : new Date(until).toISOString(),
})

let server: FakeServer
let browser: FakeBrowser
let answer: Announcement[]

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  answer = [announcement('typhoon')]
  server.routes['GET /announcements'] = () => answer
})

const appIn = (known?: Announcement[]) =>
  appOn(
    new FakePlatform(server, browser),
    known && { initialData: { answers: { [answerKey(listAnnouncements, { query: {} })]: known } } },
  )
const idsOf = (actor: ReturnType<typeof createHomeAnnouncements>) =>
  visibleAnnouncements(selectAnnouncementState(actor.getSnapshot())).map(
    ({ announcementId }) => announcementId,
  )
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('shows announcements until they end or are dismissed, and later ones', () => {
  const journey = new Journey(announcementsMachine, ({ now }) => ({
    announced: [
      announcement('brief', startOfTime + hour),
      announcement('long', startOfTime + 30 * hour),
      announcement('lasting'),
    ],
    isFresh: true,
    dismissed: [],
    now,
  }))
  const shown = () =>
    visibleAnnouncements(journey.snapshot.context).map(({ announcementId }) => announcementId)
  expect(shown()).toEqual(['brief', 'long', 'lasting'])
  journey.pass(hour - 1)
  expect(shown()).toEqual(['brief', 'long', 'lasting'])
  journey.pass(1)
  expect(shown()).toEqual(['long', 'lasting'])
  journey.do({ type: 'announcement.dismiss', announcementId: 'lasting' })
  expect(shown()).toEqual(['long'])
  journey.pass(29 * hour)
  expect([shown(), journey.snapshot.value]).toEqual([[], 'quiet'])
  journey.do({ type: 'reading.done', value: [announcement('lasting'), announcement('new')] })
  expect([shown(), journey.snapshot.value]).toEqual([['new'], 'showing'])
  journey.do({ type: 'announcements.dismissed', dismissed: ['lasting', 'new'] })
  expect(journey.snapshot.value).toBe('quiet')
})

it('uses announcements that came with the page without a fetch, and stores them for offline visits', async () => {
  const app = appIn([announcement('typhoon')])
  expect(hasAnnouncements(app)).toBe(true)
  storeHomeAnnouncements(app)
  const actor = createHomeAnnouncements(app)
  actor.start()
  await settle()
  expect([idsOf(actor), server.of('GET /announcements')]).toEqual([['typhoon'], []])
  actor.stop()

  delete server.routes['GET /announcements']
  const offline = appIn()
  expect(hasAnnouncements(offline)).toBe(true)
  const later = createHomeAnnouncements(offline)
  later.start()
  await settle()
  expect(idsOf(later)).toEqual(['typhoon'])
  later.stop()
})

it('refetches stored announcements, and deletes them once there are none', async () => {
  storeHomeAnnouncements(
    appIn([announcement('typhoon'), announcement('over', Date.parse('2026-11-23T01:00:00Z'))]),
  )
  answer = []
  const app = appIn()
  const actor = createHomeAnnouncements(app)
  expect(idsOf(actor)).toEqual(['typhoon'])
  actor.start()
  await expect.poll(() => idsOf(actor)).toEqual([])
  expect([hasAnnouncements(app), browser.items.get('announcements')]).toEqual([false, undefined])
  actor.stop()
})

it('deletes stored announcements when the page comes without any', () => {
  storeHomeAnnouncements(appIn([announcement('typhoon')]))
  const app = appIn([])
  storeHomeAnnouncements(app)
  expect([hasAnnouncements(app), idsOf(createHomeAnnouncements(app))]).toEqual([false, []])
})

it('remembers dismissed announcements on every page and in every tab of the device', () => {
  const app = appIn([announcement('typhoon')])
  const home = createHomeAnnouncements(app)
  home.start()
  const otherTab = new FakePlatform(server, browser)
  const site = createSiteAnnouncements(appOn(otherTab), [announcement('typhoon'), announcement('works')])
  site.start()
  expect(idsOf(site)).toEqual(['typhoon', 'works'])
  home.send({ type: 'announcement.dismiss', announcementId: 'typhoon' })
  otherTab.storage.deliver()
  expect([idsOf(home), idsOf(site)]).toEqual([[], ['works']])
  expect(idsOf(createSiteAnnouncements(app, [announcement('works'), announcement('typhoon')]))).toEqual([
    'works',
  ])
  home.stop()
  site.stop()
})

it.each(['{', '[1]', 'null', '{"version":2}'])('ignores %j stored in place of announcements', (stored) => {
  browser.items.set('announcements', stored)
  browser.items.set('dismissed', stored)
  expect(idsOf(createHomeAnnouncements(appIn()))).toEqual([])
  expect(idsOf(createHomeAnnouncements(appIn([announcement('typhoon')])))).toEqual(['typhoon'])
})
