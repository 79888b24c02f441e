import {
  deliveryDays,
  deliverySlots,
  deliveryTimeProblem,
  pickupDays,
  pickupSlots,
  pickupTimeProblem,
} from '@handsfree/core/booking'
import { dayOf } from '@handsfree/core/i18n'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

const at = (time: string) => Date.parse(time)
type Hours = { opens: string; closes: string; closedDays?: string[] }
const site = (timeZone: string, hours: Hours | null = null) => ({
  timeZone,
  hours,
})
const route = (timeZone: string, destination = site(timeZone), travelMinutes = 180) => ({
  timeZone,
  travelMinutes,
  destination,
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
  it('offers pickup on the half hour, from one hour ahead until midnight', () => {
    const now = at('2026-11-23T10:00:00+08:00')
    expect(pickupSlots('2026-11-23', now, shanghai)).toEqual(halfHours('2026-11-23', '+08:00', 11, 24))
    expect(pickupSlots('2026-11-24', now, shanghai)).toEqual(halfHours('2026-11-24', '+08:00', 0, 24))
  })

  it('drops a slot once it is less than one hour ahead', () => {
    const [first] = pickupSlots('2026-11-23', at('2026-11-23T10:00:00.001+08:00'), shanghai)
    expect(first).toBe('2026-11-23T11:30:00+08:00')
  })

  it('offers pickup today and 14 days ahead, by the site’s calendar', () => {
    const days = pickupDays(at('2026-11-23T10:00:00+08:00'), shanghai)
    expect([days.length, days[0], days.at(-1)]).toEqual([15, '2026-11-23', '2026-12-07'])
    // The same moment in a time zone where it is the previous day.
    expect(pickupDays(at('2026-11-23T10:00:00+08:00'), newYork)[0]).toBe('2026-11-22')
  })

  it('offers pickup from tomorrow late in the evening', () => {
    const now = at('2026-11-23T22:40:00+08:00')
    expect(pickupSlots('2026-11-23', now, shanghai)).toEqual([])
    const days = pickupDays(now, shanghai)
    expect([days.length, days[0], days.at(-1)]).toEqual([14, '2026-11-24', '2026-12-07'])
    expect(pickupSlots('2026-11-24', now, shanghai)[0]).toBe('2026-11-24T00:00:00+08:00')
    // Past 23:00, one hour ahead is tomorrow.
    expect(pickupSlots('2026-11-24', at('2026-11-23T23:10:00+08:00'), shanghai)[0]).toBe(
      '2026-11-24T00:30:00+08:00',
    )
  })

  it('offers slots in opening hours that reach past midnight', () => {
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

  it('offers the first slot when the site opens, and none when it closes', () => {
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

  it('offers pickup from tomorrow if the site closes within the hour', () => {
    const hongKong = site('Asia/Hong_Kong', { opens: '07:00', closes: '22:00' })
    expect(pickupDays(at('2026-11-23T21:00:00+08:00'), hongKong)[0]).toBe('2026-11-24')
  })
})

describe('on closed days', () => {
  const now = at('2026-11-26T10:00:00+08:00')
  const [sunday, date] = ['2026-11-29', '2026-12-02']
  const always = { opens: '00:00', closes: '00:00' }
  const hotel = site('Asia/Shanghai', { ...always, closedDays: ['Sun', date] })

  it('skips the site’s closed weekdays and dates for pickup', () => {
    const open = pickupDays(now, shanghai).filter((day) => ![sunday, '2026-12-06', date].includes(day))
    expect(open).toHaveLength(12)
    expect(pickupDays(now, hotel)).toEqual(open)
    expect([sunday, date].map((day) => pickupSlots(day, now, hotel))).toEqual([[], []])
    expect(
      [
        '2026-11-28T23:30',
        '2026-11-29T00:00',
        '2026-11-29T23:30',
        '2026-11-30T00:00',
        '2026-12-02T12:00',
      ].map((time) => pickupTimeProblem(`${time}:00+08:00`, now, hotel)),
    ).toEqual([null, 'closed', 'closed', null, 'closed'])
  })

  it('counts hours after midnight to the day on which they began', () => {
    const bar = site('Asia/Shanghai', { opens: '22:00', closes: '01:00', closedDays: ['Sun'] })
    expect(pickupSlots(sunday, now, bar)).toEqual(halfHours(sunday, '+08:00', 0, 1))
    expect(pickupSlots('2026-11-30', now, bar)).toEqual(halfHours('2026-11-30', '+08:00', 22, 24))
  })

  it('skips the destination’s closed days for delivery, by its own clock', () => {
    const tokyo = site('Asia/Tokyo', { ...always, closedDays: ['Sun'] })
    const toTokyo = route('Asia/Shanghai', tokyo)
    const pickupTime = '2026-11-28T10:00:00+08:00'
    expect(deliverySlots('2026-11-28', pickupTime, toTokyo)).toEqual(
      halfHours('2026-11-28', '+08:00', 13, 23),
    )
    expect(deliverySlots(sunday, pickupTime, toTokyo)).toEqual(halfHours(sunday, '+08:00', 23, 24))
    expect(deliveryTimeProblem('2026-11-29T12:00:00+08:00', pickupTime, toTokyo)).toBe('closed')
  })
})

describe('days with a clock change, New York', () => {
  it('leaves out the hour that the spring clock change skips', () => {
    const slots = pickupSlots('2027-03-14', at('2027-03-13T12:00:00-05:00'), newYork)
    expect(slots).toEqual([
      ...halfHours('2027-03-14', '-05:00', 0, 2),
      ...halfHours('2027-03-14', '-04:00', 3, 24),
    ])
  })

  it('offers each half hour once at the autumn clock change', () => {
    const slots = pickupSlots('2026-11-01', at('2026-10-31T12:00:00-04:00'), newYork)
    expect(slots).toEqual([
      ...halfHours('2026-11-01', '-04:00', 0, 2),
      ...halfHours('2026-11-01', '-05:00', 2, 24),
    ])
  })

  it('lists each day once across a clock change', () => {
    const days = pickupDays(at('2026-10-30T12:00:00-04:00'), newYork)
    expect(days.slice(0, 4)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'])
    expect(new Set(days).size).toBe(15)
  })

  it('counts three elapsed hours across a clock change', () => {
    expect(deliverySlots('2026-11-01', '2026-11-01T00:30:00-04:00', route('America/New_York'))[0]).toBe(
      '2026-11-01T02:30:00-05:00',
    )
    expect(deliverySlots('2027-03-14', '2027-03-14T01:00:00-05:00', route('America/New_York'))[0]).toBe(
      '2027-03-14T05:00:00-04:00',
    )
  })
})

describe.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'])('on a phone in %s', (zone) => {
  afterEach(() => vi.unstubAllEnvs())

  it('offers the site’s slots on days on which the phone’s clock skips an hour', () => {
    vi.stubEnv('TZ', zone)
    for (const day of ['2027-03-14', '2027-03-28', '2027-10-03']) {
      const now = at(`${day}T00:00:00+08:00`) - 86_400_000
      const slots = halfHours(day, '+08:00', 0, 24)
      expect(pickupSlots(day, now, shanghai)).toEqual(slots)
      expect(slots.filter((slot) => pickupTimeProblem(slot, now, shanghai))).toEqual([])
      expect(pickupDays(now, shanghai)[1]).toBe(day)
    }
  })
})

describe('delivery', () => {
  it('offers delivery three hours after pickup at the earliest, day and night', () => {
    const pickup = '2026-11-24T10:00:00+08:00'
    expect(deliverySlots('2026-11-24', pickup, route('Asia/Shanghai'))).toEqual(
      halfHours('2026-11-24', '+08:00', 13, 24),
    )
  })

  it('offers delivery only from a given time', () => {
    const pickup = '2026-11-24T10:00:00+08:00'
    const after = Date.parse('2026-11-24T15:00:00+08:00') + 1
    expect(deliverySlots('2026-11-24', pickup, route('Asia/Shanghai'), after)).toEqual(
      halfHours('2026-11-24', '+08:00', 15, 24).slice(1),
    )
    const tomorrow = Date.parse('2026-11-25T12:00:00+08:00')
    expect(deliveryDays(pickup, route('Asia/Shanghai'), tomorrow)[0]).toBe('2026-11-25')
  })

  it('offers delivery of a late pickup from the next day on', () => {
    const pickup = '2026-11-24T21:00:00+08:00'
    const days = deliveryDays(pickup, route('Asia/Hong_Kong'))
    expect([days[0], days.length]).toEqual(['2026-11-25', 14])
    expect(deliverySlots('2026-11-25', pickup, route('Asia/Hong_Kong'))[0]).toBe('2026-11-25T00:00:00+08:00')
  })
})

describe('delivery to a place that closes', () => {
  const storage = site('Asia/Shanghai', { opens: '07:00', closes: '22:00' })

  it('offers delivery the next morning after a late pickup if the destination closes at night', () => {
    const pickup = '2026-11-24T20:00:00+08:00'
    const toStorage = route('Asia/Shanghai', storage)
    expect(deliverySlots('2026-11-24', pickup, toStorage)).toEqual([])
    expect(deliveryDays(pickup, toStorage)[0]).toBe('2026-11-25')
    expect(deliverySlots('2026-11-25', pickup, toStorage)).toEqual(halfHours('2026-11-25', '+08:00', 7, 22))
  })

  it('offers delivery up to the last half hour before closing', () => {
    const slots = deliverySlots('2026-11-24', '2026-11-24T10:00:00+08:00', route('Asia/Shanghai', storage))
    expect([slots[0], slots.at(-1)]).toEqual(['2026-11-24T13:00:00+08:00', '2026-11-24T21:30:00+08:00'])
  })

  it('checks the destination’s hours by its own clock, and offers slots by the pickup site’s', () => {
    const tokyo = site('Asia/Tokyo', { opens: '07:00', closes: '09:00' })
    expect(deliverySlots('2026-11-25', '2026-11-24T10:00:00+08:00', route('Asia/Shanghai', tokyo))).toEqual(
      halfHours('2026-11-25', '+08:00', 6, 8),
    )
  })

  it('offers delivery no earlier than the travel time after pickup', () => {
    const far = route('Asia/Shanghai', storage, 360)
    expect(deliverySlots('2026-11-24', '2026-11-24T10:00:00+08:00', far)[0]).toBe('2026-11-24T16:00:00+08:00')
  })
})

describe('checking one slot', () => {
  const now = at('2026-11-23T10:00:00+08:00')
  const storage = site('Asia/Shanghai', { opens: '07:00', closes: '22:00' })
  const pickup = '2026-11-24T10:00:00+08:00'

  it.each([
    ['2026-11-23T11:00:00+08:00', null],
    ['2026-11-23T10:30:00+08:00', 'tooEarly'],
    ['2026-11-23T11:10:00+08:00', 'offSlot'],
    ['2026-11-23T11:00:01+08:00', 'offSlot'],
    ['2026-11-23T22:00:00+08:00', 'closed'],
    ['2026-12-07T21:30:00+08:00', null],
    ['2026-12-08T07:00:00+08:00', 'tooLate'],
    ['2026-11-24T03:30:00Z', null],
  ])('checks a pickup at %s: %s', (time, problem) => {
    expect(pickupTimeProblem(time, now, storage)).toBe(problem)
  })

  it.each([
    ['2026-11-24T13:00:00+08:00', null],
    ['2026-11-24T12:30:00+08:00', 'tooEarly'],
    ['2026-11-24T22:00:00+08:00', 'closed'],
    ['2026-12-08T21:30:00+08:00', null],
    ['2026-12-09T07:00:00+08:00', 'tooLate'],
  ])('checks a delivery at %s: %s', (time, problem) => {
    expect(deliveryTimeProblem(time, pickup, route('Asia/Shanghai', storage))).toBe(problem)
  })

  it('refuses the repeated half past one at the autumn clock change', () => {
    const before = at('2026-10-31T12:00:00-04:00')
    expect(
      ['2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00', '2026-11-01T02:00:00-05:00'].map((time) =>
        pickupTimeProblem(time, before, newYork),
      ),
    ).toEqual([null, 'offSlot', null])
  })
})

const zones = ['Asia/Shanghai', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']

it('accepts a time exactly when it is among the slots of its day', () => {
  const hours = fc.option(
    fc.record({ opens: fc.constantFrom('06:00', '22:00'), closes: fc.constantFrom('02:00', '20:30') }),
  )
  const opening = fc.record({ timeZone: fc.constantFrom(...zones), hours })
  // Includes clock changes: New York in March and November, Lord Howe in April and October.
  const moment = fc.oneof(
    fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
    fc.integer({ min: at('2026-10-31T12:00:00Z'), max: at('2026-11-01T12:00:00Z') }),
    fc.integer({ min: at('2026-04-04T12:00:00Z'), max: at('2026-04-05T12:00:00Z') }),
  )
  const steps = fc.integer({ min: -8, max: 40 })
  fc.assert(
    fc.property(opening, opening, moment, steps, fc.boolean(), (from, to, start, step, isExact) => {
      const time = new Date(Math.floor(start / 900_000) * 900_000 + step * 1_800_000 + (isExact ? 0 : 60_000))
      const isListed = (slots: string[]) => slots.some((slot) => at(slot) === time.getTime())
      const pickup = new Date(start).toISOString()
      const way = { ...route(from.timeZone), destination: to }
      expect([
        pickupTimeProblem(time.toISOString(), start, from) === null,
        deliveryTimeProblem(time.toISOString(), pickup, way) === null,
      ]).toEqual([
        isListed(pickupSlots(dayOf(time.getTime(), from.timeZone), start, from)),
        isListed(deliverySlots(dayOf(time.getTime(), from.timeZone), pickup, way)),
      ])
    }),
    { numRuns: 300 },
  )
})

it('takes the day from the site’s clock', () => {
  expect(dayOf('2026-11-23T16:30:00Z', 'Asia/Shanghai')).toBe('2026-11-24')
  expect(dayOf(at('2026-11-23T16:30:00Z'), 'America/New_York')).toBe('2026-11-23')
})

it('offers only slots far enough ahead, in order, distinct and on their day', () => {
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
