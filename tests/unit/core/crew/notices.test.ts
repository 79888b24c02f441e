import type { App } from '@handsfree/core'
import { createCrewDevices, createNotices, markNotices } from '@handsfree/core/crew'
import { selectValue } from '@handsfree/core/realtime'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser, type FakeServer, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

let server: FakeServer
let app: App
let read: 0 | 1

const list = 'GET /operator/notification/page'
const mark = 'POST /operator/notification/state/update'
const unread = 'GET /operator/notification/unread'

beforeEach(() => {
  read = 0
  server = crewServer()
  server.routes[list] = () => ({
    list: [
      {
        notificationId: 'notice-1',
        indexId: 1,
        type: 301,
        content: JSON.stringify({ orderId: 'order-1', orderNumber: 'HF 2611 0482' }),
        isRead: read,
        timestamp: '2026-11-24T08:00:00+08:00',
        zone: null,
      },
    ],
    paging: { page: 1, pageSize: 50, total: 1 },
  })
  server.routes[mark] = () => {
    read = 1
    return {}
  }
  const browser = new FakeBrowser()
  storeCrew(browser)
  app = openCrewTab(server, browser).app
})
afterEach(() => app.stop())

it('lists notices, and reads list and count again after marking one as read', async () => {
  const notices = createNotices(app)
  notices.start()
  const isRead = () => notices.getSnapshot().context.value && selectValue(notices)(notices.getSnapshot())
  await soon(() => expect(isRead()).toMatchObject([{ id: 'notice-1', isRead: false }]))
  expect(server.of(list)[0]?.path).toBe('/operator/notification/page?pageSize=50')
  const counts = server.of(unread).length
  await markNotices(app, notices, ['notice-1'])
  await soon(() => expect(isRead()).toMatchObject([{ id: 'notice-1', isRead: true }]))
  await soon(() => expect(server.of(unread).length).toBeGreaterThan(counts))
  expect(server.of(mark)[0]?.body).toEqual({ notificationList: [{ notificationId: 'notice-1' }], isRead: 1 })
  notices.stop()
})

it('makes no call without a notice to mark', async () => {
  const notices = createNotices(app)
  await markNotices(app, notices, [])
  expect(server.of(mark)).toEqual([])
})

it('lists the employee’s devices, and signs out one or all others', async () => {
  const device = {
    name: 'Safari · iPhone',
    createTime: '2026-11-24T08:00:00Z',
    useTime: '2026-11-24T08:00:00Z',
  }
  Object.assign(server.routes, {
    'GET /crew/sessions': () => [
      { ...device, deviceId: 'this', isThis: true },
      { ...device, deviceId: 'other', isThis: false },
      { ...device, deviceId: 'third', isThis: false },
    ],
    'POST /crew/sessions/other/end': () => ({}),
    'POST /crew/sessions/end-others': () => ({ ended: 2 }),
  })
  const devices = createCrewDevices(app)
  devices.start()
  await soon(() => expect(devices.getSnapshot().context.devices).toHaveLength(3))
  devices.send({ type: 'device.end', deviceId: 'other' })
  await soon(() => expect(server.of('POST /crew/sessions/other/end')).toHaveLength(1))
  await soon(() => expect(devices.getSnapshot().value).toBe('idle'))
  devices.send({ type: 'devices.endOthers' })
  await soon(() => expect(server.of('POST /crew/sessions/end-others')).toHaveLength(1))
  devices.stop()
})
