import { createServer, type Server } from 'node:net'
import {
  getProfiles,
  operatorChange,
  operatorListJobs,
  operatorRetryJob,
  operatorReview,
  updateProfile,
} from '@handsfree/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receiptMails } from '../../../../server/domain/receipts/receipt-mails.table.ts'
import { sendDueMails } from '../../../../server/flows/send-mails.ts'
import { smtpMail } from '../../../../server/runtime/mail/smtp.ts'
import { listenHere } from '../../../listen-here.ts'
import { startServer, type TestServer } from '../../harness.ts'
import { mailbox, serveMail } from '../../mailbox.ts'
import { newTraveller, operate, operatorToken, runDue } from '../../trip.ts'

let smtp: Server
let server: TestServer
let url = ''
beforeAll(async () => {
  smtp = createServer(serveMail)
  url = `smtp://127.0.0.1:${await listenHere(smtp)}`
  server = await startServer({
    smtp: { url, from: 'Handsfree <receipts@bags.example>', requireTls: false },
    publicUrl: 'https://bags.example',
  })
})
afterAll(async () => {
  await server.close()
  smtp.close()
})
beforeEach(() => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  Object.assign(mailbox, { mails: [], refusal: null })
})

const send = () => sendDueMails(server.services)
const withEmail = async (locale: 'en-US' | 'zh-CN' = 'en-US', email = 'ada@example.com') => {
  const ada = await newTraveller(server, locale)
  await server.call(updateProfile, { token: ada.token, body: { name: 'Ada', email } })
  return ada
}
/** The parts of a mail, decoded. */
const decoded = (mail = '') =>
  mail
    .replace(/=\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

test('mails a receipt once for the payment and once for its refund, in text and HTML', async () => {
  const ada = await withEmail()
  const order = await ada.paidOrder()
  await send()
  await send()
  expect(mailbox.mails).toHaveLength(1)
  const paid = decoded(mailbox.mails[0])
  expect(paid).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(paid).toMatch(/^From: Handsfree <receipts@bags.example>$/m)
  expect(paid).toMatch(/^To: ada@example.com$/m)
  expect(paid).toContain('Content-Type: text/plain')
  expect(paid).toContain('Content-Type: text/html')
  expect(paid).toContain('All times are Hangzhou time')
  for (const words of [
    `Order: ${order.orderNumber}`,
    /Paid Sat, Nov 21, 2026 at [\d:]+\s[AP]M: ¥98\.00 · Card/,
    'Luggage: 2 bags',
    'Total: ¥98.00',
    `https://bags.example/order/detail/${order.orderId}`,
    `Call our hotline ${server.services.settings.hotline}, open 24/7.`,
    server.services.settings.company['en-US'].name,
  ])
    expect(paid).toMatch(words)
  expect(paid).not.toContain('Refunded')
  await operate(server, operatorReview, order.orderId, { result: 'reject', reason: 'Too large' })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  await send()
  expect(mailbox.mails).toHaveLength(2)
  expect(decoded(mailbox.mails[1])).toMatch(/Refunded [^:]+:\d\d\s[AP]M: −¥98\.00/)
  const refunded = decoded(mailbox.mails[1])
  expect(refunded).toContain('Total after refund: ¥0.00')
  const { payments, refunds } = await ada.read(order.orderId)
  expect(paid).toContain(`¥98.00 · Card · ${payments[0]?.receiptNumber}`)
  for (const words of [
    `Your Handsfree credit note for order ${order.orderNumber}`,
    `Credit note number: ${refunds[0]?.creditNoteNumber}`,
    `For receipt: ${payments[0]?.receiptNumber}`,
    'Reason: The order didn’t pass our review',
  ])
    expect(refunded).toContain(words)
})

test('adds up in the receipt of a refund while another refund is pending', async () => {
  const ada = await withEmail()
  const { orderId } = await ada.paidOrder()
  await send()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  expect((await operate(server, operatorChange, orderId, { pieces: 1 })).code).toBe(0)
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  expect((await ada.cancel(orderId)).code).toBe(0)
  await send()
  const { refunds } = await ada.read(orderId)
  expect(refunds.map(({ amount, doneTime }) => [amount.amount, doneTime !== null])).toEqual([
    [49_00, true],
    [49_00, false],
  ])
  const mail = decoded(mailbox.mails[1])
  expect(mail).toMatch(/Refunded [^:]+:\d\d\s[AP]M: −¥49\.00/)
  expect(mail).toContain('Total after refund: ¥49.00')
})

test('mails receipts in the traveller’s language, and none without an address', async () => {
  const bo = await newTraveller(server)
  await bo.paidOrder()
  const lin = await withEmail('zh-CN', 'lin@example.com')
  await lin.paidOrder()
  await send()
  expect(mailbox.mails).toHaveLength(1)
  expect(decoded(mailbox.mails[0])).toMatch(/ 已支付<\/th><td[^>]*>¥98\.00 · 银行卡/)
  const { result } = await server.call(getProfiles, { token: lin.token, query: { uins: [lin.uin] } })
  expect(result[lin.uin]?.mailsReceipts).toBe(true)
})

test('retries a failed mail after pauses, gives up after five tries, and logs no address', async () => {
  const ada = await withEmail('en-US', 'ada.unique@example.com')
  const { orderId } = await ada.paidOrder()
  mailbox.refusal = '550 no such user ada.unique@example.com'
  const failures: string[] = []
  for (const wait of [0, 10_000, 60_000, 300_000, 1_800_000]) {
    server.clock.advance(wait)
    await send().catch((error: AggregateError) =>
      failures.push(...error.errors.map(({ cause }) => String(cause))),
    )
  }
  expect(failures).toHaveLength(5)
  expect(failures[0]).toBe('Error: the mail server responded with 550')
  expect(failures[4]).toMatch(
    /^GaveUp: receipt \w+ of order \w+ was not mailed: the mail server responded with 550$/,
  )
  mailbox.refusal = null
  const jobs = async () =>
    (await server.call(operatorListJobs, { query: { state: 'givenUp' }, token: operatorToken })).result.list
  const [job] = await jobs()
  expect(await jobs()).toMatchObject([
    { kind: 'receipt', stage: 'givenUp', orderId, tries: 5, lastError: 'the mail server responded with 550' },
  ])
  server.clock.advance(86_400_000)
  await send()
  expect(mailbox.mails).toEqual([])
  const rows = await server.services.db.select().from(receiptMails)
  expect(rows.find((row) => row.orderId === orderId)).toMatchObject({ state: 'givenUp', tryTime: null })
  expect(JSON.stringify([rows, failures, job])).not.toContain('unique')
  const retry = () =>
    server.call(operatorRetryJob, { params: { jobId: job?.jobId ?? '' }, body: {}, token: operatorToken })
  expect((await retry()).code).toBe(0)
  await send()
  expect(mailbox.mails).toHaveLength(1)
  expect([await jobs(), (await retry()).code]).toEqual([[], 8001])
})

test('sends nothing after the traveller has removed the address, or without required TLS', async () => {
  const ada = await withEmail()
  await ada.paidOrder()
  await server.call(updateProfile, { token: ada.token, body: { email: '' } })
  await send()
  expect(mailbox.mails).toEqual([])
  const guarded = smtpMail({ url, from: 'a@bags.example', requireTls: true })
  const message = { to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }
  await expect(guarded.send(message)).rejects.toThrow('the mail server')
  expect(mailbox.mails).toEqual([])
})

test('names the tax that a receipt and a credit note include, if the company has a rate', async () => {
  const { company } = server.services.settings
  const taxed = {
    ...company['en-US'],
    taxNumber: '12345',
    taxRates: [{ currency: 'CNY' as const, percent: 6 }],
  }
  server.services.settings.company = { ...company, 'en-US': taxed }
  const ada = await withEmail()
  const { orderId } = await ada.paidOrder()
  await send()
  expect(decoded(mailbox.mails[0])).toContain('Includes 6% VAT: ¥5.55')
  await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Too large' })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  await send()
  server.services.settings.company = company
  expect(decoded(mailbox.mails[1])).toContain('Includes 6% VAT: −¥5.55')
})
