import type { App } from '@handsfree/core'
import type { NotificationItem } from '@handsfree/core/contract'
import type { PagingRef } from '@handsfree/core/lib'
import {
  createNotificationList,
  type NotificationListActor,
  selectNotificationPages,
  selectUnread,
  toCustomerNotification,
} from '@handsfree/core/notifications'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appOn, FakeBrowser, FakePlatform, soon } from '../fake-platform.ts'
import { notificationItem as item, NotificationServer } from './notification-server.ts'

let server: NotificationServer
let platform: FakePlatform
let app: App
let list: NotificationListActor

beforeEach(() => {
  server = new NotificationServer()
  const browser = new FakeBrowser()
  browser.signIn()
  platform = new FakePlatform(server, browser)
  app = appOn(platform)
})
afterEach(() => {
  list.stop()
  app.stop()
})

const pages = () => selectNotificationPages(list.getSnapshot()) as PagingRef
const rest = () =>
  soon(() => expect([pages().getSnapshot().value, list.getSnapshot().value]).toEqual(['idle', 'idle']))
const open = async (count: number, type: NotificationItem['type'] | null = null) => {
  server.items = Array.from({ length: count }, (_, index) => item(count - index, { type: index % 2 ? 8 : 3 }))
  app.start()
  list = createNotificationList(app, type)
  list.start()
  await rest()
}
const listed = () => list.getSnapshot().context.notifications.map(({ indexId }) => indexId)
const unread = () => selectUnread(app.notification.getSnapshot())

it('loads page after page, and refetches all of them on a hint', async () => {
  await open(45)
  expect([listed().length, listed()[0]]).toEqual([20, 45])
  pages().send({ type: 'pages.more' })
  await rest()
  pages().send({ type: 'pages.more' })
  await rest()
  expect([listed().length, list.getSnapshot().context.hasMore]).toEqual([45, false])
  await soon(() => expect(platform.lines).toHaveLength(1))
  platform.lines[0]?.listener.onOpen()
  await rest()
  server.items = [item(46), ...server.items]
  platform.lines[0]?.listener.onMessage('TOPIC-TMS-uin-1', '{"code":0}')
  await soon(() => expect(listed()[0]).toBe(46))
  expect(listed()).toHaveLength(46)
})

it('marks a notification as read after its screen has closed, and refetches unread', async () => {
  await open(2)
  await soon(() => expect(unread()).toBe(2))
  list.send({ type: 'notifications.read', id: 'n-2' })
  list.stop()
  await soon(() => expect(unread()).toBe(1))
  expect(server.items.map(({ isRead }) => isRead)).toEqual([1, 0])
})

it('marks all loaded notifications as read, 100 per request, but not later ones', async () => {
  await open(230)
  server.items = [item(231), ...server.items]
  list.send({ type: 'notifications.readAll' })
  await rest()
  expect(server.batches).toEqual([100, 100, 30])
  await soon(() => expect(unread()).toBe(1))
})

it('lists and marks only notifications of its type', async () => {
  await open(90, 8)
  expect(listed().slice(0, 3)).toEqual([89, 87, 85])
  pages().send({ type: 'pages.more' })
  await rest()
  pages().send({ type: 'pages.more' })
  await rest()
  expect([listed().length, list.getSnapshot().context.hasMore]).toEqual([45, false])
  list.send({ type: 'notifications.readAll' })
  await rest()
  expect(server.batches).toEqual([45])
  expect(server.items.filter(({ isRead }) => isRead).every(({ type }) => type === 8)).toBe(true)
})

it('refetches unread even if marking fails', async () => {
  await open(1)
  delete server.routes['POST /notification/state/update']
  const asked = server.of('GET /notification/unread').length
  list.send({ type: 'notifications.read', id: 'n-1' })
  await soon(() => expect(list.getSnapshot().context.markProblem).toEqual({ kind: 'network' }))
  await soon(() => expect(server.of('GET /notification/unread').length).toBeGreaterThan(asked))
})

it('converts an API item to a notification', () => {
  const content = '{"orderId":"o-1","orderNumber":"HF-1","change":"cancelled","pieces":"many","note":1}'
  expect(toCustomerNotification(item(7, { type: 9, content, isPopup: 1, isRead: 1 }))).toEqual({
    id: 'n-7',
    indexId: 7,
    type: 9,
    content: { orderId: 'o-1', orderNumber: 'HF-1', change: 'cancelled' },
    isPopup: true,
    isRead: true,
    createTime: '2026-11-23T02:00:00Z',
    zone: null,
  })
})

it.each(['', 'no JSON', '"text"', 'null', '[1]', '7'])('returns no facts for the content %j', (content) => {
  expect(toCustomerNotification(item(1, { content })).content).toEqual({})
})
