import { pickupSlots } from '@handsfree/core/booking'
import { getQrSite } from '@handsfree/core/contract'
import { createFormatter, dayOf, formatTime, isOtherTimeZone, loadMessages } from '@handsfree/core/i18n'
import { knownZone, utcOffsetAt, wallClock } from '@handsfree/core/lib'
import { expect, test } from 'vitest'
import { appOn, FakePlatform, FakeServer } from '../fake-platform.ts'

const instant = Date.parse('2026-11-24T02:00:00Z')

test.each(['Etc/Unknown', 'Foo/Bar', ''])('treats the device’s zone %j as UTC', (timeZone) => {
  expect(knownZone(timeZone)).toBe('UTC')
  expect(knownZone('Asia/Shanghai')).toBe('Asia/Shanghai')
  expect(wallClock(instant, timeZone).toISOString()).toBe('2026-11-24T02:00:00.000Z')
  expect(isOtherTimeZone(instant, 'Asia/Shanghai', timeZone)).toBe(true)
})

test.each([
  ['UTC+0800', 8 * 60, '2026-11-24T10:00:00+08:00'],
  ['UTC+0545', 5 * 60 + 45, '2026-11-24T07:45:00+05:45'],
  ['UTC-0330', -(3 * 60 + 30), '2026-11-23T22:30:00-03:30'],
])('reads the fixed zone %s', async (timeZone, minutes, written) => {
  expect(utcOffsetAt(instant, timeZone)).toBe(minutes)
  expect(dayOf(instant, timeZone)).toBe(written.slice(0, 10))
  const site = { timeZone, hours: null }
  expect(pickupSlots(written.slice(0, 10), instant, site)[0]).toContain(written.slice(-6))
})

test('shows a site’s times by the offset from the server if its zone is unknown', async () => {
  const server = new FakeServer()
  const { 'GET /sites/qr/desk-1': read } = server.routes
  server.routes['GET /sites/qr/desk-1'] = (sent) => {
    const place = read?.(sent) as { site: object; serviceAreas: object[] }
    const clock = { timeZone: 'Asia/Newtown', utcOffset: 345 }
    return {
      ...place,
      site: { ...place.site, ...clock },
      serviceAreas: place.serviceAreas.map((area) => ({ ...area, ...clock })),
    }
  }
  const place = await appOn(new FakePlatform(server)).api.call(getQrSite, { params: { qrId: 'desk-1' } })
  if (!place.ok) throw new Error('no place')
  const { site, serviceAreas } = place.value
  expect(new Set(serviceAreas.map((area) => area.timeZone))).toEqual(new Set([site.timeZone]))
  const intl = createFormatter('en-US', await loadMessages('en-US'), 'UTC')
  expect(formatTime(instant, { timeZone: site.timeZone, now: instant, intl, city: 'Newtown' })).toBe(
    'Today at 7:45\u00a0AM (Newtown)',
  )
})
