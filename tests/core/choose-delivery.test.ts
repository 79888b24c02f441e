import { chooseDelivery, openPlacement, toDeliveryChoice } from '@handsfree/core/order'
import { expect, it, vi } from 'vitest'
import { qrSite } from '../models/samples.ts'
import { appOn, FakePlatform, FakeServer } from './fake-platform.ts'

const station = { ...qrSite.site, siteId: 'station', name: 'Station' }
const toStation = toDeliveryChoice(station)

const open = () => {
  const app = appOn(new FakePlatform(new FakeServer()))
  const placement = openPlacement(app, 'desk-1', 'editing')
  return { app, placement, delivery: () => placement.getSnapshot().context.draft.delivery }
}

it('waits until the draft can be changed, and chooses once', async () => {
  const { app, placement, delivery } = open()
  chooseDelivery(placement, station)
  expect(delivery()).toBe(null)
  await vi.waitFor(() => expect(delivery()).toEqual(toStation))
  const own = { kind: 'custom', regionId: 'shanghai', address: 'My own', detail: '' } as const
  placement.send({ type: 'draft.change', patch: { delivery: own } })
  expect(delivery()).toEqual(own)
  chooseDelivery(placement, station)
  expect(delivery()).toEqual(toStation)
  app.stop()
})

it('offers no delivery to where the bags are', async () => {
  const { app, placement, delivery } = open()
  await vi.waitFor(() => expect(placement.getSnapshot().matches('editing')).toBe(true))
  chooseDelivery(placement, qrSite.site)
  expect(delivery()).toBe(null)
  app.stop()
})
