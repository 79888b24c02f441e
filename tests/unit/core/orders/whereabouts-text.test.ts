import type { Order } from '@handsfree/core/contract'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { arrivesSoonText, initialLifecycle, scanText } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

const english = createFormatter('en-US', await loadMessages('en-US'))
const now = Date.parse('2026-11-24T14:00:00+08:00')
const moving = (changed: Partial<Order> = {}) =>
  order({
    status: 'in_transit',
    lifecycle: {
      ...initialLifecycle,
      review: 'pass',
      payment: 'paid',
      assignment: 'accepted',
      pickup: 'pickuped',
      transport: 'inProgress',
    },
    currentAddress: 'Lotus Court Hotel',
    scannedTime: new Date(now).toISOString(),
    cityName: '',
    ...changed,
  })
const scanned = (minutesAgo: number) =>
  scanText(english, moving({ scannedTime: new Date(now - minutesAgo * 60_000).toISOString() }), now)
const arrives = (minutesAhead: number) =>
  arrivesSoonText(
    english,
    moving({ estimatedDelivery: new Date(now + minutesAhead * 60_000).toISOString() }),
    now,
  )

it('counts the minutes since the last scan for an hour, then names its time', () => {
  expect([0, 1, 59, 60].map(scanned)).toEqual([
    'Last scanned at Lotus Court Hotel, just now',
    'Last scanned at Lotus Court Hotel, 1 min ago',
    'Last scanned at Lotus Court Hotel, 59 min ago',
    'Last scanned at Lotus Court Hotel, today at 1:00\u00a0PM',
  ])
  expect(scanText(english, moving({ scannedTime: null }), now)).toBe('Last scanned at Lotus Court Hotel')
  expect(scanText(english, order(), now)).toBe(null)
})

it('counts the minutes left in the last hour only', () => {
  expect([61, 60, 1, 0].map(arrives)).toEqual([
    null,
    'Arrives in about 60 min',
    'Arrives in about 1 min',
    null,
  ])
})
