import type { Site } from '@handsfree/core/contract'
import { changedFactsOf, draftAfterPickup, draftOfOrder } from '@handsfree/core/orders'
import { describe, expect, it } from 'vitest'
import { order, qrSite } from '../../models/samples.ts'

const me = { who: 'me', name: 'Lin', dialCode: '86', phoneNumber: '13800138000' } as const
const destination: Site = { ...qrSite.site, siteId: 'site-2', name: 'Pudong Airport T2' }
const ends = { place: qrSite, destination }
const draft = draftOfOrder(order(), ends, me)

describe('the draft of an order', () => {
  it('copies the order’s current facts, with times in the site’s zone', () => {
    const present = order({
      pickup: { ...order().pickup, roomNumber: '1208' },
      pickupTime: '2026-11-24T02:00:00Z',
      deliveryTime: '2026-11-24T07:00:00Z',
      pieces: 3,
      declaredValue: 500_00,
      remarks: 'by the door',
    })
    expect(draftOfOrder(present, ends, me)).toEqual({
      ...draft,
      roomNumber: '1208',
      roomPassword: '',
      pickupTime: '2026-11-24T10:00:00+08:00',
      deliveryTime: '2026-11-24T15:00:00+08:00',
      suggested: [],
      pieces: 3,
      declaredValue: 500_00,
      receiver: me,
      remarks: 'by the door',
    })
  })

  it.each([
    ['name', { name: 'Ada' }],
    ['calling code', { dialCode: '852' }],
    ['number', { phoneNumber: '13800138001' }],
  ])('treats a receiver with another %s as another person, and keeps their language', (_, other) => {
    const receiver = { ...order().receiver, ...other, locale: 'en-US' } as const
    expect(draftOfOrder(order({ receiver }), ends, me).receiver).toEqual({ ...receiver, who: 'other' })
  })

  it('sets no language for the traveller or if none was chosen', () => {
    const receiver = { ...order().receiver, locale: 'zh-CN' } as const
    expect(draftOfOrder(order({ receiver }), ends, me).receiver).toEqual(me)
    const other = { ...order().receiver, name: 'Ada' }
    expect(draftOfOrder(order({ receiver: other }), ends, me).receiver).toEqual({ ...other, who: 'other' })
  })

  it('finds the region of an own address by its city, or returns null', () => {
    const to = (cityName: string) => {
      const location = { ...qrSite.location, address: '8 Bund', detail: 'Flat 2' }
      const delivery = { ...order().delivery, siteId: null, cityName, location }
      return draftOfOrder(order({ delivery }), { place: qrSite, destination: null }, me).delivery
    }
    const own = { kind: 'custom', address: '8 Bund', detail: 'Flat 2' }
    expect(to(qrSite.serviceAreas[0]?.name ?? '')).toEqual({
      ...own,
      regionId: qrSite.serviceAreas[0]?.regionId,
    })
    expect(to('Elsewhere')).toEqual({ ...own, regionId: null })
  })
})

describe('the delivery time after the pickup', () => {
  const at = (time: string) => draftAfterPickup(draft, qrSite, Date.parse(time)).deliveryTime

  it('keeps the delivery time until it has passed, then uses the next slot', () => {
    expect(at('2026-11-24T14:59:59+08:00')).toBe('2026-11-24T15:00:00+08:00')
    expect(at('2026-11-24T15:00:00+08:00')).toBe('2026-11-24T15:30:00+08:00')
  })
})

describe('the changed facts of an order', () => {
  const other = { ...draft, pieces: 2, deliveryTime: '2026-11-24T16:00:00+08:00', remarks: 'ring' }

  it('returns no facts if the form is unchanged', () => {
    expect(changedFactsOf(draft, { ...draft }, 'order')).toEqual({})
  })

  it('returns every changed fact before the pickup', () => {
    expect(changedFactsOf(draft, other, 'order')).toEqual({
      pieces: 2,
      deliveryTime: '2026-11-24T16:00:00+08:00',
      remarks: 'ring',
    })
  })

  it('returns only the destination and its time after the pickup', () => {
    const moved = {
      ...other,
      delivery: { kind: 'custom', regionId: 'shanghai', address: '8 Bund', detail: '' },
    }
    expect(changedFactsOf(draft, moved as typeof draft, 'destination')).toEqual({
      delivery: { kind: 'custom', regionId: 'shanghai', address: '8 Bund', detail: '' },
      deliveryTime: '2026-11-24T16:00:00+08:00',
    })
  })
})
