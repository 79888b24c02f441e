import { createServer, type Server } from 'node:net'
import {
  getInvoice,
  type InvoiceBuyer,
  operatorAttachInvoice,
  operatorDeclineInvoice,
  operatorEndRedInvoice,
  operatorGetInvoice,
  operatorGetQueue,
  operatorListOperations,
  operatorReview,
  requestInvoice,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { files } from '../../../server/domain/files/files.table.ts'
import { sweepFiles } from '../../../server/domain/files/files.ts'
import { paymentSessions } from '../../../server/domain/payments/payments.table.ts'
import { sendDueMails } from '../../../server/flows/send-mails.ts'
import { listenHere } from '../../listen-here.ts'
import { startServer, type TestServer } from '../harness.ts'
import { mailbox, serveMail } from '../mailbox.ts'
import { newTraveller, operate, operatorToken, runDue, type TestTraveller } from '../trip.ts'

let smtp: Server
let server: TestServer
let ada: TestTraveller
beforeAll(async () => {
  smtp = createServer(serveMail)
  server = await startServer({
    smtp: {
      url: `smtp://127.0.0.1:${await listenHere(smtp)}`,
      from: 'Handsfree <receipts@bags.example>',
      requireTls: false,
    },
    publicUrl: 'https://bags.example',
  })
})
afterAll(async () => {
  await server.close()
  smtp.close()
})
beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  await sendDueMails(server.services)
  Object.assign(mailbox, { mails: [], refusal: null })
  ada = await newTraveller(server)
})

const company: InvoiceBuyer = {
  buyer: 'company',
  name: 'Analytical Engines Ltd.',
  taxNumber: '91310000MA1FL0000N',
  email: 'accounts@engines.example',
}
const person: InvoiceBuyer = { buyer: 'person', name: 'Ada Lovelace', email: 'ada@example.com' }
const pdf = Buffer.from('%PDF-1.7\n第一张发票')
const ofd = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from('.. OFD.xml ..')])

const request = (orderId: string, body: unknown = company, { token } = ada) =>
  server.call(requestInvoice, { params: { orderId }, body, token })
const read = (orderId: string, { token } = ada) => server.call(getInvoice, { params: { orderId }, token })
const attach = (orderId: string, revision: number, content = pdf, kind: 'invoice' | 'red' = 'invoice') =>
  operate(server, operatorAttachInvoice, orderId, { revision, kind, content: content.toString('base64') })
const readForOperator = async (orderId: string) =>
  (await server.call(operatorGetInvoice, { params: { orderId }, token: operatorToken })).result.invoice
const download = (orderId: string, index = 0, { token } = ada) =>
  server.app.inject({
    method: 'GET',
    url: `/api/orders/${orderId}/invoice/files/${index}`,
    headers: { token: `Bearer ${token}` },
  })
const queued = async (orderId: string) =>
  (await server.call(operatorGetQueue, { token: operatorToken })).result.list
    .filter((entry) => entry.orderId === orderId && /invoice/i.test(entry.kind))
    .map(({ kind }) => kind)
const refused = (reason: string, field = 'order') => ({
  code: errorCodes.paramError,
  result: { field, reason },
})
const changed = refused('changed', 'invoice')
async function refund(orderId: string) {
  await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Too large' })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
}

