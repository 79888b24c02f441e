import { ok } from '@handsfree/core'
import { customerNotificationTypes } from '@handsfree/core/contract'
import type { Pages } from '@handsfree/core/lib'
import {
  type CustomerNotification,
  isShownAsRead,
  isShownAsUnread,
  type NotificationListInput,
  notificationListMachine,
  selectCanMarkAll,
  selectOffersMarkAll,
} from '@handsfree/core/notifications'
import { expect, it } from 'vitest'
import { notification } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const now = () => 0
const open = () => new Journey(notificationListMachine, () => ({ type: null, now, cachedPages: null }))
type ListJourney = ReturnType<typeof open>

const page = (indexIds: number[], hasMore = false, isRead = false) => ({
  list: indexIds.map((indexId) => notification({ id: String(indexId), indexId, isRead })),
  next: hasMore ? '2' : null,
})
const read = (journey: ListJourney, pages: Pages<CustomerNotification>) =>
  journey.sendFrom('paging', { type: 'pages.listed', pages })
const unread = ({ snapshot: { context } }: ReturnType<typeof open>) =>
  context.notifications.filter((one) => !isShownAsRead(context, one)).map(({ id }) => id)

it('marks only notifications of its type', () => {
  const journey = new Journey(notificationListMachine, () => ({ type: 8 as const, now, cachedPages: null }))
  read(journey, page([3], true))
  journey.send({ type: 'notifications.readAll' })
  expect(journey.inputs('mark')).toEqual([{ type: 8, ids: [], upTo: 3 }])
})

it('shows a notification as read immediately, even if an older answer disagrees', async () => {
  const journey = open()
  read(journey, page([2, 1]))
  journey.send({ type: 'notifications.read', id: '2' })
  expect([unread(journey), journey.inputs('mark')]).toEqual([['1'], [{ type: null, ids: ['2'], upTo: 0 }]])
  await journey.answer('mark', ok(null))
  read(journey, page([2, 1]))
  expect(unread(journey)).toEqual(['1'])
  journey.send({ type: 'notifications.read', id: '2' })
  expect(journey.inputs('mark')).toHaveLength(1)
})

it('marks all as read on pages loaded later too, but not later notifications', async () => {
  const journey = open()
  read(journey, page([3, 2], true))
  journey.send({ type: 'notifications.readAll' })
  await journey.answer('mark', ok(null))
  read(journey, page([3, 2, 1]))
  expect(unread(journey)).toEqual([])
  journey.send({ type: 'notifications.readAll' })
  expect(journey.inputs('mark')).toHaveLength(1)
  read(journey, page([4, 3, 2, 1]))
  expect(unread(journey)).toEqual(['4'])
})

it('shows the eight badge types and claims as unread, but not changed orders', async () => {
  const journey = open()
  const types = Object.values(customerNotificationTypes)
  const list = types.map((type) => notification({ id: String(type), indexId: type, type }))
  read(journey, { list, next: null })
  journey.send({ type: 'notifications.read', id: '8' })
  journey.send({ type: 'notifications.read', id: '9' })
  const { context } = journey.snapshot
  expect(context.notifications.filter((one) => isShownAsUnread(context, one)).map(({ id }) => id)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '10',
  ])
  expect(journey.inputs('mark').at(-1)).toEqual({ type: null, ids: ['8', '9'], upTo: 0 })
})

it('offers “mark all” only for types with unread state, and only while something is unread', async () => {
  const ofType = async (type: NotificationListInput['type'], answer: ReturnType<typeof page>) => {
    const journey = new Journey(notificationListMachine, () => ({ type, now, cachedPages: null }))
    read(journey, answer)
    return journey
  }
  const can = ({ snapshot }: ReturnType<typeof open>, unread: number) => selectCanMarkAll(snapshot, unread)
  const offered = await Promise.all(
    [null, ...Object.values(customerNotificationTypes)].map(async (type) => {
      const { snapshot } = await ofType(type, page([1]))
      return selectOffersMarkAll(snapshot) ? [type] : []
    }),
  )
  expect(offered.flat()).toEqual([null, 1, 2, 3, 4, 5, 6, 7, 8, 10])

  const allRead = await ofType(null, page([1], true, true))
  expect([can(allRead, 0), can(allRead, 1)]).toEqual([false, true])
  const oneTypeRead = await ofType(8, page([1], false, true))
  const oneTypeWithMore = await ofType(8, page([1], true, true))
  expect([can(oneTypeRead, 1), can(oneTypeWithMore, 0)]).toEqual([false, true])
  const journey = await ofType(null, page([2, 1]))
  expect(can(journey, 0)).toBe(true)
  journey.send({ type: 'notifications.readAll' })
  expect(can(journey, 2)).toBe(false)
})
