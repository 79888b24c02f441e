import { chooseDelivery, type Draft, openPlacement, toDeliveryChoice } from '@handsfree/core/booking'
import { expect, it, vi } from 'vitest'
import { qrSite } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer } from '../fake-platform.ts'
import { formOf, formSnapshotOf } from './form-of.ts'

const station = { ...qrSite.site, siteId: 'station', name: 'Station' }
const toStation = toDeliveryChoice(station)

const open = () => {
  const app = appOn(new FakePlatform(new FakeServer()))
  const placement = openPlacement(app, 'desk-1', 'editing')
  return {
    app,
    placement,
    delivery: () => placement.getSnapshot().context.form?.getSnapshot().context.draft.delivery ?? null,
  }
}

it('sets the delivery as soon as the draft is editable', async () => {
  const { app, placement, delivery } = open()
  chooseDelivery(placement, station)
  expect(delivery()).toBe(null)
  await vi.waitFor(() => expect(delivery()).toEqual(toStation))
  const own = { kind: 'custom', regionId: 'shanghai', address: 'My own', detail: '' } as const
  formOf(placement).send({ type: 'draft.change', patch: { delivery: own } })
  expect(delivery()).toEqual(own)
  chooseDelivery(placement, station)
  expect(delivery()).toEqual(toStation)
  app.stop()
})

it('ignores the pickup site as the delivery', async () => {
  const { app, placement, delivery } = open()
  await vi.waitFor(() => expect(placement.getSnapshot().matches('editing')).toBe(true))
  chooseDelivery(placement, qrSite.site)
  expect(delivery()).toBe(null)
  app.stop()
})

it('refuses a delivery and a receiver in the API’s format', async () => {
  const { app, placement, delivery } = open()
  await vi.waitFor(() => expect(placement.getSnapshot().matches('editing')).toBe(true))
  chooseDelivery(placement, station)
  // @ts-expect-error The draft holds enough of a site to show it.
  const bySite: Partial<Draft> = { delivery: { kind: 'site', siteId: 'station' } }
  // @ts-expect-error The draft says whether the receiver is the traveller.
  const byPhone: Partial<Draft> = { receiver: { name: 'Bo', dialCode: '86', phoneNumber: '13800138000' } }
  for (const patch of [bySite, byPhone]) {
    expect(formSnapshotOf(placement).can({ type: 'draft.change', patch })).toBe(false)
    formOf(placement).send({ type: 'draft.change', patch })
  }
  expect(delivery()).toEqual(toStation)
  app.stop()
})
