import { createServerClock, type TimedAnswer } from '@handsfree/core/lib'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeBrowser } from '../fake-platform.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-23T02:00:00Z')

let browser: FakeBrowser
/** The true time, and how far the phone is ahead of it, in milliseconds. */
let time: number
let ahead: number

beforeEach(() => {
  browser = new FakeBrowser()
  browser.items.clear()
  time = start
  ahead = 0
})

const open = () => createServerClock({ storage: browser.tab(), now: () => time + ahead })
type Clock = ReturnType<typeof open>

/** Simulates a call whose server writes `Date` after `share` of the round trip. */
const hear = (clock: Clock, { roundTrip = 120, share = 0.5, ...changed }: Heard = {}) => {
  const sentAt = clock.deviceNow()
  const date = new Date(time + roundTrip * share).toUTCString()
  time += roundTrip
  clock.sync({ sentAt, receivedAt: clock.deviceNow(), date, age: null, ...changed })
}
type Heard = Partial<TimedAnswer> & { roundTrip?: number; share?: number }
const error = (clock: Clock) => Math.abs(clock.now() - time)

describe('the clock of the server', () => {
  it('returns the device’s time before the first answer', () => {
    ahead = 30 * hour
    expect([open().now(), open().offset()]).toEqual([start + 30 * hour, 0])
  })

  it.each([
    ['26 h slow', -26 * hour],
    ['30 h fast', 30 * hour],
    ['6 min slow', -6 * minute],
    ['4 min fast', 4 * minute],
    ['56 years slow', -56 * 365 * 24 * hour],
  ])('returns the correct time after one answer on a phone that is %s', (_, wrong) => {
    for (const roundTrip of [0, 40, 900, 9_900]) {
      browser = new FakeBrowser()
      browser.items.clear()
      time = start + 437
      ahead = wrong
      const clock = open()
      hear(clock, { roundTrip })
      expect(error(clock)).toBeLessThanOrEqual(roundTrip / 2 + 501)
    }
  })

  it('never adjusts a clock that is right to the second', () => {
    ahead = -900
    const clock = open()
    let heard = 0
    clock.subscribe(() => heard++)
    for (const roundTrip of [3, 8_000, 250, 4_000, 30]) {
      for (const share of [0, 0.5, 1]) hear(clock, { roundTrip, share })
    }
    expect([clock.offset(), heard, [...browser.items]]).toEqual([0, 0, []])
  })

  it('keeps the first offset while later answers agree', () => {
    ahead = -26 * hour
    const clock = open()
    hear(clock)
    const learned = clock.offset()
    for (const roundTrip of [9_000, 5, 700, 60]) {
      for (const share of [0, 0.3, 1]) hear(clock, { roundTrip, share })
    }
    expect(clock.offset()).toBe(learned)
  })

  it('refines the offset after a quicker answer', () => {
    ahead = -26 * hour
    const clock = open()
    hear(clock, { roundTrip: 9_800, share: 0 })
    expect(error(clock)).toBeGreaterThan(4_000)
    hear(clock, { roundTrip: 20 })
    expect(error(clock)).toBeLessThanOrEqual(520)
  })

  it('updates the offset when the phone’s clock changes, and clears it once correct', () => {
    ahead = -26 * hour
    const clock = open()
    const heard: number[] = []
    const stop = clock.subscribe(() => heard.push(Math.round(clock.offset() / hour)))
    hear(clock)
    ahead = 3 * hour
    hear(clock)
    ahead = 0
    hear(clock)
    stop()
    ahead = hour
    hear(clock)
    expect(heard).toEqual([26, -3, 0])
    expect(error(clock)).toBeLessThanOrEqual(561)
  })

  it.each([
    ['no date', { date: null }],
    ['an invalid date', { date: 'yesterday' }],
    ['a date too far in the past', { date: 'Thu, 01 Jan 1970 00:00:12 GMT' }],
    ['a date too far in the future', { date: 'Fri, 01 Jan 2150 00:00:12 GMT' }],
    ['a cache’s age', { date: 'Sun, 22 Nov 2026 02:00:00 GMT', age: '86400' }],
    ['a phone that slept during the call', { roundTrip: hour }],
    ['a clock that was set back during the call', { receivedAt: start - 27 * hour }],
  ])('ignores an answer with %s', (_, answer: Heard) => {
    ahead = -26 * hour
    const clock = open()
    hear(clock, answer)
    expect([clock.offset(), [...browser.items]]).toEqual([0, []])
  })

  it('returns the correct time after a reload without a network', () => {
    ahead = -26 * hour
    hear(open())
    time += 5 * hour
    expect(error(open())).toBeLessThanOrEqual(561)
  })

  it('deletes the stored offset once the phone’s clock is correct', () => {
    ahead = -26 * hour
    hear(open())
    expect([...browser.items.keys()]).toEqual(['clock'])
    ahead = 0
    const clock = open()
    hear(clock)
    expect([clock.offset(), [...browser.items]]).toEqual([0, []])
  })

  it.each(['', 'NaN', '-Infinity', '1e308', '{"offset":1}', '-9999999999999', 'null'])(
    'returns the device’s time if %j is stored',
    (stored) => {
      browser.items.set('clock', stored)
      expect([open().offset(), open().now()]).toEqual([0, start])
    },
  )
})
