import { courierNotificationTypes, siteNotificationTypes } from '@handsfree/core/contract'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import {
  employeeNotificationName,
  employeeNotificationsOf,
  employeeNotificationText,
  type NotifiedOrder,
  toEmployeeNotification,
} from '@handsfree/core/notifications'
import type { LifecycleEvent } from '@handsfree/core/orders'
import { expect, test } from 'vitest'

const order: NotifiedOrder = {
  pickupSiteId: 'hotel',
  deliverySiteId: 'station',
  courierId: 'ming',
  transferCourierId: null,
  isSurchargeDue: false,
  isReviewed: true,
  isOnTheWay: false,
  isRecalled: false,
  isHanded: false,
  pieces: 2,
}

/** An event's notifications as `reader type`. */
const told = (
  event: LifecycleEvent['type'],
  {
    before = {},
    after = {},
    isUnanswered = false,
  }: { before?: Partial<NotifiedOrder>; after?: Partial<NotifiedOrder>; isUnanswered?: boolean } = {},
) =>
  employeeNotificationsOf(event, {
    before: { ...order, ...before },
    after: { ...order, ...before, ...after },
    reason: '',
    isUnanswered,
  })
    .map(({ siteId, courierId, type }) => `${siteId ?? courierId} ${type}`)
    .join(', ')

/** The documented table; don't derive it from the code. */
test.each<[LifecycleEvent['type'], Parameters<typeof told>[1], string]>([
  ['review.begin', {}, 'hotel 101'],
  ['review.pass', {}, 'hotel 102'],
  ['review.reject', {}, 'hotel 102'],
  ['order.cancel', {}, 'hotel 102, ming 310'],
  ['order.cancel', { before: { isReviewed: false, courierId: null } }, ''],
  [
    'order.cancel',
    { before: { isOnTheWay: true, transferCourierId: 'lin' } },
    'hotel 102, station 102, ming 310, lin 310',
  ],
  ['exception.cancelOrder', {}, 'hotel 102, ming 310'],
  [
    'exception.cancelOrder',
    { before: { transferCourierId: 'lin' }, after: { isRecalled: true } },
    'hotel 102, station 102, ming 310, lin 306',
  ],
  [
    'exception.closeOrder',
    { before: { transferCourierId: 'lin' } },
    'hotel 102, station 102, ming 310, lin 306',
  ],
  ['exception.closeOrder', { before: { isHanded: true } }, ''],
  ['courier.arriveAtPickup', {}, 'hotel 201'],
  ['transport.complete', {}, 'station 201'],
  [
    'transport.complete',
    { before: { transferCourierId: 'lin' }, after: { transferCourierId: null } },
    'station 201, lin 306',
  ],
  ['order.pickUp', {}, 'hotel 202'],
  ['transport.start', {}, 'station 203'],
  ['transport.start', { before: { deliverySiteId: null } }, ''],
  ['warehouse.apply', {}, 'station 204'],
  ['warehouse.confirm', {}, 'station 205, hotel 205, ming 309'],
  ['warehouse.confirm', { before: { deliverySiteId: 'hotel' } }, 'hotel 205, ming 309'],
  ['order.hand', {}, 'hotel 206, station 206'],
  ['order.hotelHand', {}, 'hotel 206, station 206'],
  ['exception.report', {}, 'hotel 207, station 207'],
  ['pickup.missed', {}, 'hotel 207'],
  ['delivery.late', {}, 'hotel 207, station 207, ming 308'],
  ['delivery.late', { before: { deliverySiteId: null, courierId: null } }, 'hotel 207'],
  ['courier.assign', { before: { courierId: null }, after: { courierId: 'ming' } }, 'ming 301'],
  [
    'courier.assign',
    { before: { transferCourierId: 'wei' }, after: { courierId: 'lin' } },
    'lin 301, ming 302, wei 302',
  ],
  ['transfer.apply', { after: { transferCourierId: 'lin' } }, 'lin 303'],
  ['transfer.accept', { before: { transferCourierId: 'lin' }, after: { courierId: 'lin' } }, 'ming 304'],
  ['transfer.reject', { before: { transferCourierId: 'lin' } }, 'ming 305'],
  ['decision.reject', {}, ''],
  ['decision.reject', { isUnanswered: true }, 'ming 302'],
  ['transfer.reject', { before: { transferCourierId: 'lin' }, isUnanswered: true }, 'ming 305, lin 302'],
  ['transfer.cancel', { before: { transferCourierId: 'lin' } }, 'lin 306'],
  ['payment.succeeded', {}, ''],
  ['payment.succeeded', { before: { isSurchargeDue: true } }, 'ming 307'],
  ['order.changeDestination', { after: { deliverySiteId: 'port' } }, 'ming 308'],
  [
    'order.changeDestination',
    { before: { isOnTheWay: true }, after: { deliverySiteId: 'port' } },
    'ming 308, port 203, station 203',
  ],
  ['package.retag', {}, ''],
])('notifies employees of %s with %o: %s', (event, moved, expected) =>
  expect(told(event, moved)).toBe(expected),
)

test.each(['en-US', 'zh-CN'] as const)(
  'has words in %s for all 19 types, with and without facts',
  async (locale) => {
    const intl = createFormatter(locale, await loadMessages(locale))
    const words = (type: number, content: object | string) =>
      employeeNotificationText(
        intl,
        toEmployeeNotification({
          notificationId: '1',
          indexId: 1,
          type: type as never,
          content: typeof content === 'string' ? content : JSON.stringify(content),
          isRead: 0,
          timestamp: '2026-11-21T02:00:00.000Z',
        }),
      )
    const types = [...Object.values(siteNotificationTypes), ...Object.values(courierNotificationTypes)]
    expect(types.map((type) => employeeNotificationName(type))).not.toContain(undefined)
    const plain = types.map((type) => words(type, 'no JSON'))
    expect(plain.join()).not.toMatch(/staffNotification|undefined|\{/)
    expect(new Set(plain).size).toBe(19)
    for (const type of types)
      expect(words(type, { orderNumber: 'HF-1', reason: 'Too large' })).toMatch(/^HF-1 .* Too large$/)
  },
)

test('names the state in which employees have the bags', async () => {
  const intl = createFormatter('en-US', await loadMessages('en-US'))
  const wordsOf = (event: LifecycleEvent['type'], changed: Partial<NotifiedOrder> = {}) =>
    employeeNotificationsOf(event, {
      before: { ...order, ...changed },
      after: { ...order, isRecalled: event === 'exception.cancelOrder', ...changed },
      reason: '',
    }).map(({ siteId, courierId, type, facts }) => {
      const content = { type, content: facts }
      return `${siteId ?? courierId}: ${employeeNotificationText(intl, content)}`
    })
  expect(wordsOf('exception.closeOrder')).toEqual([
    'hotel: The order was closed: ask an operator about any bags here',
    'station: The order was closed: ask an operator about any bags here',
    'ming: The order was closed: ask an operator what to do with the bags',
  ])
  expect(wordsOf('exception.cancelOrder').slice(1)).toEqual([
    'station: The order was canceled: keep any bags here until the traveler chooses a new destination',
    'ming: The order was canceled: whoever has the bags keeps them until the traveler chooses a new destination',
  ])
  expect(wordsOf('warehouse.confirm', { deliverySiteId: 'hotel' })[0]).toBe('hotel: 2 bags are stored here')
})
