import type { App } from '@handsfree/core'
import { type DevicePush, pushStore, type ShownNotice, startPush } from '@handsfree/core/notifications'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appOn, FakeBrowser, FakePlatform, soon } from '../fake-platform.ts'
import { NotificationServer, notificationItem } from './notification-server.ts'

/** The page opened 2 s before its scripts ran, as under load. */
const scriptsAt = Date.parse('2026-11-23T02:00:00Z')
const openedAt = scriptsAt - 2_000

let server: NotificationServer
let platform: FakePlatform
let app: App
let notices: ShownNotice[]

const device: DevicePush = {
  support: 'available',
  openedAt,
  permission: () => 'granted',
  askPermission: async () => 'granted',
  findSubscription: async () => null,
  subscribe: () => Promise.reject(new Error('the push service is down')),
  unsubscribe: async () => {},
  saveReceiver: async () => {},
  async closeNotices(isRead) {
    notices = notices.filter((notice) => !isRead(notice))
  },
  showUnread: async () => {},
}

beforeEach(() => {
  server = new NotificationServer()
  const browser = new FakeBrowser()
  browser.signIn()
  platform = new FakePlatform(server, browser)
  app = appOn(platform)
  pushStore.write(platform.storage, {
    version: 1,
    uin: app.auth.getSnapshot().context.account?.uin ?? '',
    subscriptionId: 'subscription-1',
    endpoint: 'https://push.test/1',
    publicKey: 'key',
    locale: 'en-US',
    kinds: ['trip'],
    sentAt: openedAt,
  })
  notices = [
    { tag: 'before', shownAt: openedAt - 1 },
    { tag: 'after', shownAt: openedAt + 1 },
  ]
})
afterEach(() => app.stop())

const tags = () => notices.map(({ tag }) => tag)
const start = () => {
  app.start()
  startPush(app, device)
}
const count = async (state: 'counted' | 'outdated') => {
  app.notification.send({ type: 'unread.changed' })
  await soon(() => expect(app.notification.getSnapshot().value).toBe(state))
}

it('closes the notices from before the page opened once nothing is unread, and keeps newer ones', async () => {
  start()
  await count('counted')
  expect(tags()).toEqual(['after'])
})

it('keeps all notices while something is unread', async () => {
  server.items = [notificationItem(1)]
  start()
  await count('counted')
  expect(tags()).toEqual(['before', 'after'])
})

it('keeps the notices that arrived while the app was hidden if the count fails on return', async () => {
  start()
  await count('counted')
  notices = [{ tag: 'hidden', shownAt: scriptsAt - 1 }]
  const answer = server.routes['GET /notification/unread']!
  delete server.routes['GET /notification/unread']
  platform.comeBack()
  await soon(() => expect(app.notification.getSnapshot().value).toBe('outdated'))
  expect(tags()).toEqual(['hidden'])
  server.routes['GET /notification/unread'] = answer
  await count('counted')
  expect(tags()).toEqual([])
})
