import type { App } from '@handsfree/core'
import type { NotificationItem } from '@handsfree/core/contract'
import { createPopup, type PopupActor, type PopupPage, popupPageAt } from '@handsfree/core/notifications'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appOn, FakeBrowser, FakePlatform, soon } from '../fake-platform.ts'
import { NotificationServer, notificationItem } from './notification-server.ts'

const item = (indexId: number, changed: Partial<NotificationItem> = {}) =>
  notificationItem(indexId, { content: `{"orderId":"order-${indexId}"}`, isPopup: 1, ...changed })
const home: PopupPage = { isQuiet: false, orderId: null }
const scanner: PopupPage = { isQuiet: true, orderId: null }

let page: PopupPage
let listeners: Set<() => void>
let server: NotificationServer
let app: App
let popup: PopupActor

beforeEach(() => {
  server = new NotificationServer()
  page = home
  listeners = new Set()
  const browser = new FakeBrowser()
  browser.signIn()
  app = appOn(new FakePlatform(server, browser))
})
afterEach(() => {
  popup.stop()
  app.stop()
})

const open = () => {
  popup = createPopup(app, {
    current: () => page,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  app.start()
  popup.start()
}
const go = (next: PopupPage) => {
  page = next
  for (const listener of listeners) listener()
}
const shown = () => {
  const snapshot = popup.getSnapshot()
  return snapshot.matches('showing') ? snapshot.context.popup?.id : snapshot.value
}
const unread = () => server.items.filter(({ isRead }) => !isRead).map(({ notificationId }) => notificationId)

it('shows popups one after another, and marks each as read', async () => {
  server.items = [item(3), item(2, { isPopup: 0 }), item(1)]
  open()
  await soon(() => expect(shown()).toBe('n-3'))
  await soon(() => expect(unread()).toEqual(['n-2', 'n-1']))
  popup.send({ type: 'popup.close' })
  await soon(() => expect(shown()).toBe('n-1'))
  await soon(() => expect(unread()).toEqual(['n-2']))
  popup.send({ type: 'popup.close' })
  await soon(() => expect(shown()).toBe('idle'))
  expect(popup.getSnapshot().context.popup).toBe(null)
})

it('does not show a popup twice, even if marking it failed', async () => {
  delete server.routes['POST /notification/state/update']
  server.items = [item(1)]
  open()
  await soon(() => expect(shown()).toBe('n-1'))
  popup.send({ type: 'popup.close' })
  await soon(() => expect(shown()).toBe('idle'))
  expect(unread()).toEqual(['n-1'])
})

it('holds popups on a quiet page, and refetches before showing one', async () => {
  page = scanner
  server.items = [item(2), item(1)]
  open()
  await soon(() => expect(shown()).toBe('holding'))
  expect(unread()).toEqual(['n-2', 'n-1'])
  server.items = [item(2, { isRead: 1 }), item(1)]
  go(home)
  await soon(() => expect(shown()).toBe('n-1'))
  go({ isQuiet: false, orderId: 'order-9' })
  expect(shown()).toBe('n-1')
  go(scanner)
  await soon(() => expect(shown()).toBe('idle'))
})

it('marks a popup as read without showing it on its order’s page', async () => {
  page = { isQuiet: false, orderId: 'order-1' }
  server.items = [item(1)]
  open()
  await soon(() => expect(unread()).toEqual([]))
  await soon(() => expect(shown()).toBe('idle'))
})

it('closes a popup once it is withdrawn, and shows the next one', async () => {
  server.items = [item(1)]
  open()
  await soon(() => expect(shown()).toBe('n-1'))
  await soon(() => expect(unread()).toEqual([]))
  // An unrelated notification has no effect.
  server.items = [item(2, { isPopup: 0 }), ...server.items]
  popup.send({ type: 'popup.hint' })
  expect(popup.getSnapshot().value).toEqual({ showing: 'verifying' })
  await soon(() => expect(popup.getSnapshot().value).toEqual({ showing: 'open' }))
  expect(shown()).toBe('n-1')
  // The bags were counted again: the first popup is retired, and the next one is shown.
  server.items = [
    item(3),
    ...server.items.map((one) => ({ ...one, isPopup: 0 as const, isRead: 1 as const })),
  ]
  popup.send({ type: 'popup.hint' })
  await soon(() => expect(shown()).toBe('n-3'))
  server.items = server.items.map((one) => ({ ...one, isPopup: 0 as const, isRead: 1 as const }))
  popup.send({ type: 'popup.hint' })
  await soon(() => expect(shown()).toBe('idle'))
})

it('keeps a popup open if the check whether it was withdrawn fails', async () => {
  server.items = [item(1)]
  open()
  await soon(() => expect(shown()).toBe('n-1'))
  await soon(() => expect(unread()).toEqual([]))
  delete server.routes['GET /notification/page']
  popup.send({ type: 'popup.hint' })
  await soon(() => expect(popup.getSnapshot().value).toEqual({ showing: 'open' }))
  expect(shown()).toBe('n-1')
})

it.each([
  ['/qr-code/scan', true, null],
  ['/payment/checkout/payment-1', true, null],
  ['/payment/session-status', true, null],
  ['/sign/in', true, null],
  ['/sign/up', true, null],
  ['/verification-code/check', true, null],
  ['/phone-dial-code', true, null],
  ['/person/profile/init', true, null],
  ['/person/profile/edit', false, null],
  ['/order/create/desk-1', false, null],
  ['/order/detail/order-1', false, 'order-1'],
  ['/', false, null],
])('decides for %s whether the page is quiet, and which order it shows', (path, isQuiet, orderId) => {
  expect(popupPageAt(path)).toEqual({ isQuiet, orderId })
})
