import { countUnread, listNotifications, markNotifications } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { type NewNotification, notify } from '../../../../server/domain/notifications/notify.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { newTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const money = { amount: 980, currency: 'CNY' }
/** From pending payment to refunded, as listed in section 7 of the specification. */
const eightTypes = ['1', '2', '3', '4', '5', '6', '7', '8']

const send = (uin: string, type: NewNotification['type'], orderId = 'o1') =>
  inTransaction(server.services.db, (work) =>
    notify(work, server.services, {
      uin,
      type,
      content: { orderId, ...(type === 9 ? { change: 'courierAssigned' } : {}) },
      isPopup: type === 1,
    }),
  )
const unread = async (token: string, types = eightTypes) =>
  (await server.call(countUnread, { token, query: { types } })).result
const list = async (token: string, query: Record<string, string | string[]> = {}) =>
  (await server.call(listNotifications, { token, query })).result

test('lists a notification as in the contract, and sends a hint to its traveller', async () => {
  const { uin, token } = await server.signIn()
  server.hints.length = 0
  await send(uin, 1)
  expect(server.hints).toEqual([{ kind: 'unread', uin }])
  expect(await list(token)).toEqual({
    list: [
      {
        notificationId: expect.stringMatching(/^[\da-f]{24}$/),
        indexId: expect.any(Number),
        type: 1,
        content: '{"orderId":"o1"}',
        isPopup: 1,
        isRead: 0,
        timestamp: '2026-11-21T02:00:00.000Z',
      },
    ],
    paging: { page: 1, pageSize: 20, total: 1 },
  })
})

test('lists the time zone and city of the pickup site in the reader’s language', async () => {
  const ada = await newTraveller(server)
  const stranger = await server.signIn()
  const { orderId } = await ada.paidOrder()
  await send(ada.uin, 3, orderId)
  await send(stranger.uin, 3, orderId)
  const zoneOf = async (token: string, locale: 'en-US' | 'zh-CN') => {
    const { result } = await server.call(listNotifications, { token, locale })
    const { timeZone, cityName } = result.list[0] ?? {}
    return [timeZone, cityName]
  }
  expect(await zoneOf(ada.token, 'en-US')).toEqual(['Asia/Shanghai', 'Hangzhou'])
  expect(await zoneOf(ada.token, 'zh-CN')).toEqual(['Asia/Shanghai', '杭州'])
  expect(await zoneOf(stranger.token, 'en-US')).toEqual([undefined, undefined])
})

