import { createDestination } from '@handsfree/core/booking'
import type { SiteDetail } from '@handsfree/core/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { qrSite } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer } from '../fake-platform.ts'

const site: SiteDetail = { ...qrSite.site, siteId: 'site-2', deskQrId: null, isClosed: false }
const atDesk = { path: '/order/create/desk-1', isReplaced: false }
const byCode = { path: '/order/create/desk-2', isReplaced: true }
const choose = (place: typeof atDesk) => ({ type: 'place.choose' as const, ...place })

let server: FakeServer
let opened: unknown[]
/** Finishes loading the form. */
let load: () => void
/** Responds to the site request. */
let answer: (result: unknown) => void
let stop: () => void

function open(siteId: string | null, isSlow = false) {
  const app = appOn(new FakePlatform(server))
  const destination = createDestination(app, siteId, async (chosen, to, signal) => {
    if (isSlow) await new Promise<void>((resolve) => (load = resolve))
    opened.push([chosen.path, to?.siteId ?? null, signal.aborted])
  })
  destination.start()
  stop = () => destination.stop()
  return destination
}

beforeEach(() => {
  server = new FakeServer()
  opened = []
  server.routes['GET /sites/site-2'] = () => new Promise((resolve) => (answer = resolve))
})
afterEach(() => {
  vi.useRealTimers()
  stop()
})

it('opens the form immediately if the destination came with the page', async () => {
  const app = appOn(new FakePlatform(server), { initialData: { answers: { '/sites/site-2': site } } })
  const destination = createDestination(app, 'site-2', async (chosen, to) => {
    opened.push([chosen.path, to?.siteId ?? null])
  })
  destination.start()
  stop = () => destination.stop()
  expect(destination.getSnapshot().context.site).toEqual(site)
  destination.send(choose(atDesk))
  expect(opened).toEqual([[atDesk.path, 'site-2']])
})

it('opens the form without the destination if it takes longer than 4 s', async () => {
  vi.useFakeTimers()
  const destination = open('site-2')
  destination.send(choose(atDesk))
  await vi.advanceTimersByTimeAsync(3_999)
  expect(opened).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toEqual([[atDesk.path, null, false]])
})

it('aborts a loading form when another place is chosen or the page is left', async () => {
  const destination = open(null, true)
  destination.send(choose(atDesk))
  const first = load
  destination.send(choose(byCode))
  first()
  await vi.waitFor(() => expect(opened).toEqual([[atDesk.path, null, true]]))
  destination.stop()
  load()
  await vi.waitFor(() => expect(opened.at(-1)).toEqual([byCode.path, null, true]))
})
