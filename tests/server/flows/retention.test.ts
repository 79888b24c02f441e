import { makeReceiverLink, sendFeedback } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { claims } from '../../../server/domain/claims/claims.table.ts'
import { feedback } from '../../../server/domain/feedback/feedback.table.ts'
import { files } from '../../../server/domain/files/files.table.ts'
import { receiverLinks } from '../../../server/domain/links/links.table.ts'
import { notifications } from '../../../server/domain/notifications/notifications.table.ts'
import { orderOperations, orders, orderTrace } from '../../../server/domain/orders/orders.table.ts'
import { disputes, payments } from '../../../server/domain/payments/payments.table.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { newPhoto, newTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const start = new Date('2026-11-21T02:00:00.000Z')
afterEach(() => server.clock.set(start))

const sweepAfter = async (days: number) => {
  server.clock.set(new Date(start.getTime() + days * 86_400_000))
  await sweep(server.services)
}
const storedOf = async (uin: string) =>
  (await server.services.db.select().from(files).where(eq(files.uin, uin))).length

test('deletes photos of ended orders and feedback after their days, and keeps those of open orders', async () => {
  const { services } = server
  const ada = await newTraveller(server)
  const ended = await ada.order()
  await ada.cancel(ended.orderId)
  const content = JSON.stringify({ text: 'fine', images: [await newPhoto(server, ada.uin)] })
  expect((await server.call(sendFeedback, { body: { type: 0, content }, token: ada.token })).code).toBe(0)
  const bo = await newTraveller(server)
  const open = await bo.paidOrder()

  await sweepAfter(180)
  expect([await storedOf(ada.uin), await storedOf(bo.uin)]).toEqual([2, 1])
  const [{ fileId = '' } = {}] = await services.db.select().from(files).where(eq(files.uin, ada.uin))
  expect(await services.fileStore.read(fileId)).not.toBe(null)

  await sweepAfter(181)
  expect([await storedOf(ada.uin), await storedOf(bo.uin)]).toEqual([0, 1])
  expect(await services.fileStore.read(fileId)).toBe(null)
  const found = await services.db.select({ images: feedback.images }).from(feedback)
  expect(found).toEqual([{ images: [] }])

  const photosOf = async (orderId: string) =>
    (await services.db.select().from(orders).where(eq(orders.orderId, orderId)))[0]?.photos.length
  expect([await photosOf(ended.orderId), await photosOf(open.orderId)]).toEqual([0, 1])
})

test('keeps the photos of an order until its claim or dispute ends', async () => {
  const { db } = server.services
  const ada = await newTraveller(server)
  const [claimed, disputed] = [await ada.paidOrder(), await ada.paidOrder()]
  for (const { orderId } of [claimed, disputed]) await ada.cancel(orderId)
  const ofAda = { uin: ada.uin, currency: 'CNY', createTime: start } as const
  await db.insert(claims).values({
    ...{ claimId: 'open', orderId: claimed.orderId, updateTime: start, ...ofAda },
    ...{ kind: 'damaged', words: '', photos: [], askedAmount: 0, stage: 'received' },
  })
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, disputed.orderId))
  const { paymentId = '' } = payment ?? {}
  await db
    .insert(disputes)
    .values({ disputeId: 'open', paymentId, amount: 1, reason: 'fraudulent', state: 'open', ...ofAda })
  const photosOf = async () =>
    (await db.select().from(orders).where(eq(orders.uin, ada.uin))).map(({ photos }) => photos.length)
  await sweepAfter(181)
  expect(await photosOf()).toEqual([1, 1])
  await db.update(claims).set({ stage: 'declined' })
  await db.update(disputes).set({ state: 'won' })
  await sweepAfter(182)
  expect(await photosOf()).toEqual([0, 0])
})

test('deletes links of ended trips after their days, and keeps those of open orders', async () => {
  const ada = await newTraveller(server)
  const [ended, open] = [await ada.paidOrder(), await ada.paidOrder()]
  for (const { orderId } of [ended, open]) {
    const made = await server.call(makeReceiverLink, {
      params: { orderId },
      body: { showsClaimCode: false },
      token: ada.token,
    })
    expect(made.code).toBe(0)
  }
  await ada.cancel(ended.orderId)
  const linked = async () =>
    (await server.services.db.select().from(receiverLinks)).map(({ orderId }) => orderId)
  await sweepAfter(365)
  expect((await linked()).sort()).toEqual([ended.orderId, open.orderId].sort())
  await sweepAfter(366)
  expect(await linked()).toEqual([open.orderId])
})

test('deletes traces, messages and logs after their days, and keeps the order', async () => {
  const { db } = server.services
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  await db.insert(textMessages).values({ orderId, kind: 'pickedUp', createTime: start })
  await db.insert(notifications).values({
    notificationId: orderId,
    uin: ada.uin,
    type: 1,
    content: { orderId },
    isPopup: false,
    createTime: start,
  })
  await db
    .insert(feedback)
    .values({ feedbackId: orderId, uin: ada.uin, type: 0, text: 'fine', images: [], createTime: start })
  const counts = async () => [
    (await db.select().from(orderTrace).where(eq(orderTrace.orderId, orderId))).length > 0,
    (await db.select().from(notifications).where(eq(notifications.uin, ada.uin))).length > 0,
    (await db.select().from(textMessages).where(eq(textMessages.orderId, orderId))).length > 0,
    (await db.select().from(feedback).where(eq(feedback.uin, ada.uin))).length > 0,
    (await db.select().from(orderOperations).where(eq(orderOperations.orderId, orderId))).length > 0,
  ]
  await sweepAfter(364)
  expect(await counts()).toEqual([true, true, true, true, true])
  await sweepAfter(366)
  expect(await counts()).toEqual([true, false, false, false, true])
  await sweepAfter(731)
  expect(await counts()).toEqual([false, false, false, false, false])
  expect(await db.select().from(orders).where(eq(orders.orderId, orderId))).toHaveLength(1)
})

test('deletes nothing whose retention is 0 days', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  await ada.cancel(orderId)
  const { keepDays } = server.services.settings
  Object.assign(server.services.settings, { keepDays: { photos: 0, traces: 0, messages: 0, logs: 0 } })
  await sweepAfter(3_600)
  server.services.settings.keepDays = keepDays
  expect(await storedOf(ada.uin)).toBe(1)
  const { db } = server.services
  expect(await db.select().from(orderTrace).where(eq(orderTrace.orderId, orderId))).not.toEqual([])
})

test('deletes more expired rows than one batch holds, and keeps newer ones', async () => {
  const { db } = server.services
  const { uin } = await newTraveller(server)
  const day = 86_400_000
  const notificationsOf = (count: number, age: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...({ notificationId: `${age}-${index}`, uin, type: 1, content: {}, isPopup: false } as const),
      createTime: new Date(start.getTime() - age * day),
    }))
  for (let batch = 0; batch < 6; batch += 1) {
    await db.insert(notifications).values(notificationsOf(1_000, 366 + batch))
  }
  await db.insert(notifications).values(notificationsOf(2, 364))
  await sweepAfter(0)
  expect(await db.$count(notifications, eq(notifications.uin, uin))).toBe(2)
})

test('has no BRIN index, which reads the whole table once deleted pages are reused', async () => {
  const { rows } = (await server.services.db.execute(
    "select indexname from pg_indexes where schemaname = 'public' and indexdef ilike '%using brin%'",
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([])
})
