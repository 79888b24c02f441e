import type { App, AppOptions } from '@handsfree/core'
import { answerKey } from '@handsfree/core/api'
import { selectSecondsLeft } from '@handsfree/core/auth'
import {
  type Draft,
  openPayment,
  openPlacement,
  type PlacementActor,
  pickupDays,
  pickupSlots,
  selectDraft,
  selectDraftPromises,
  selectMovedTimes,
} from '@handsfree/core/booking'
import { getContact, getQrSite } from '@handsfree/core/contract'
import { createOrderDetail, selectLoadedAt } from '@handsfree/core/orders'
import { selectCheckingSince } from '@handsfree/core/payments'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { completeDraft, preview } from '../../models/placement.model.ts'
import { order, payment, qrSite, sessionStatus } from '../../models/samples.ts'
import {
  appOn,
  encryptAll,
  FakeBrowser,
  FakePlatform,
  FakeServer,
  Refusal,
  secretKey,
  secrets,
} from '../fake-platform.ts'
import { formOf, formSnapshotOf } from './form-of.ts'

const minute = 60_000
const hour = 60 * minute
/** 10:00 on a Monday in Shanghai. The half second tests that `Date` has whole seconds. */
const start = Date.parse('2026-11-23T02:00:00.500Z')

let server: FakeServer
let browser: FakeBrowser
let app: App
let platform: FakePlatform
/** The true time, and how far the phone is ahead of it, in milliseconds. */
let time: number
let ahead: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  time = start
  server = new FakeServer()
  server.time = () => time
  server.routes['GET /op-config/contact'] = () => ({ phone: '+8657100000018' })
  server.routes['GET /sites/site-2'] = () => ({ ...qrSite.site, siteId: 'site-2' })
  browser = new FakeBrowser()
})
afterEach(() => {
  app.stop()
  vi.useRealTimers()
})

const load = (initialData?: AppOptions['initialData']) => {
  app?.stop()
  platform = new FakePlatform(server, browser)
  platform.now = () => time + ahead
  app = appOn(platform, { initialData })
  app.start()
}
const signedIn = () => {
  browser.signIn()
  load()
}
const pass = async (milliseconds: number) => {
  time += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
  await vi.dynamicImportSettled()
}
const settle = () => pass(0)
const requestCode = async () => {
  load()
  app.auth.send({ type: 'auth.begin' })
  await settle()
  app.auth.send({ type: 'phone.change', phone: { dialCode: '86', phoneNumber: '13800138000' } })
  app.auth.send({ type: 'code.request' })
  await settle()
}
const reaches = async (placement: PlacementActor, state: unknown) => {
  await settle()
  expect(placement.getSnapshot().value).toEqual(state)
}

it('continues the resend countdown when the phone’s clock is set back by a day', async () => {
  ahead = 0
  await requestCode()
  for (let second = 0; second < 20; second++) await pass(1_000)
  ahead = -24 * hour
  for (let second = 0; second < 41; second++) await pass(1_000)
  expect(selectSecondsLeft(app.auth.getSnapshot())).toBe(0)
  expect(app.auth.getSnapshot().can({ type: 'code.resend' })).toBe(true)
})

