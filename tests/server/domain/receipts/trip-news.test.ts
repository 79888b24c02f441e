import { listNotifications, markNotifications, operatorReview, subscribePush } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { receiptMails } from '../../../../server/domain/receipts/receipt-mails.table.ts'
import { users } from '../../../../server/domain/users/users.table.ts'
import { sendDueMails } from '../../../../server/flows/send-mails.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import type { MailMessage } from '../../../../server/runtime/mail/smtp.ts'
import { testReportKey } from '../../harness.ts'
import { createPushDevice } from '../../soft-push.ts'
import { carryToDelivery, newTraveller, operate } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer({ publicUrl: 'https://bags.example' })
const mails: MailMessage[] = []
beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  await server.services.db.delete(receiptMails)
  mails.length = 0
  server.services.settings.sendsTexts = true
  server.services.mail = {
    send: async (mail) => {
      mails.push(mail)
    },
  }
})

type Changes = Partial<typeof users.$inferInsert>

/** A traveller with a confirmed address. */
async function newReader(changes: Changes = {}) {
  const traveller = await newTraveller(server)
  const email = `${traveller.uin}@example.com`
  const emailVerifyTime = server.services.now()
  await server.services.db
    .update(users)
    .set({ email, emailVerifyTime, ...changes })
    .where(eq(users.uin, traveller.uin))
  return { ...traveller, email }
}
const sendMails = () => sendDueMails(server.services)
const subjects = (orderNumber: string) =>
  mails.flatMap(({ subject }) => (subject.includes(`· ${orderNumber}`) ? [subject] : []))

/** An order whose bags are at their destination. */
async function carriedOrder(reader: Awaited<ReturnType<typeof newReader>>) {
  const order = await reader.paidOrder()
  await carryToDelivery(server, order)
  return order
}

test('mails news of the trip to travellers whose number isn’t verified, with a link to the order', async () => {
  const reader = await newReader({ typedPhoneNumber: '13700000000' })
  const order = await carriedOrder(reader)
  await sendMails()
  expect(subjects(order.orderNumber)).toContain(`Your bags were picked up · ${order.orderNumber}`)
  const mail = mails.find(({ subject }) => subject.includes('picked up'))
  expect(mail).toMatchObject({
    to: reader.email,
    text: expect.stringContaining(`https://bags.example/order/detail/${order.orderId}`),
  })
  const { name } = server.services.settings.company['en-US']
  expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(name), expect.stringContaining(name)])
  const sent = mails.length
  await sendMails()
  expect(mails).toHaveLength(sent)
})

test('mails news to everybody with a confirmed address while text messages are switched off', async () => {
  const reader = await newReader()
  server.services.settings.sendsTexts = false
  const order = await carriedOrder(reader)
  await sendMails()
  expect(subjects(order.orderNumber)).not.toEqual([])
})

test('mails no news to travellers with a number, with a device, without a confirmed address, or who read it', async () => {
  const reachable = await carriedOrder(await newReader())
  const pushed = await newReader({ typedPhoneNumber: '13700000000' })
  const { subscription } = createPushDevice()
  const body = { subscription, locale: 'en-US', kinds: ['trip'] }
  expect((await server.call(subscribePush, { token: pushed.token, body })).code).toBe(0)
  const unconfirmed = await newReader({ typedPhoneNumber: '13700000000', emailVerifyTime: null })
  const read = await newReader({ typedPhoneNumber: '13700000000' })
  const others = [pushed, unconfirmed, read]
  const orders = [reachable]
  for (const reader of others) orders.push(await carriedOrder(reader))
  const { list } = (await server.call(listNotifications, { query: { pageSize: '50' }, token: read.token }))
    .result
  const notificationList = list.map(({ notificationId }) => ({ notificationId }))
  await server.call(markNotifications, { token: read.token, body: { notificationList, isRead: 1 } })
  await sendMails()
  expect(orders.map(({ orderNumber }) => subjects(orderNumber))).toEqual([[], [], [], []])
})

test('mails the news of a text message that didn’t arrive', async () => {
  const reader = await newReader()
  const { sms } = server.services
  const { sendText } = sms
  const ids: string[] = []
  sms.sendText = async () => {
    ids.push(`lost-${ids.length}`)
    return ids.at(-1)!
  }
  const order = await carriedOrder(reader)
  await sendMails()
  expect(subjects(order.orderNumber)).toEqual([])
  await sendDueTextMessages(server.services)
  sms.sendText = sendText
  await server.app.inject({
    method: 'POST',
    url: `/api/text-messages/reports/${testReportKey}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(ids.map((id) => ({ id, state: 'undelivered', reason: 'absent' }))),
  })
  await sendMails()
  expect(subjects(order.orderNumber)).toContain(`Your bags were picked up · ${order.orderNumber}`)
})

test('mails the news of a text message that the gateway never took', async () => {
  const reader = await newReader()
  const { sms } = server.services
  const { sendText } = sms
  const order = await carriedOrder(reader)
  await sendMails()
  sms.sendText = () => Promise.reject(new Error('the gateway is down'))
  for (const minutes of [0, 1, 2, 6, 31]) {
    server.clock.advance(minutes * 60_000)
    await sendDueTextMessages(server.services).catch(() => {})
  }
  sms.sendText = sendText
  await sendMails()
  expect(subjects(order.orderNumber)).toContain(`Your bags were picked up · ${order.orderNumber}`)
})

test('retries a mail that the server refused', async () => {
  const reader = await newReader({ typedPhoneNumber: '13700000000' })
  const order = await reader.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'reject', reason: 'Wrong room.' })
  const { mail } = server.services
  server.services.mail = { send: () => Promise.reject(new Error('the mail server responded with 451')) }
  await expect(sendMails()).rejects.toThrow()
  server.services.mail = mail
  server.clock.advance(10_000)
  await sendMails()
  expect(subjects(order.orderNumber)).toHaveLength(1)
})
