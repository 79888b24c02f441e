import { createClaim, makeReceiverLink } from '@handsfree/core/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bagEntries, bagQuestions } from '../../../server/domain/bags/ledger.table.ts'
import { orderChanges } from '../../../server/domain/changes/changes.table.ts'
import { claims } from '../../../server/domain/claims/claims.table.ts'
import { staffNotes } from '../../../server/domain/crew/staff-notes.table.ts'
import { employeeNotifications } from '../../../server/domain/notifications/employee-notifications.table.ts'
import { notifications } from '../../../server/domain/notifications/notifications.table.ts'
import { orderBags, orders } from '../../../server/domain/orders/orders.table.ts'
import { disputes, paymentSessions, refunds } from '../../../server/domain/payments/payments.table.ts'
import { refundRequests } from '../../../server/domain/payments/refund-requests.table.ts'
import { invoices } from '../../../server/domain/receipts/invoices.table.ts'
import { receiptMails } from '../../../server/domain/receipts/receipt-mails.table.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { failedJobs } from '../../../server/runtime/jobs/failed-jobs.table.ts'
import { carryToDelivery, newPhoto, newTraveller, runDue, type TestTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const start = '2026-11-21T02:00:00.000Z'
beforeEach(() => server.clock.set(start))

const sweepAt = async (time: string) => {
  server.clock.set(time)
  await sweep(server.services)
}
const isThere = async (...orderIds: string[]) => {
  const found = await server.services.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(inArray(orders.orderId, orderIds))
  return orderIds.map((orderId) => found.some((one) => one.orderId === orderId))
}
const rowsOf = async (statement: ReturnType<typeof sql>) =>
  ((await server.services.db.execute(statement)) as { rows: { name: string; text: string }[] }).rows

/** All tables that refer to orders, directly or through others. */
const belonging = () =>
  rowsOf(sql`with recursive belonging(name) as (
      select 'orders'::regclass
      union
      select conrelid::regclass from pg_constraint join belonging on confrelid = name where contype = 'f'
    ) select name::text from belonging order by 1`)

const counts = async () => {
  const found: Record<string, number> = {}
  for (const { name } of await belonging())
    found[name] = (await rowsOf(sql`select '' as text from ${sql.identifier(name)}`)).length
  return found
}

/** A paid order at its destination, with rows in every table that refers to it. */
async function wholeOrder(ada: TestTraveller): Promise<string> {
  const { db } = server.services
  const order = await ada.paidOrder()
  const { orderId } = order
  await carryToDelivery(server, order)
  const ask = { params: { orderId }, token: ada.token }
  const photos = [await newPhoto(server, ada.uin)]
  const body = { kind: 'damaged', words: 'A wheel is broken', photos, amount: 50_000 }
  const claimed = await server.call(createClaim, { ...ask, body })
  expect(claimed.code).toBe(0)
  expect((await server.call(makeReceiverLink, { ...ask, body: { showsClaimCode: false } })).code).toBe(0)
  const { claimId } = claimed.result
  const [{ paymentId, sessionId } = { paymentId: '', sessionId: '' }] = await db
    .select()
    .from(paymentSessions)
  const [{ bagId } = { bagId: '' }] = await db.select().from(orderBags)
  const createTime = new Date(start)
  const common = { orderId, createTime }
  await db
    .insert(refunds)
    .values({ ...common, refundId: 'refund', paymentId, sessionId, claimId, amount: 100, state: 'done' })
  await db.insert(disputes).values({
    disputeId: 'dispute',
    paymentId,
    amount: 100,
    currency: 'CNY',
    reason: 'fraudulent',
    createTime,
    state: 'won',
  })
  await db
    .insert(staffNotes)
    .values({ ...common, noteId: 'note', employeeId: 'courier-0731', words: 'Calls at nine' })
  await db.insert(refundRequests).values({
    ...common,
    requestId: 'request',
    claimId,
    act: 'operatorOfferClaim',
    body: { amount: 100, words: 'Sorry' },
    amount: 100,
    state: 'rejected',
    employeeId: 'operator',
  })
  await db.insert(orderChanges).values({
    ...common,
    changeId: 'change',
    paymentId,
    kind: 'order',
    stage: 'applied',
    difference: 0,
    facts: {},
    promisedTime: createTime,
  })
  const seen = { orderId, bagId, stage: 'pickup', role: 'courier', actor: 'system' } as const
  await db
    .insert(bagEntries)
    .values({ ...seen, entryId: 'entry', sealNumber: '', photos: [], damage: '', time: createTime })
  await db.insert(bagQuestions).values({
    ...seen,
    questionId: 'question',
    entryId: 'entry',
    kind: 'damage',
    askTime: createTime,
    state: 'right',
  })
  await db.insert(invoices).values({
    orderId,
    state: 'answered',
    buyer: 'person',
    name: 'Ada',
    email: 'ada@handsfree.example',
    requestTime: createTime,
    files: [{ fileId: await newPhoto(server, ada.uin), kind: 'invoice', type: 'pdf', time: start }],
  })
  await db.insert(receiptMails).values({ ...common, occasion: sessionId })
  await db
    .insert(textMessages)
    .values({ ...common, kind: 'pickedUp' })
    .onConflictDoNothing()
  return orderId
}

test('deletes an ended order with all rows that refer to it after exactly ten years', async () => {
  const { db, fileStore } = server.services
  const ada = await newTraveller(server)
  const orderId = await wholeOrder(ada)
  const fileId = /files\/([\w-]+)/.exec(ada.photo)?.[1] ?? ''
  await db.update(claims).set({ stage: 'closed' })
  const [{ claimId } = { claimId: '' }] = await db.select().from(claims)
  await db.insert(failedJobs).values([
    { kind: 'change', subject: orderId, tries: 12, createTime: new Date(start) },
    { kind: 'claimClock', subject: claimId, tries: 12, createTime: new Date(start) },
  ])
  await db.update(orders).set({ closing: 'closed' }).where(eq(orders.orderId, orderId))
  const { keepDays } = server.services.settings
  Object.assign(server.services.settings, { keepDays: { photos: 0, traces: 0, messages: 0, logs: 0 } })
  const before = await counts()
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
  const [{ createTime } = { createTime: new Date(0) }] = await db.select().from(orders)
  const end = new Date(createTime)
  end.setUTCFullYear(2036)

  await sweepAt(new Date(end.getTime() - 1).toISOString())
  expect(await counts()).toEqual(before)
  await sweepAt(end.toISOString())
  server.services.settings.keepDays = keepDays
  expect(Object.entries(await counts()).filter(([, rows]) => rows > 0)).toEqual([])
  for (const table of [notifications, employeeNotifications])
    expect((await db.select().from(table)).filter(({ content }) => content.orderId === orderId)).toEqual([])
  expect(await fileStore.read(fileId)).toBe(null)
  expect(await db.select().from(failedJobs)).toEqual([])
  const tallied = await rowsOf(sql`select orders::text as text from order_tallies where orders <> 0`)
  expect(tallied).toEqual([])
})

test('keeps orders that are open or have an open refund, claim or dispute', async () => {
  const { db } = server.services
  const ada = await newTraveller(server)
  const [open, refunding, claimed, disputed, ended] = [
    await ada.order(),
    await ada.paidOrder(),
    await ada.order(),
    await ada.paidOrder(),
    await ada.order(),
  ].map(({ orderId }) => orderId) as [string, string, string, string, string]
  await ada.cancel(refunding)
  await ada.cancel(claimed)
  await ada.cancel(disputed)
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  await ada.cancel(ended)
  await db.update(orders).set({ payment: 'refunding' }).where(eq(orders.orderId, refunding))
  const time = new Date(start)
  await db.insert(claims).values({
    claimId: 'late',
    orderId: claimed,
    uin: ada.uin,
    kind: 'damaged',
    words: '',
    photos: [],
    askedAmount: 0,
    currency: 'CNY',
    stage: 'received',
    createTime: time,
    updateTime: time,
  })
  const session = sql`(select payment_id from payments where order_id = ${disputed} limit 1)`
  await db.insert(disputes).values({
    disputeId: 'open',
    paymentId: session as never,
    amount: 1,
    currency: 'CNY',
    reason: 'fraudulent',
    state: 'open',
    createTime: time,
  })
  const all = [open, refunding, claimed, disputed, ended]
  await sweepAt('2037-01-01T00:00:00.000Z')
  expect(await isThere(...all)).toEqual([true, true, true, true, false])
  await db.update(orders).set({ payment: 'refunded' }).where(eq(orders.orderId, refunding))
  await db.update(claims).set({ stage: 'closed' })
  await db.update(disputes).set({ state: 'lost' })
  await sweepAt('2037-01-01T01:00:00.000Z')
  expect(await isThere(...all)).toEqual([true, false, false, false, false])
})

test('counts the years to the day, also on 29 February', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  await ada.cancel(orderId)
  await server.services.db
    .update(orders)
    .set({ createTime: new Date('2030-03-01T06:00:00.000Z') })
    .where(eq(orders.orderId, orderId))
  await sweepAt('2040-02-29T12:00:00.000Z')
  expect(await isThere(orderId)).toEqual([true])
  await sweepAt('2040-03-01T06:00:00.000Z')
  expect(await isThere(orderId)).toEqual([false])
})