describe('a request for an invoice', () => {
  test('waits in the operators’ queue until its file is attached, which the traveller downloads', async () => {
    const { orderId } = await ada.paidOrder()
    const asked = await request(orderId, { ...company, taxNumber: '９１３１００００ｍａ1fl0000n' })
    expect(asked.result).toMatchObject({
      amount: { amount: 9_800, currency: 'CNY' },
      invoice: { state: 'waiting', ...company, files: [] },
    })
    expect(await queued(orderId)).toEqual(['invoice'])
    const seen = await readForOperator(orderId)
    expect(seen).toMatchObject({ ...company, revision: 1 })
    expect((await attach(orderId, 1)).code).toBe(0)
    expect(await queued(orderId)).toEqual([])
    expect((await read(orderId)).result).toMatchObject({
      mayRequest: 'answered',
      invoice: {
        state: 'answered',
        amount: { amount: 9_800, currency: 'CNY' },
        files: [{ kind: 'invoice', type: 'pdf' }],
      },
    })
    const { statusCode, headers, rawPayload } = await download(orderId)
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(pdf)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="invoice.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('notifies the traveller in the app, and mails a link to the address in the request', async () => {
    const { orderId, orderNumber } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    expect((await ada.notifications()).at(-1)).toMatchObject({
      content: { orderId, orderNumber, change: 'invoiceReady' },
    })
    await sendDueMails(server.services)
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]).toMatch(/^To: accounts@engines.example$/m)
    expect(mailbox.mails[0]?.replace(/=\n/g, '')).toContain(`https://bags.example/order/invoice/${orderId}`)
    expect(mailbox.mails[0]).not.toContain(company.name)
  })

  test('changes nothing when it is repeated, and replaces an unanswered one', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await request(orderId)
    expect(await readForOperator(orderId)).toMatchObject({ revision: 1 })
    await request(orderId, person)
    expect(await readForOperator(orderId)).toMatchObject({ ...person, taxNumber: null, revision: 2 })
    expect(await attach(orderId, 1)).toMatchObject(changed)
    expect(await operate(server, operatorDeclineInvoice, orderId, decline(1))).toMatchObject(changed)
  })

  test('names no buyer in the log', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    const { result } = await server.call(operatorListOperations, {
      params: { orderId },
      token: operatorToken,
    })
    expect(JSON.stringify(result)).not.toMatch(/Analytical|91310000|engines\.example/)
    expect(result.slice(-2).map(({ action, actor }) => [action, actor.split(':')[0]])).toEqual([
      [321, 'traveller'],
      [322, 'employee'],
    ])
  })

  test('logs an operator’s reading once a day', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    const reads = async () => {
      const { result } = await server.call(operatorListOperations, {
        params: { orderId },
        token: operatorToken,
      })
      return result.filter(({ action }) => action === 801).length
    }
    await readForOperator(orderId)
    await readForOperator(orderId)
    expect(await reads()).toBe(1)
    server.clock.set('2026-11-22T02:00:01.000Z')
    await readForOperator(orderId)
    expect(await reads()).toBe(2)
  })

  test.each([
    ['a company’s number with a wrong check', { ...company, taxNumber: '91310000MA1FL0000A' }],
    ['a number of 17 characters', { ...company, taxNumber: '91310000MA1FL0000' }],
    ['a company without a number', { ...company, taxNumber: '' }],
    ['a person with a number', { ...person, taxNumber: company.taxNumber }],
    ['no address', { ...person, email: '' }],
    ['two lines of name', { ...person, name: 'Ada\nLovelace' }],
    ['a long name', { ...person, name: 'A'.repeat(101) }],
  ])('fails with %s', async (_, body) => {
    const { orderId } = await ada.paidOrder()
    expect((await request(orderId, body)).code).toBe(errorCodes.paramError)
    expect(await readForOperator(orderId)).toBeNull()
  })

  test('fails before the payment, after a full refund and half a year later', async () => {
    expect(await request((await ada.order()).orderId)).toMatchObject(refused('unpaid'))
    const { orderId } = await ada.paidOrder()
    const late = await ada.paidOrder()
    await refund(orderId)
    expect(await request(orderId)).toMatchObject(refused('refunded'))
    const { db, now } = server.services
    const paidAt = (daysAgo: number) =>
      db
        .update(paymentSessions)
        .set({ updateTime: new Date(now().getTime() - daysAgo * 86_400_000) })
        .where(eq(paymentSessions.paymentId, late.payments[0]!.paymentId))
    await paidAt(policy.invoiceDays)
    expect(await request(late.orderId)).toMatchObject(refused('over'))
    await paidAt(policy.invoiceDays - 1)
    expect((await request(late.orderId)).code).toBe(0)
  })

  test('fails after too many changes', async () => {
    const { orderId } = await ada.paidOrder()
    for (let change = 0; change <= policy.maxInvoiceChanges; change++) {
      expect((await request(orderId, { ...person, name: `Ada ${change}` })).code).toBe(0)
    }
    expect(await request(orderId)).toMatchObject(refused('tooMany'))
  })

  test('hides itself and its files from strangers', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    const eve = await newTraveller(server)
    expect((await read(orderId, eve)).code).toBe(errorCodes.expressNotFound)
    expect((await request(orderId, company, eve)).code).toBe(errorCodes.expressNotFound)
    expect((await download(orderId, 0, eve)).json()).toMatchObject({ code: errorCodes.expressNotFound })
    expect((await download(orderId, 1)).statusCode).toBe(404)
    const withoutToken = await server.app.inject({
      method: 'GET',
      url: `/api/orders/${orderId}/invoice/files/0`,
    })
    expect(withoutToken.statusCode).toBe(401)
  })
})

