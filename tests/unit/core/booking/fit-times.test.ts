import {
  type Draft,
  dayPartOf,
  fitTimes,
  groupSlots,
  nearestSlot,
  slotAtSameTime,
} from '@handsfree/core/booking'
import { expect, it } from 'vitest'
import { completeDraft } from '../../models/placement.model.ts'
import { qrSite } from '../../models/samples.ts'

const at = (time: string) => Date.parse(`2026-11-23T${time}:00+08:00`)
const untimed: Draft = { ...completeDraft, pickupTime: null, deliveryTime: null }
const place = (hours: { opens: string; closes: string } | null) => ({
  ...qrSite,
  site: { ...qrSite.site, hours },
})
const timesOf = ({ pickupTime, deliveryTime }: Draft) => [pickupTime, deliveryTime]

it.each([
  [
    'in the first slot an hour from now',
    '10:10',
    null,
    ['2026-11-23T11:30:00+08:00', '2026-11-23T14:30:00+08:00'],
  ],
  [
    'in the morning when it is night',
    '02:00',
    null,
    ['2026-11-23T08:00:00+08:00', '2026-11-23T11:00:00+08:00'],
  ],
  ['at 19:30 when it is 18:30', '18:30', null, ['2026-11-23T19:30:00+08:00', '2026-11-24T08:00:00+08:00']],
  [
    'tomorrow at 8:00 when it is 19:00',
    '19:00',
    null,
    ['2026-11-24T08:00:00+08:00', '2026-11-24T11:00:00+08:00'],
  ],
  [
    'tomorrow at 8:00 when it is 19:30',
    '19:30',
    null,
    ['2026-11-24T08:00:00+08:00', '2026-11-24T11:00:00+08:00'],
  ],
  [
    'when the site opens',
    '10:00',
    { opens: '13:00', closes: '15:00' },
    ['2026-11-23T13:00:00+08:00', '2026-11-23T16:00:00+08:00'],
  ],
  [
    'outside usual hours if the site is open only then',
    '10:00',
    { opens: '21:00', closes: '23:00' },
    ['2026-11-23T21:00:00+08:00', '2026-11-24T08:00:00+08:00'],
  ],
])('suggests a pickup %s', (_, now, hours, times) => {
  const { draft, movedTimes } = fitTimes(untimed, place(hours), at(now))
  expect(timesOf(draft)).toEqual(times)
  expect([draft.suggested, movedTimes]).toEqual([['pickupTime', 'deliveryTime'], []])
})

it('moves a suggested delivery with the pickup without reporting it', () => {
  const first = fitTimes(untimed, qrSite, at('10:00')).draft
  const changed = { ...first, pickupTime: '2026-11-24T15:00:00+08:00', suggested: ['deliveryTime' as const] }
  const { draft, movedTimes } = fitTimes(changed, qrSite, at('10:00'))
  expect([draft.deliveryTime, movedTimes]).toEqual(['2026-11-24T18:00:00+08:00', []])
})

it('moves a chosen delivery only if it is no longer possible, and reports it', () => {
  const chosen = {
    ...completeDraft,
    pickupTime: '2026-11-24T10:00:00+08:00',
    deliveryTime: '2026-11-24T15:00:00+08:00',
  }
  expect(fitTimes(chosen, qrSite, at('10:00'))).toEqual({ draft: chosen, movedTimes: [] })
  const later = { ...chosen, pickupTime: '2026-11-24T13:00:00+08:00' }
  const { draft, movedTimes } = fitTimes(later, qrSite, at('10:00'))
  expect([...timesOf(draft), movedTimes]).toEqual([
    '2026-11-24T13:00:00+08:00',
    '2026-11-24T16:00:00+08:00',
    ['deliveryTime'],
  ])
})

it('moves a pickup that has passed to the next slot, and the delivery with it', () => {
  const { draft, movedTimes } = fitTimes(completeDraft, qrSite, Date.parse('2026-11-24T14:00:00+08:00'))
  expect([...timesOf(draft), movedTimes]).toEqual([
    '2026-11-24T15:00:00+08:00',
    '2026-11-24T18:00:00+08:00',
    ['pickupTime', 'deliveryTime'],
  ])
  expect(draft.suggested).toEqual(['pickupTime', 'deliveryTime'])
})

it('groups slots by part of the day, leaving out empty parts', () => {
  const slots = ['05:30', '06:00', '11:30', '18:00'].map((time) => `2026-11-24T${time}:00+08:00`)
  expect(groupSlots(slots).map(({ part, slots: { length } }) => [part, length])).toEqual([
    ['early', 1],
    ['morning', 2],
    ['evening', 1],
  ])
  expect(['00:00', '12:00', '17:30'].map((time) => dayPartOf(`2026-11-24T${time}`))).toEqual([
    'early',
    'afternoon',
    'afternoon',
  ])
})

it('keeps the time of day on another day, or picks the next slot, or the last', () => {
  const slots = ['10:00', '12:00', '14:00'].map((time) => `2026-11-25T${time}:00+08:00`)
  const on = (time: string) => slotAtSameTime(slots, `2026-11-24T${time}:00+08:00`)?.slice(11, 16)
  expect([on('12:00'), on('11:00'), on('20:00'), slotAtSameTime([], null)]).toEqual([
    '12:00',
    '12:00',
    '14:00',
    null,
  ])
})

it('picks the slot nearest to the chosen time', () => {
  const slots = ['18:00', '18:30', '19:00'].map((time) => `2026-11-25T${time}:00+08:00`)
  const from = (time: string) => nearestSlot(slots, `2026-11-25T${time}:00+08:00`)?.slice(11, 16)
  expect([
    from('09:30'),
    from('17:30'),
    from('21:00'),
    nearestSlot(slots, null),
    nearestSlot([], null),
  ]).toEqual(['18:00', '18:00', '19:00', slots[0], null])
})
