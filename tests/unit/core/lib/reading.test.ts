import { fail, ok } from '@handsfree/core'
import { createContact } from '@handsfree/core/account'
import { type ReadingInput, readingMachine } from '@handsfree/core/lib'
import { createInsurance } from '@handsfree/core/orders'
import { selectValue } from '@handsfree/core/realtime'
import { createQrSite, createSiteDetail, isOpenNow } from '@handsfree/core/sites'
import { describe, expect, it, vi } from 'vitest'
import { createEmptyActor } from 'xstate'
import { qrSite, refused } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const listener = createEmptyActor() as unknown as ReadingInput['listener']
const open = (initialValue: unknown = null) =>
  new Journey(readingMachine, () => ({ initialValue, isFresh: false, listener }))
const shown = ({ value, snapshot }: ReturnType<typeof open>) => [
  value,
  snapshot.context.value,
  snapshot.context.problem,
]

describe('a page’s reading', () => {
  it.each([3002, 7004, 7006, 1008])('does not retry a resource that is not found (%i)', async (code) => {
    const journey = open()
    await journey.answer('read', fail(refused(code)))
    journey.do({ type: 'reading.retry' }, { type: 'reading.hint' })
    expect(shown(journey)).toEqual(['notThere', null, refused(code)])
    expect(journey.inputs('read')).toHaveLength(1)
  })

  it.each([null, 'kept'])('restarts the read on a hint (stored value: %s)', async (initialValue) => {
    const journey = open(initialValue)
    const older = journey.openCall('read')
    journey.sendFrom('hints', { type: 'reading.hint' })
    older.answer(ok('older'))
    await journey.answer('read', ok('newer'))
    expect(shown(journey)).toEqual(['fresh', 'newer', null])
    expect(journey.inputs('read')).toHaveLength(2)
  })
})

describe('resources of the pages', () => {
  const server = new FakeServer()
  const platform = new FakePlatform(server)
  const app = appOn(platform)

  it('refetches customer service’s number on return after a failure', async () => {
    const call = 'GET /op-config/contact'
    server.routes[call] = () => new Refusal(1003)
    const contact = createContact(app)
    contact.start()
    await vi.waitFor(() => expect(contact.getSnapshot().value).toBe('failed'))
    server.routes[call] = () => ({ phone: '+86 21 0000 0731' })
    platform.comeBack()
    await vi.waitFor(() =>
      expect(selectValue(contact)(contact.getSnapshot())).toEqual({ phone: '+86 21 0000 0731' }),
    )
    contact.stop()
    const asked = server.of(call).length
    platform.comeBack()
    expect(server.of(call)).toHaveLength(asked)
  })

  it('fetches a site, a QR code’s site and a region’s insurance by id', async () => {
    server.routes['GET /sites/site-1'] = () => ({ ...qrSite.site, deskQrId: 'desk-1' })
    server.routes['GET /sites/qr/desk-1'] = () => qrSite
    server.routes['GET /regions/atlantis/insurance'] = () => new Refusal(7006)
    const site = createSiteDetail(app, 'site-1')
    const place = createQrSite(app, 'desk-1')
    const insurance = createInsurance(app, 'atlantis')
    for (const actor of [site, place, insurance]) actor.start()
    await vi.waitFor(() => expect(insurance.getSnapshot().value).toBe('notThere'))
    await vi.waitFor(() => expect(selectValue(place)(place.getSnapshot())).toEqual(qrSite))
    expect(selectValue(site)(site.getSnapshot())).toEqual({
      ...qrSite.site,
      deskQrId: 'desk-1',
      isClosed: false,
    })
    for (const actor of [site, place, insurance]) actor.stop()
  })
})

describe('opening hours, by the site’s own clock', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00+08:00`)
  const open = (hours: { opens: string; closes: string } | null, clock: string) =>
    isOpenNow({ hours, timeZone: 'Asia/Shanghai' }, at(clock))

  it.each([
    ['07:00', '22:00', '06:59', false],
    ['07:00', '22:00', '07:00', true],
    ['07:00', '22:00', '21:59', true],
    ['07:00', '22:00', '22:00', false],
    ['18:00', '02:00', '17:59', false],
    ['18:00', '02:00', '18:00', true],
    ['18:00', '02:00', '01:59', true],
    ['18:00', '02:00', '02:00', false],
  ])('decides whether a site with hours %s to %s is open at %s: %s', (opens, closes, clock, expected) => {
    expect(open({ opens, closes }, clock)).toBe(expected)
  })

  it.each([
    [['Fri'], '01:59', true],
    [['Fri'], '20:00', false],
    [['Thu'], '01:59', false],
    [['2026-11-19'], '01:59', false],
    [['2026-11-20'], '20:00', false],
    [['Sat', '2026-11-21'], '20:00', true],
  ])('counts night hours to the day on which they begin: closed %s, at %s', (days, clock, expected) => {
    const hours = { opens: '18:00', closes: '02:00', closedDays: days }
    expect(isOpenNow({ hours, timeZone: 'Asia/Shanghai' }, at(clock))).toBe(expected)
  })

  it('treats a site without hours as always open', () => expect(open(null, '03:00')).toBe(true))
})
