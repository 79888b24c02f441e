import { dayOf, deliveryDays, deliverySlots, pickupDays, pickupSlots } from '@handsfree/core/order'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const at = (time: string) => Date.parse(time)
const site = (timeZone: string, hours: { opens: string; closes: string } | null = null) => ({
  timeZone,
  hours,
})
const shanghai = site('Asia/Shanghai')
const newYork = site('America/New_York')
const halfHours = (day: string, offset: string, from: number, to: number) =>
  Array.from({ length: (to - from) * 2 }, (_, index) => {
    const minutes = from * 60 + index * 30
    const two = (value: number) => String(value).padStart(2, '0')
    return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00${offset}`
  })

describe('pickup', () => {
  it('is offered on the half hour, from one hour ahead until midnight', () => {
    const now = at('2026-11-23T10:00:00+08:00')
    expect(pickupSlots('2026-11-23', now, shanghai)).toEqual(halfHours('2026-11-23', '+08:00', 11, 24))
    expect(pickupSlots('2026-11-24', now, shanghai)).toEqual(halfHours('2026-11-24', '+08:00', 0, 24))
  })

  it('one millisecond later the first slot is gone', () => {
    const [first] = pickupSlots('2026-11-23', at('2026-11-23T10:00:00.001+08:00'), shanghai)
    expect(first).toBe('2026-11-23T11:30:00+08:00')
  })

  it('is offered today and 14 days ahead, by the site’s calendar', () => {
    const days = pickupDays(at('2026-11-23T10:00:00+08:00'), shanghai)
    expect([days.length, days[0], days.at(-1)]).toEqual([15, '2026-11-23', '2026-12-07'])
    // The same moment, where it is still the day before.
    expect(pickupDays(at('2026-11-23T10:00:00+08:00'), newYork)[0]).toBe('2026-11-22')
  })

  it('late in the evening today has no slot left', () => {
    const now = at('2026-11-23T22:40:00+08:00')
    expect(pickupSlots('2026-11-23', now, shanghai)).toEqual([])
    const days = pickupDays(now, shanghai)
    expect([days.length, days[0], days.at(-1)]).toEqual([14, '2026-11-24', '2026-12-07'])
    expect(pickupSlots('2026-11-24', now, shanghai)[0]).toBe('2026-11-24T00:00:00+08:00')
    // Past 23:00, the hour ahead reaches into tomorrow.
    expect(pickupSlots('2026-11-24', at('2026-11-23T23:10:00+08:00'), shanghai)[0]).toBe(
      '2026-11-24T00:30:00+08:00',
    )
  })

  it('keeps opening hours that reach past midnight', () => {
    const now = at('2026-11-22T05:00:00+08:00')
    const lateBar = site('Asia/Shanghai', { opens: '22:00', closes: '01:00' })
    expect(pickupSlots('2026-11-23', now, lateBar)).toEqual([
      '2026-11-23T00:00:00+08:00',
      '2026-11-23T00:30:00+08:00',
      '2026-11-23T22:00:00+08:00',
      '2026-11-23T22:30:00+08:00',
      '2026-11-23T23:00:00+08:00',
      '2026-11-23T23:30:00+08:00',
    ])
    const always = site('Asia/Shanghai', { opens: '08:00', closes: '08:00' })
    expect(pickupSlots('2026-11-23', now, always)).toHaveLength(48)
  })

  it('keeps opening hours: the first slot when it opens, none when it closes', () => {
    const now = at('2026-11-23T05:00:00+08:00')
    const hongKong = site('Asia/Hong_Kong', { opens: '07:00', closes: '22:00' })
    expect(pickupSlots('2026-11-23', now, hongKong)).toEqual(halfHours('2026-11-23', '+08:00', 7, 22))
    const odd = site('Asia/Hong_Kong', { opens: '07:10', closes: '08:45' })
    expect(pickupSlots('2026-11-23', now, odd)).toEqual([
      '2026-11-23T07:30:00+08:00',
      '2026-11-23T08:00:00+08:00',
      '2026-11-23T08:30:00+08:00',
    ])
  })

  it('a site that closes within the hour is offered from tomorrow on', () => {
    const hongKong = site('Asia/Hong_Kong', { opens: '07:00', closes: '22:00' })
    expect(pickupDays(at('2026-11-23T21:00:00+08:00'), hongKong)[0]).toBe('2026-11-24')
  })
})

describe('days with a clock change, New York', () => {
  it('spring: the hour that does not exist is not offered, none is offered twice', () => {
    const slots = pickupSlots('2027-03-14', at('2027-03-13T12:00:00-05:00'), newYork)
    expect(slots).toEqual([
      ...halfHours('2027-03-14', '-05:00', 0, 2),
      ...halfHours('2027-03-14', '-04:00', 3, 24),
    ])
  })

  it('autumn: every half hour of the clock is offered once', () => {
    const slots = pickupSlots('2026-11-01', at('2026-10-31T12:00:00-04:00'), newYork)
    expect(slots).toEqual([
      ...halfHours('2026-11-01', '-04:00', 0, 2),
      ...halfHours('2026-11-01', '-05:00', 2, 24),
    ])
  })

  it('the days go on one by one', () => {
    const days = pickupDays(at('2026-10-30T12:00:00-04:00'), newYork)
    expect(days.slice(0, 4)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'])
    expect(new Set(days).size).toBe(15)
  })

  it('three hours are three hours, whatever the clock says', () => {
    expect(deliverySlots('2026-11-01', '2026-11-01T00:30:00-04:00', 'America/New_York')[0]).toBe(
      '2026-11-01T02:30:00-05:00',
    )
    expect(deliverySlots('2027-03-14', '2027-03-14T01:00:00-05:00', 'America/New_York')[0]).toBe(
      '2027-03-14T05:00:00-04:00',
    )
  })
})

describe('delivery', () => {
  it('is offered three hours after pickup at the earliest, day and night', () => {
    const pickup = '2026-11-24T10:00:00+08:00'
    expect(deliverySlots('2026-11-24', pickup, 'Asia/Shanghai')).toEqual(
      halfHours('2026-11-24', '+08:00', 13, 24),
    )
  })

  it('of a late pickup begins the next day', () => {
    const pickup = '2026-11-24T21:00:00+08:00'
    const days = deliveryDays(pickup, 'Asia/Hong_Kong')
    expect([days[0], days.length]).toEqual(['2026-11-25', 14])
    expect(deliverySlots('2026-11-25', pickup, 'Asia/Hong_Kong')[0]).toBe('2026-11-25T00:00:00+08:00')
  })
})

it('a day is the site’s day', () => {
  expect(dayOf('2026-11-23T16:30:00Z', 'Asia/Shanghai')).toBe('2026-11-24')
  expect(dayOf(at('2026-11-23T16:30:00Z'), 'America/New_York')).toBe('2026-11-23')
})

it('every slot is far enough ahead, in order, unlike the others and on its day', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'Asia/Hong_Kong', 'America/New_York', 'Asia/Kathmandu')
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') })
  fc.assert(
    fc.property(zone, moment, fc.nat({ max: 14 }), (timeZone, now, index) => {
      const day = pickupDays(now, { timeZone, hours: null })[index]
      if (day === undefined) return
      const slots = pickupSlots(day, now, { timeZone, hours: null })
      const times = slots.map(at)
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
      expect(Math.min(...times)).toBeGreaterThanOrEqual(now + 3_600_000)
      expect(slots.map((slot) => dayOf(slot, timeZone))).toEqual(slots.map(() => day))
    }),
    { numRuns: 60 },
  )
})