const decline = (revision: number) => ({ revision, reason: 'details', words: 'The number isn’t yours' })

describe('an operator’s answer', () => {
  test('declines with a reason, after which the traveller can ask again', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    expect((await operate(server, operatorDeclineInvoice, orderId, decline(1))).code).toBe(0)
    expect((await read(orderId)).result).toMatchObject({
      mayRequest: 'yes',
      invoice: { state: 'declined', reason: 'details', words: 'The number isn’t yours' },
    })
    expect(await queued(orderId)).toEqual([])
    await request(orderId, person)
    expect((await read(orderId)).result.invoice).toMatchObject({ state: 'waiting', reason: null, words: '' })
    expect(await queued(orderId)).toEqual(['invoice'])
  })

  test.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
    ['a ZIP archive that isn’t OFD', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), pdf]), 415],
    ['a page', Buffer.from('<script>%PDF-1.7'), 415],
    ['more than 2 MB', Buffer.concat([pdf, Buffer.alloc(policy.maxInvoiceMb * 1024 * 1024)]), 413],
  ])('fails with %s', async (_, content, status) => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    const answer = await attach(orderId, 1, content)
    expect([answer.code, answer.status]).toEqual([errorCodes.paramError, status])
    expect((await read(orderId)).result.invoice?.files).toEqual([])
  })

  test('fails a second time, without a request, and in another state', async () => {
    const { orderId } = await ada.paidOrder()
    expect((await attach(orderId, 1)).code).toBe(errorCodes.notFound)
    await request(orderId)
    const both = await Promise.all([attach(orderId, 1), attach(orderId, 1, ofd)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, errorCodes.paramError])
    expect(await operate(server, operatorDeclineInvoice, orderId, decline(2))).toMatchObject(changed)
    expect(await attach(orderId, 2, pdf, 'red')).toMatchObject(changed)
    expect(await operate(server, operatorEndRedInvoice, orderId, { revision: 2 })).toMatchObject(changed)
    expect(await request(orderId, person)).toMatchObject(refused('answered'))
  })

  test('replaces a wrong file, and removes it from the storage', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    await attach(orderId, 2, ofd)
    expect((await read(orderId)).result.invoice?.files).toMatchObject([{ kind: 'invoice', type: 'ofd' }])
    const { headers, rawPayload } = await download(orderId)
    expect(headers['content-type']).toBe('application/ofd')
    expect(rawPayload.equals(ofd)).toBe(true)
    const stored = await server.services.db.select().from(files)
    expect(stored.filter(({ uin, width }) => uin === ada.uin && width === 0)).toHaveLength(1)
  })

  test('keeps an attached file, and removes one whose request had changed', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    await attach(orderId, 1, ofd)
    server.clock.advance(25 * 3_600_000)
    await sweepFiles(server.services)
    const stored = await server.services.db.select().from(files)
    expect(stored.filter(({ uin, width }) => uin === ada.uin && width === 0)).toHaveLength(1)
  })
})

describe('a refund of an invoiced order', () => {
  test('queues a red invoice until its file is attached, which the traveller downloads too', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    await refund(orderId)
    expect(await queued(orderId)).toEqual(['redInvoice'])
    const { revision } = (await readForOperator(orderId))!
    expect(revision).toBe(3)
    expect(await attach(orderId, 3)).toMatchObject(refused('refunded'))
    expect((await attach(orderId, 3, ofd, 'red')).code).toBe(0)
    expect(await queued(orderId)).toEqual([])
    expect((await read(orderId)).result.invoice?.files).toMatchObject([{ kind: 'invoice' }, { kind: 'red' }])
    expect((await download(orderId, 1)).rawPayload.equals(ofd)).toBe(true)
  })

  test('leaves the queue when an operator settles it without a file', async () => {
    const { orderId } = await ada.paidOrder()
    await request(orderId)
    await attach(orderId, 1)
    await refund(orderId)
    expect((await operate(server, operatorEndRedInvoice, orderId, { revision: 3 })).code).toBe(0)
    expect(await queued(orderId)).toEqual([])
  })

  test('queues nothing for an order without an invoice', async () => {
    const { orderId } = await ada.paidOrder()
    await refund(orderId)
    expect(await queued(orderId)).toEqual([])
    expect(await readForOperator(orderId)).toBeNull()
  })
})
