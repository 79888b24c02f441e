import { createLastPlace } from '@handsfree/core/booking'
import { selectValue } from '@handsfree/core/realtime'
import { lastQrId } from '@handsfree/core/scanner'
import { beforeEach, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { qrSite } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

let server: FakeServer
let platform: FakePlatform

beforeEach(() => {
  server = new FakeServer()
  platform = new FakePlatform(server)
  platform.storage.set('lastSiteQRId', 'desk-1')
})

const appOf = () => appOn(platform)
const read = async (qrId: string) => {
  const place = createLastPlace(appOf(), qrId)
  place.start()
  const { context } = await waitFor(place, (snapshot) => !snapshot.hasTag('busy'))
  return context.value === null ? null : (selectValue(place)(place.getSnapshot())?.site.name ?? null)
}

it('offers the place of the last order by name', async () => {
  expect(lastQrId(appOf())).toBe('desk-1')
  expect(await read('desk-1')).toBe(qrSite.site.name)
  expect(server.of('GET /sites/qr/desk-1')).toHaveLength(1)
})

it('removes the stored code once it is unknown', async () => {
  server.routes['GET /sites/qr/desk-1'] = () => new Refusal(3002)
  expect(await read('desk-1')).toBeNull()
  expect(lastQrId(appOf())).toBeNull()
})

it.each([
  ['a network error', undefined],
  ['a server error', () => new Refusal(1003)],
])('hides the place but keeps the stored code after %s', async (_, route) => {
  if (route) server.routes['GET /sites/qr/desk-1'] = route
  else delete server.routes['GET /sites/qr/desk-1']
  expect(await read('desk-1')).toBeNull()
  expect(lastQrId(appOf())).toBe('desk-1')
})

it.each(['', '../orders', 'a b', 'x'.repeat(65)])('ignores the invalid stored code %j', (stored) => {
  platform.storage.set('lastSiteQRId', stored)
  expect(lastQrId(appOf())).toBeNull()
})
