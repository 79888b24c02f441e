import { emptyOwnAddress, routeTo, waitMinutes } from '@handsfree/core/booking'
import { storageFeeAirport } from '@handsfree/core/policy'
import { expect, it } from 'vitest'
import { qrSite, serviceArea } from '../../models/samples.ts'

const hours = { opens: '07:00', closes: '22:00' }
const place = {
  ...qrSite,
  serviceAreas: [
    serviceArea(),
    serviceArea({
      regionId: 'hangzhou',
      travelMinutes: 240,
      surchargePerPiece: 20_00,
      timeZone: 'Asia/Tokyo',
    }),
  ],
}
const site = { ...qrSite.site, siteId: 'site-2', hours }
const route = {
  timeZone: 'Asia/Shanghai',
  travelMinutes: 180,
  distanceFee: 0,
  storageFee: 0,
  destination: { timeZone: 'Asia/Shanghai', hours },
}

it('uses the travel time and surcharge of the service area, and the destination’s hours', () => {
  expect(routeTo(place, { kind: 'site', site })).toMatchObject({ ok: true, value: route })
  expect(routeTo(place, { kind: 'site', site: { ...site, regionId: 'hangzhou' } })).toMatchObject({
    ok: true,
    value: { ...route, travelMinutes: 240, distanceFee: 20_00 },
  })
})

it('limits deliveries to an own address to daytime in its region', () => {
  expect(routeTo(place, { kind: 'custom', regionId: 'hangzhou' })).toEqual({
    ok: true,
    value: {
      ...route,
      travelMinutes: 240,
      distanceFee: 20_00,
      destination: { timeZone: 'Asia/Tokyo', hours },
    },
  })
})

it('adds the airport’s storage fee for pickup and for delivery there', () => {
  const { siteId, perPiece } = storageFeeAirport
  const airport = { ...place, site: { ...place.site, siteId } }
  const fees = [
    routeTo(place, { kind: 'site', site: { ...site, siteId } }),
    routeTo(airport, { kind: 'site', site }),
    routeTo(airport, { kind: 'custom', regionId: 'shanghai' }),
    routeTo(place, { kind: 'site', site }),
  ].map((found) => found.ok && found.value.storageFee)
  expect(fees).toEqual([perPiece, perPiece, perPiece, 0])
})

it('refuses the pickup site, a region without a service area, and an address that is too far', () => {
  const { latitude, longitude } = place.site.location
  const at = (north: number) => ({ latitude: latitude + north, longitude })
  const address = (north: number) =>
    routeTo(place, { kind: 'custom', regionId: 'shanghai', coordinates: at(north) })
  expect([
    routeTo(place, { kind: 'site', site: place.site }),
    routeTo(place, { kind: 'site', site: { ...site, regionId: 'hong-kong' } }),
    routeTo(place, { kind: 'custom', regionId: 'paris' }),
    // A degree of latitude is 111.2 km, so 50 km are 0.4497 degrees.
    address(0.45),
  ]).toEqual(['samePlace', 'notServed', 'notServed', 'tooFar'].map((error) => ({ ok: false, error })))
  expect(address(0.449).ok).toBe(true)
})

it('preselects the city of an own address only if there is just one', () => {
  expect([emptyOwnAddress(qrSite), emptyOwnAddress(place)]).toEqual([
    { kind: 'custom', regionId: 'shanghai', address: '', detail: '' },
    { kind: 'custom', regionId: null, address: '', detail: '' },
  ])
})

it('counts the minutes that bags wait beyond their journey, or 0 if a time is missing', () => {
  const pickupTime = '2026-11-24T10:00:00+08:00'
  const wait = (deliveryTime: string | null) =>
    waitMinutes({ pickupTime, deliveryTime }, { travelMinutes: 180 })
  expect([
    wait('2026-11-24T13:30:00+08:00'),
    wait('2026-11-24T13:00:00+08:00'),
    wait('2026-11-24T12:00:00+08:00'),
    wait(null),
    waitMinutes({ pickupTime: null, deliveryTime: pickupTime }, { travelMinutes: 0 }),
  ]).toEqual([30, 0, 0, 0, 0])
})