describe.each([
  ['26 h slow', -26 * hour],
  ['30 h fast', 30 * hour],
  ['6 min slow', -6 * minute],
  ['4 min fast', 4 * minute],
])('a phone whose clock is %s', (_, wrong) => {
  beforeEach(() => {
    ahead = wrong
  })

  it('counts down 60 s until another code may be requested', async () => {
    await requestCode()
    const left = () => selectSecondsLeft(app.auth.getSnapshot())
    expect(left()).toBe(60)
    for (let second = 0; second < 20; second++) await pass(1_000)
    expect(left()).toBe(40)
    await app.api.call(getContact, {})
    for (let second = 0; second < 39; second++) await pass(1_000)
    expect([left(), app.auth.getSnapshot().can({ type: 'code.resend' })]).toEqual([1, false])
    await pass(1_000)
    expect([left(), app.auth.getSnapshot().can({ type: 'code.resend' })]).toEqual([0, true])
  })

  it('offers the slots that the server accepts, and moves a pickup that has passed', async () => {
    signedIn()
    const placement = openPlacement(app, 'desk-1', 'editing')
    await reaches(placement, 'editing')
    const { site } = qrSite
    const days = pickupDays(app.clock.now(), site)
    expect([days[0], days.length, pickupSlots('2026-11-23', app.clock.now(), site)[0]]).toEqual([
      '2026-11-23',
      15,
      '2026-11-23T11:30:00+08:00',
    ])
    const choose = (pickupTime: string) => {
      formOf(placement).send({ type: 'draft.change', patch: { ...completeDraft, pickupTime } })
      const snapshot = formSnapshotOf(placement)
      return [selectDraft(snapshot).pickupTime, selectMovedTimes(snapshot)]
    }
    const first = '2026-11-23T11:30:00+08:00'
    expect(choose(first)).toEqual([first, []])
    expect(choose('2026-11-23T11:00:00+08:00')).toEqual([first, ['pickupTime']])
  })

  it('suggests times by the server’s clock, and keeps chosen ones', async () => {
    const answers = { [answerKey(getQrSite, { params: { qrId: 'desk-1' } })]: qrSite }
    const begin = () => {
      load({ answers })
      return openPlacement(app, 'desk-1', 'editing')
    }
    const times = ({ pickupTime, deliveryTime, suggested }: Draft) => ({
      pickupTime,
      deliveryTime,
      suggested,
    })
    const placement = begin()
    await settle()
    expect(times(selectDraft(formSnapshotOf(placement)))).toEqual({
      pickupTime: '2026-11-23T11:30:00+08:00',
      deliveryTime: '2026-11-23T14:30:00+08:00',
      suggested: ['pickupTime', 'deliveryTime'],
    })

    app.stop()
    browser = new FakeBrowser()
    const chosen = begin()
    const later = { pickupTime: '2026-11-26T10:00:00+08:00', deliveryTime: '2026-11-26T20:00:00+08:00' }
    formOf(chosen).send({ type: 'draft.change', patch: later })
    await settle()
    expect(times(selectDraft(formSnapshotOf(chosen)))).toEqual({ ...later, suggested: [] })
  })

  it('uses a quote for its 15 minutes, and promises free cancellation by the server’s time', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview()))
    signedIn()
    const placement = openPlacement(app, 'desk-1', 'confirming')
    await reaches(placement, 'confirming')
    expect(selectDraftPromises(formSnapshotOf(placement))?.cancelTerms).toBe('freeUntil')
    await pass(14 * minute)
    placement.send({ type: 'order.submit' })
    expect(placement.getSnapshot().value).toBe('creating')
  })

  it('dates a fetched order by the server’s clock, even after an offline reload', async () => {
    signedIn()
    server.routes['GET /orders/order-1'] = () => order({ status: 'in_transit' })
    server.routes['GET /orders/order-1/trace'] = () => []
    const page = createOrderDetail(app, 'order-1')
    page.start()
    await settle()
    page.stop()
    time += 3 * hour
    for (const route of Object.keys(server.routes)) delete server.routes[route]
    load()
    const again = createOrderDetail(app, 'order-1')
    again.start()
    expect([selectLoadedAt(again.getSnapshot()), app.clock.now()]).toEqual([start, start + 3 * hour])
    again.stop()
  })

  it('dates the start of a payment check by the server’s clock', async () => {
    signedIn()
    await settle()
    server.routes['GET /payments/session-status'] = () => sessionStatus('processing')
    const checking = openPayment(app, { kind: 'session', sessionId: 'session-1' })
    checking.start()
    await settle()
    expect(selectCheckingSince(checking.getSnapshot())).toBe(start)
    checking.stop()
  })

  it('requests another provider page if the first has expired by the server’s clock', async () => {
    signedIn()
    await settle()
    const keys = () =>
      server.of('POST /payments/payment-1/session').map(({ headers }) => headers.get('Idempotency-Key'))
    server.routes['GET /payments/payment-1'] = () => payment()
    server.routes['POST /payments/payment-1/session'] = () => ({
      sessionId: `session-${keys().length}`,
      redirectUrl: `https://bank.test/${keys().length}`,
      expiresAt: new Date(time + (keys().length === 1 ? 0 : minute)).toISOString(),
    })
    const paying = openPayment(app, { kind: 'payment', paymentId: 'payment-1' })
    paying.start()
    await settle()
    paying.send({ type: 'payment.open' })
    await settle()
    expect([paying.getSnapshot().value, platform.opened]).toEqual(['atProvider', ['https://bank.test/2']])
    expect([keys().length, new Set(keys()).size]).toEqual([2, 2])
    paying.stop()
  })

  it('signs calls with the server’s time, and connects to the broker', async () => {
    const refuseOld = (answer: string) => (sent: { headers: Headers }) =>
      Math.abs(Number(sent.headers.get('X-Timestamp')) - time) > 5 * minute ? new Refusal(1001) : answer
    server.routes['POST /oss/secrets/dk'] = refuseOld(secretKey.toString('base64'))
    server.routes['POST /oss/secrets/ck'] = refuseOld(encryptAll(secrets, secretKey))
    signedIn()
    await settle()
    await vi.dynamicImportSettled()
    await settle()
    await pass(1_000)
    expect(platform.lines).toHaveLength(1)
    expect(server.of('POST /oss/secrets/dk').length).toBeLessThanOrEqual(2)
  })
})

it('rereads the server’s time on return and on load only if the clock was wrong', async () => {
  const asked = () => server.of('GET /op-config/contact').length
  ahead = 0
  load()
  platform.comeBack()
  await settle()
  expect(asked()).toBe(0)

  ahead = -26 * hour
  await app.api.call(getContact, {})
  ahead = 0
  platform.comeBack()
  await settle()
  expect([asked(), app.clock.offset()]).toEqual([2, 0])

  ahead = -26 * hour
  await app.api.call(getContact, {})
  ahead = 3 * hour
  load()
  await settle()
  expect([asked(), app.clock.now()]).toEqual([4, start])
})

it('ignores the date of a captive portal’s page', async () => {
  ahead = 0
  load()
  const date = 'Fri, 01 Jan 2021 00:00:00 GMT'
  const fetch = async () => new Response('<h1>Welcome</h1>', { headers: { date } })
  Object.assign(platform, { fetch })
  await app.api.call(getContact, {})
  expect(app.clock.now()).toBe(start)
})
