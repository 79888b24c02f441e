import { findNextTrip, openPlacement, repeatElsewhere, toDeliveryChoice } from '@handsfree/core/booking'
import type { LifecycleColumns, Order, QrSite } from '@handsfree/core/contract'
import { nextTripDirections } from '@handsfree/core/orders'
import { expect, it, vi } from 'vitest'
import { qrSite, order as sample } from '../../models/samples.ts'
import { formSnapshotOf } from '../booking/form-of.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

const over = { ...sample().lifecycle, payment: 'paid', warehouse: 'handed', closing: 'closed' } as const
const order = (changed: Partial<Order> = {}) => sample({ lifecycle: over, ...changed })
const door = (cityName: string): Order['delivery'] => ({
  ...sample().delivery,
  siteId: null,
  name: '1 Century Avenue',
  cityName,
  location: { type: 100, latitude: 0, longitude: 0, address: '1 Century Avenue', detail: 'Door 5' },
})

const hotel = { ...qrSite.site, deskQrId: 'desk-1', isClosed: false }
const station = { ...hotel, siteId: 'site-2', name: 'Pudong Airport T2', deskQrId: 'desk-2' }

async function fill(
  from: Order,
  direction: 'again' | 'back',
  places: { desk?: QrSite; isClosed?: boolean } = {},
) {
  const server = new FakeServer()
  const { desk = qrSite, isClosed = false } = places
  Object.assign(server.routes, {
    'GET /sites/qr/desk-1': () => desk,
    'GET /sites/qr/desk-2': () => ({ ...qrSite, qrId: 'desk-2', site: { ...qrSite.site, siteId: 'site-2' } }),
    'GET /sites/site-1': () => ({ ...hotel, isClosed }),
    'GET /sites/site-2': () => station,
  })
  const browser = new FakeBrowser()
  browser.signIn()
  const app = appOn(new FakePlatform(server, browser))
  const found = await findNextTrip(app, from, direction)
  if (!found.ok) return found.error
  const placement = openPlacement(app, found.value.qrId, 'editing')
  found.value.fill(placement)
  const draft = () => formSnapshotOf(placement).context.draft
  await vi.waitFor(() => expect(draft().delivery).not.toBeNull())
  app.stop()
  const { delivery, pieces, receiver } = draft()
  return { qrId: found.value.qrId, delivery, pieces, receiver }
}

const lin = { name: 'Lin', dialCode: '852', phoneNumber: '51234567', locale: 'zh-CN' } as const

it('offers the way back only between sites, and the same trip also to an address, once it is over', () => {
  const on = (lifecycle: Partial<LifecycleColumns>) => order({ lifecycle: { ...over, ...lifecycle } })
  expect([
    nextTripDirections(order()),
    nextTripDirections(order({ delivery: door('Shanghai') })),
    nextTripDirections(order({ pickup: door('Shanghai') })),
    nextTripDirections(on({ warehouse: 'none', closing: 'open' })),
  ]).toEqual([['back', 'again'], ['again'], [], []])
})

it('fills in places, number of bags and receiver for the same trip', async () => {
  expect(await fill(order({ pieces: 3, receiver: lin }), 'again')).toEqual({
    qrId: 'desk-1',
    delivery: toDeliveryChoice(station),
    pieces: 3,
    receiver: { who: 'other', ...lin },
  })
})

it('swaps the places for the way back, with the traveller as the receiver', async () => {
  expect(await fill(order({ receiver: lin }), 'back')).toMatchObject({
    qrId: 'desk-2',
    delivery: { kind: 'site', site: { siteId: 'site-1' } },
    receiver: { who: 'me' },
  })
})

it('fills in an own address with its city, or without one if its name is unknown', async () => {
  const [area] = qrSite.serviceAreas
  const desk = { ...qrSite, serviceAreas: [area!, { ...area!, regionId: 'hangzhou', name: 'Hangzhou' }] }
  const regionOf = async (city: string) => {
    const filled = await fill(order({ delivery: door(city) }), 'again', { desk })
    return typeof filled === 'object' && filled.delivery
  }
  const address = { kind: 'custom', address: '1 Century Avenue', detail: 'Door 5' }
  expect([await regionOf('Hangzhou'), await regionOf('杭州')]).toEqual([
    { ...address, regionId: 'hangzhou' },
    { ...address, regionId: null },
  ])
})

const [area] = qrSite.serviceAreas

async function fillElsewhere(from: Order, direction: 'again' | 'back', serviceAreas = [area!]) {
  const server = new FakeServer()
  server.routes['GET /sites/qr/desk-1'] = () => ({ ...qrSite, serviceAreas })
  const browser = new FakeBrowser()
  browser.signIn()
  const app = appOn(new FakePlatform(server, browser))
  const placement = openPlacement(app, 'desk-1', 'editing')
  repeatElsewhere(placement, from, direction)
  const draft = () => formSnapshotOf(placement).context.draft
  await vi.waitFor(() => expect(draft().pieces).toBe(3))
  app.stop()
  return draft()
}

it('fills in bags and, except on the way back, the receiver when starting elsewhere', async () => {
  const from = order({ pieces: 3, receiver: lin })
  const again = await fillElsewhere(from, 'again')
  expect([again.delivery, again.receiver]).toEqual([null, { who: 'other', ...lin }])
  expect((await fillElsewhere(from, 'back')).receiver.who).toBe('me')
})

it('fills in an own address when starting elsewhere, unless only another city is served', async () => {
  const elsewhere = async (city: string, ...names: string[]) => {
    const serviceAreas = names.map((name) => ({ ...area!, regionId: name.toLowerCase(), name }))
    const from = order({ delivery: door(city), pieces: 3, receiver: lin })
    return (await fillElsewhere(from, 'again', serviceAreas)).delivery
  }
  const address = { kind: 'custom', address: '1 Century Avenue', detail: 'Door 5' }
  expect(await elsewhere('Hangzhou', 'Hangzhou')).toEqual({ ...address, regionId: 'hangzhou' })
  expect(await elsewhere('Hangzhou', 'Shanghai', 'Suzhou')).toEqual({ ...address, regionId: null })
  expect(await elsewhere('Hangzhou', 'Shanghai')).toBe(null)
})

it('reports a place that is closed for orders or cannot be read', async () => {
  expect(await fill(order(), 'again', { isClosed: true })).toBe('noDesk')
  expect(await fill(order({ pickup: { ...sample().pickup, siteId: 'unknown' } }), 'again')).toBe('failed')
})
