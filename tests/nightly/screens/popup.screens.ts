import type { CustomerNotification, PopupCheck } from '@handsfree/core/notifications'
import { expect } from '@playwright/test'
import { elsewhere, popupModel } from '../../unit/models/popup.model.ts'
import { order } from '../../unit/models/samples.ts'
import type { HeldScreens, Visit } from './held-screens.ts'

const sent = ({ id, type, content, indexId, isPopup, createTime }: CustomerNotification) => ({
  notificationId: id,
  indexId,
  type,
  content: JSON.stringify(content),
  isPopup: isPopup ? 1 : 0,
  isRead: 0,
  timestamp: createTime,
})
const listOf = (list: readonly CustomerNotification[]) => ({
  list: list.map(sent),
  paging: { page: 1, pageSize: 50, total: list.length },
})

const paths: Record<string, string> = { 'an order': '/order/detail/order-1', 'the scanner': '/qr-code/scan' }

const isNotCovered = ({ page }: Visit) => expect(page.getByRole('alertdialog')).toHaveCount(0)
const isCovered = ({ page }: Visit) => expect(page.getByRole('alertdialog')).toBeVisible()

/** Notifications above the open page. */
export const popupScreens: HeldScreens = {
  model: popupModel,
  pages: { 'on home': '/' },
  calls: {
    findPopup: 'GET /notification/page',
    checkPopup: 'GET /notification/page',
    markShown: 'POST /notification/state/update',
    markUnshown: 'POST /notification/state/update',
  },
  // Blocks the camera, which would detect a code and leave the page.
  prepare: (page) =>
    page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => new Promise(() => {})
    }),
  // Only one tab shows popups: wait until this tab holds the lock.
  enter: ({ page }) =>
    page.waitForFunction(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'handsfree.popup'),
    ),
  answers: { 'GET /notification/unread': 2, 'GET /orders/order-1': order() },
  sentFor: (actorId, value) => {
    if (actorId === 'findPopup') return listOf(value ? [value as CustomerNotification] : [])
    // A withdrawn notification is listed, but isn't a popup.
    return actorId === 'checkPopup' && !(value as PopupCheck).holds
      ? listOf([{ ...elsewhere, isPopup: false }])
      : actorId === 'checkPopup'
        ? listOf([])
        : null
  },
  can: ({ snapshot: { context } }, { event, type, label, outcome }) => {
    if (type === 'popup.pageChanged')
      return event.page.orderId !== context.page.orderId || event.page.isQuiet !== context.page.isQuiet
    const found = (outcome as { value?: { id?: string } } | undefined)?.value?.id
    return label === '' || found === undefined || !context.seen.includes(found)
  },
  acts: {
    'popup.hint': ({ page }) => page.evaluate(() => window.dispatchEvent(new Event('online'))),
    'popup.close': ({ page }) => page.keyboard.press('Escape'),
    'popup.pageChanged': ({ page }, { event }) =>
      page.evaluate((path) => history.pushState(null, '', path), paths[event.label]),
  },
  states: {
    checking: isNotCovered,
    idle: isNotCovered,
    holding: isNotCovered,
    marking: isNotCovered,
    'showing.open': isCovered,
    'showing.verifying': isCovered,
  },
}
