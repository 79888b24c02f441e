import { expect } from '@playwright/test'
import { notificationListModel } from '../../unit/models/notification-list.model.ts'
import { type HeldScreens, say } from './held-screens.ts'

const item = (indexId: number, notificationId: string) => ({
  notificationId,
  indexId,
  type: 8,
  content: JSON.stringify({ orderId: 'order-1', orderNumber: 'HF-1001' }),
  isPopup: 0,
  isRead: 0,
  timestamp: '2026-11-23T02:00:00Z',
})
const list = [item(2, 'newer'), item(1, 'older')]

/** One kind of the traveller's notifications. */
export const notificationListScreens: HeldScreens = {
  model: notificationListModel,
  pages: { 'one type': '/person/notification#refunded' },
  calls: { mark: 'POST /notification/state/update' },
  answers: {
    'GET /notification/page': { list, paging: { page: 1, pageSize: 20, total: 2 } },
    'GET /notification/unread': 2,
  },
  // Tapping a notification opens its order.
  can: ({ snapshot }, { type, label }) => {
    if (type === 'pages.listed') return label === 'the last' && snapshot.context.notifications.length === 0
    return type !== 'notifications.read'
  },
  appearance: ({ snapshot, facts }) => [snapshot.value, facts],
  acts: {
    'pages.listed': ({ expectVisible, button }) => expectVisible(button(say('notification.markAllRead'))),
    'notifications.readAll': ({ tap }) => tap(say('notification.markAllRead')),
  },
  states: {
    idle: async ({ text, page }, { snapshot: { context } }) => {
      if (context.notifications.length === 0) return
      await expect(text(say('notification.unread'))).toHaveCount(context.confirmedMarks.upTo > 0 ? 0 : 2)
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
    marking: ({ text }) => expect(text(say('notification.unread'))).toHaveCount(0),
    markFailed: async ({ text, page }) => {
      await expect(text(say('notification.unread'))).toHaveCount(2)
      const words = say('notification.markFailed', { problem: say('error.network') })
      await expect(page.getByRole('alert')).toContainText(words)
    },
  },
}
