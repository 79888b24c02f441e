import { fail, ok } from '@handsfree/core'
import { customerNotificationTypes, unreadTypes } from '@handsfree/core/api'
import {
  isShownAsRead,
  isShownAsUnread,
  type NotificationListInput,
  notificationListMachine,
  selectCanMarkAll,
  selectOffersMarkAll,
} from '@handsfree/core/notification'
import { expect, it } from 'vitest'
import { notification, offline } from '../models/samples.ts'
import { Journey } from './journey.ts'

const open = () => new Journey(notificationListMachine, () => ({ type: null }))
const page = (indexIds: number[], hasMore = false, isRead = false) =>
  ok({ list: indexIds.map((indexId) => notification({ id: String(indexId), indexId, isRead })), hasMore })
const listed = ({ snapshot: { context } }: ReturnType<typeof open>) =>
  context.notifications.map(({ id }) => id)
const unread = ({ snapshot: { context } }: ReturnType<typeof open>) =>
  context.notifications.filter((one) => !isShownAsRead(context, one)).map(({ id }) => id)

it('of one type asks for that type alone, to read and to mark', async () => {
  const journey = new Journey(notificationListMachine, () => ({ type: 8 as const }))
  await journey.answer('loadFirst', page([3], true))
  journey.do(
    { type: 'notifications.more' },
    { type: 'notifications.refresh' },
    { type: 'notifications.readAll' },
  )
  const asked = ['loadFirst', 'loadMore', 'refreshPages', 'mark'].map((id) => journey.inputs(id))
  expect(asked).toEqual([
    [{ type: 8, from: 1, to: 1 }],
    [{ type: 8, from: 2, to: 2 }],
    [{ type: 8, from: 1, to: 1 }],
    [{ type: 8, ids: [], upTo: 3 }],
  ])
})

it('reads page after page, each notification once; a hint reads all of them anew', async () => {
  const journey = open()
  await journey.answer('loadFirst', page([4, 3], true))
  journey.send({ type: 'notifications.more' })
  // A new one has moved the pages on by one.
  await journey.answer('loadMore', page([3, 2], true))
  expect(listed(journey)).toEqual(['4', '3', '2'])
  journey.tell('hints', { type: 'notifications.hint' })
  await journey.answer('refreshPages', page([5, 4, 3, 2], true))
  expect(listed(journey)).toEqual(['5', '4', '3', '2'])
  journey.send({ type: 'notifications.more' })
  expect([journey.inputs('loadMore'), journey.inputs('refreshPages')]).toEqual([
    [
      { type: null, from: 2, to: 2 },
      { type: null, from: 3, to: 3 },
    ],
    [{ type: null, from: 1, to: 2 }],
  ])
})

it('shows as read at once, and an answer from before does not take it back', async () => {
  const journey = open()
  await journey.answer('loadFirst', page([2, 1]))
  journey.send({ type: 'notifications.refresh' })
  journey.send({ type: 'notifications.read', id: '2' })
  expect([unread(journey), journey.inputs('mark')]).toEqual([['1'], [{ type: null, ids: ['2'], upTo: 0 }]])
  journey.tell('hints', { type: 'notifications.hint' })
  await journey.answer('mark', ok(null))
  await journey.answer('refreshPages', page([2, 1]))
  expect(unread(journey)).toEqual(['1'])
  journey.send({ type: 'notifications.read', id: '2' })
  expect(journey.inputs('mark')).toHaveLength(1)
})

it('goes back and says so when the mark fails; the next try clears it', async () => {
  const journey = open()
  await journey.answer('loadFirst', page([2, 1]))
  journey.send({ type: 'notifications.readAll' })
  expect([unread(journey), journey.inputs('mark')]).toEqual([[], [{ type: null, ids: [], upTo: 2 }]])
  await journey.answer('mark', fail(offline))
  expect([unread(journey), journey.snapshot.context.markProblem]).toEqual([['2', '1'], offline])
  journey.send({ type: 'notifications.read', id: '1' })
  expect([unread(journey), journey.snapshot.context.markProblem]).toEqual([['2'], null])
  await journey.fail('mark', new Error('broken'))
  expect([unread(journey), journey.snapshot.context.markProblem?.kind]).toEqual([['2', '1'], 'unexpected'])
})

it('marks asked for while one is under way go out together', async () => {
  const journey = open()
  await journey.answer('loadFirst', page([3, 2, 1]))
  journey.send({ type: 'notifications.read', id: '1' })
  journey.send({ type: 'notifications.read', id: '3' })
  await journey.answer('mark', ok(null))
  expect([unread(journey), journey.inputs('mark').at(-1)]).toEqual([
    ['2'],
    { type: null, ids: ['1', '3'], upTo: 0 },
  ])
})

it('all as read holds for what is further down, not for what comes later', async () => {
  const journey = open()
  await journey.answer('loadFirst', page([3, 2], true))
  journey.send({ type: 'notifications.readAll' })
  journey.send({ type: 'notifications.more' })
  await journey.answer('mark', ok(null))
  await journey.answer('loadMore', page([1]))
  expect(unread(journey)).toEqual([])
  journey.send({ type: 'notifications.readAll' })
  expect(journey.inputs('mark')).toHaveLength(1)
  journey.tell('hints', { type: 'notifications.hint' })
  await journey.answer('refreshPages', page([4, 3, 2, 1]))
  expect(unread(journey)).toEqual(['4'])
})

it('loads again by a click, or by itself on a hint, when nothing could be read', async () => {
  const journey = open()
  await journey.answer('loadFirst', fail(offline))
  expect([journey.value, journey.snapshot.context.problem]).toEqual(['failed', offline])
  journey.tell('hints', { type: 'notifications.hint' })
  await journey.fail('loadFirst', new Error('broken'))
  journey.send({ type: 'notifications.retry' })
  await journey.answer('loadFirst', page([]))
  expect(journey.value).toEqual({ shown: { list: 'resting', marks: 'resting' } })
})

it('shows as unread what the badge counts: all types but a changed order', async () => {
  const journey = open()
  const types = Object.values(customerNotificationTypes)
  const list = types.map((type) => notification({ id: String(type), indexId: type, type }))
  await journey.answer('loadFirst', ok({ list, hasMore: false }))
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
  ])
  expect(journey.inputs('mark').at(-1)).toEqual({ type: null, ids: ['8', '9'], upTo: 0 })
})

it('offers to mark all where something can be unread, and only as long as that changes something', async () => {
  const ofType = async (type: NotificationListInput['type'], answer: ReturnType<typeof page>) => {
    const journey = new Journey(notificationListMachine, () => ({ type }))
    await journey.answer('loadFirst', answer)
    return journey
  }
  const can = ({ snapshot }: ReturnType<typeof open>, unread: number) => selectCanMarkAll(snapshot, unread)
  const offered = await Promise.all(
    [null, ...Object.values(customerNotificationTypes)].map(async (type) => {
      const { snapshot } = await ofType(type, page([1]))
      return selectOffersMarkAll(snapshot) ? [type] : []
    }),
  )
  expect(offered.flat()).toEqual([null, ...unreadTypes])

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