test('stores no notification and sends no hint when the transaction rolls back', async () => {
  const { uin, token } = await server.signIn()
  server.hints.length = 0
  const work = inTransaction(server.services.db, async (work) => {
    await notify(work, server.services, { uin, type: 3, content: {}, isPopup: false })
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect((await list(token)).list).toEqual([])
  expect(server.hints).toEqual([])
})

test('pages notifications newest first, by type and read state', async () => {
  const { uin, token } = await server.signIn()
  for (const type of [1, 3, 4, 9, 3] as const) await send(uin, type)
  const types = async (query: Record<string, string | string[]>) => {
    const page = await list(token, query)
    return [page.list.map(({ type }) => type), page.paging.total]
  }
  expect(await types({})).toEqual([[3, 9, 4, 3, 1], 5])
  expect(await types({ page: '2', pageSize: '2' })).toEqual([[4, 3], 5])
  expect(await types({ types: ['3', '4'] })).toEqual([[3, 4, 3], 3])
  expect(await types({ isRead: '1' })).toEqual([[], 0])
})

test('counts the eight types as unread until they are marked as read', async () => {
  const { uin, token } = await server.signIn()
  for (const type of [1, 2, 9] as const) await send(uin, type)
  expect(await unread(token)).toBe(2)
  expect(await unread(token, ['9'])).toBe(1)
  const [, newestThatCounts] = (await list(token)).list
  server.hints.length = 0
  const body = { notificationList: [{ notificationId: newestThatCounts?.notificationId }], isRead: 1 }
  expect(await server.call(markNotifications, { token, body })).toEqual({
    status: 200,
    code: 0,
    message: 'ok',
    result: {},
  })
  expect(await unread(token)).toBe(1)
  expect(server.hints).toEqual([{ kind: 'unread', uin }])
  await server.call(markNotifications, { token, body })
  expect(server.hints).toHaveLength(1)
})

test.each([
  ['nobody came', 7, { change: 'pickupMissed' }, {}],
  ['a problem on the way', 7, { change: 'courierReported', reason: 'Rain' }, {}],
  ['another destination is refused', 7, { change: 'destinationRefused' }, {}],
  ['a change without a name here', 7, { change: 'bagsLost' }, {}],
  ['a question about the count', 7, { change: 'piecesChanged' }, { isPopup: true }],
  ['late, part of the money goes back', 8, { change: 'deliveredLate', refund: money }, {}],
  ['we canceled', 2, { change: 'cancelled', by: 'operator', refund: money }, { endsOrder: true }],
  ['we closed it on a report', 2, { change: 'reportSettled' }, { endsOrder: true }],
  ['the traveller canceled', 9, { change: 'cancelled', by: 'traveller', refund: money }, { endsOrder: true }],
  ['a report is settled', 9, { change: 'reportSettled' }, {}],
  ['a courier is assigned', 9, { change: 'courierAssigned' }, {}],
  ['the courier counted', 9, { change: 'piecesChanged' }, {}],
] as const)('sends “%s” as type %i', async (_, type, content, marks) => {
  const { uin, token } = await server.signIn()
  await inTransaction(server.services.db, (work) =>
    notify(work, server.services, { uin, type: 9, content: { ...content }, isPopup: false, ...marks }),
  )
  expect((await list(token)).list.map((item) => item.type)).toEqual([type])
  expect(await unread(token, eightTypes)).toBe(type === 9 ? 0 : 1)
})

test('counts claims as unread with the eight types of the specification', async () => {
  const { uin, token } = await server.signIn()
  await send(uin, 10)
  expect(await unread(token, eightTypes)).toBe(1)
  expect(await unread(token, ['7'])).toBe(0)
})

test('marks notifications that are sent back as the list returned them', async () => {
  const { uin, token } = await server.signIn()
  for (const type of [1, 2, 3, 10] as const) await send(uin, type)
  const items = (await list(token)).list
  const mark = (notificationList: unknown[]) =>
    server.call(markNotifications, { token, body: { notificationList, isRead: 1 } })
  expect(await mark(items.slice(0, 2))).toMatchObject({ status: 200, code: 0 })
  expect((await list(token)).list.map(({ isRead }) => isRead)).toEqual([1, 1, 0, 0])
  const longest = Array.from({ length: 100 }, () => ({ ...items[2], content: 'x'.repeat(2_000) }))
  expect(await mark(longest)).toMatchObject({ status: 200, code: 0 })
  expect((await list(token)).list.map(({ isRead }) => isRead)).toEqual([1, 1, 1, 0])
  expect((await mark([{ ...items[3], uin }])).code).toBe(1008)
})

test('refuses to mark another traveller’s notifications like unknown ones', async () => {
  const mine = await server.signIn()
  const theirs = await server.signIn()
  await send(mine.uin, 6)
  const [item] = (await list(mine.token)).list
  const body = { notificationList: [{ notificationId: item?.notificationId }], isRead: 1 }
  const unknown = { notificationList: [{ notificationId: 'nothing' }], isRead: 1 }
  const refused = await server.call(markNotifications, { token: theirs.token, body })
  expect(refused).toEqual(await server.call(markNotifications, { token: theirs.token, body: unknown }))
  expect(await unread(mine.token)).toBe(1)
  expect((await list(theirs.token)).list).toEqual([])
})

test('refuses to mark as unread, and to mark, list or count without a limit', async () => {
  const { token } = await server.signIn()
  const mark = (body: unknown) => server.call(markNotifications, { token, body })
  expect((await mark({ notificationList: [{ notificationId: 'x' }], isRead: 0 })).code).toBe(1008)
  expect((await mark({ notificationList: [], isRead: 1 })).code).toBe(1008)
  const many = Array.from({ length: 101 }, () => ({ notificationId: 'x' }))
  expect((await mark({ notificationList: many, isRead: 1 })).code).toBe(1008)
  expect((await server.call(listNotifications, { token, query: { pageSize: '51' } })).code).toBe(1008)
  expect((await server.call(countUnread, { token })).code).toBe(1008)
})
