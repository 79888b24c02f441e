import {
  getPreparedLink,
  getPreparedOrder,
  listPreparedOrders,
  type OrderDraft,
  operatorGetOrder,
  operatorListJobs,
  operatorListOperations,
  operatorRetryJob,
  type Phone,
  type PreparedDraft,
  prepareOrder,
  summarizePreparedOrder,
  takeOverOrder,
  textPreparedOrder,
  uploadPreparedPhoto,
  withdrawPreparedOrder,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signFileUrl } from '../../../../server/domain/files/file-url.ts'
import { files } from '../../../../server/domain/files/files.table.ts'
import { storeFile } from '../../../../server/domain/files/files.ts'
import { hashLinkToken } from '../../../../server/domain/links/link-token.ts'
import { deskTexts } from '../../../../server/domain/prepared/desk-texts.table.ts'
import { preparedOrders } from '../../../../server/domain/prepared/prepared-orders.table.ts'
import { sendDuePreparedTexts } from '../../../../server/domain/prepared/prepared-texts.ts'
import { sweepPreparedOrders } from '../../../../server/domain/prepared/sweep-prepared.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { idempotencyKeys } from '../../../../server/runtime/http/idempotency.table.ts'
import { newKey, newPhone } from '../../harness.ts'
import { draftOf, newTraveller, operatorToken } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const desk = 'demo-site-lakeside-garden-hotel-token'
const guest = { dialCode: '86', phoneNumber: '13900010001' }

type Asked = { draft?: PreparedDraft; isTemporary?: boolean; guest?: Phone | null }
const tryPrepare = (asked: Asked = {}, token = desk, changes: Partial<OrderDraft> = {}) =>
  server.call(prepareOrder, { body: { draft: draftOf([], changes), isTemporary: true, ...asked }, token })
const prepare = async (...given: Parameters<typeof tryPrepare>) => {
  const { code, result } = await tryPrepare(...given)
  if (code !== 0) throw new Error(`refused: ${code} ${JSON.stringify(result)}`)
  return { ...result, token: result.url.split('/').at(-1) ?? '' }
}
const open = (token: string, by: { token: string } = ada) =>
  server.call(getPreparedOrder, { params: { token }, token: by.token })
const take = (token: string, quoteId: string, photos: string[], by = ada as { token: string }) =>
  server.call(takeOverOrder, {
    params: { token },
    body: { quoteId, termsVersion: policy.termsVersion, photos },
    token: by.token,
    idempotencyKey: newKey(),
  })
const deskPhoto = async (employeeId = 'site-lakeside-garden-hotel') => {
  const image = { content: Buffer.from('a picture'), width: 4, height: 3 }
  const { db } = server.services
  const fileId = await storeFile(db, server.services, null, image, { employeeId })
  return { fileId, url: signFileUrl(server.services, fileId) }
}

test('prepares one order for repeated requests, and stores the answer without its token', async () => {
  const idempotencyKey = newKey()
  const body = { draft: draftOf([]), isTemporary: true }
  const send = (changed = {}) =>
    server.call(prepareOrder, { body: { ...body, ...changed }, token: desk, idempotencyKey })
  const [first, second] = await Promise.all([send(), send()])
  expect(second).toEqual(first)
  expect(first.result.url).toMatch(/\/handover\/[\w-]{22}$/)
  expect((await open(first.result.url.split('/').at(-1) ?? '')).code).toBe(0)
  expect((await send({ isTemporary: false })).code).toBe(1008)
  const { db } = server.services
  expect(await db.select().from(preparedOrders)).toHaveLength(1)
  const answers = JSON.stringify(await db.select().from(idempotencyKeys))
  expect(answers).toContain(first.result.order.preparedId)
  expect(answers).not.toContain(first.result.url.split('/').at(-1))
})

test('shows a visitor only the place and the number of bags of a link', async () => {
  const summarize = (token: string, locale: 'en-US' | 'zh-CN' = 'en-US') =>
    server.call(summarizePreparedOrder, { body: { token }, locale })
  const { token } = await prepare({ guest })
  expect((await summarize(token)).result).toEqual({ place: 'Lakeside Garden Hotel', pieces: 2 })
  expect((await summarize(token, 'zh-CN')).result).toEqual({ place: '湖畔花园酒店', pieces: 2 })

  const photo = await deskPhoto()
  const taken = await prepare({ draft: { ...draftOf([]), photos: [photo.url] }, isTemporary: false })
  await take(taken.token, (await open(taken.token)).result.order!.quote.quoteId, [])
  server.clock.advance(3 * 3_600_000)
  for (const ended of [taken.token, token, 'A'.repeat(22)]) expect((await summarize(ended)).code).toBe(5004)
})

test('prepares an order at a desk, which its guest takes over by a link and pays', async () => {
  const photo = await deskPhoto()
  const { order, token, url } = await prepare({
    draft: { ...draftOf([]), photos: [photo.url] },
    isTemporary: false,
  })
  expect([order.source, order.creationType, order.needsPhotos]).toEqual(['hotel', 'createByOperator', false])
  expect(url).toMatch(/^http.*\/handover\/[\w-]{22}$/)
  const [row] = await server.services.db
    .select()
    .from(preparedOrders)
    .where(eq(preparedOrders.preparedId, order.preparedId))
  expect([row?.tokenHash, JSON.stringify(row).includes(token)]).toEqual([hashLinkToken(token), false])

  const shown = (await open(token)).result.order!
  expect([shown.photoCount, shown.pieces, shown.pickup.name]).toEqual([1, 2, 'Lakeside Garden Hotel'])
  const made = await take(token, shown.quote.quoteId, [])
  expect([made.code, made.result.status, made.result.total]).toEqual([
    0,
    'pending_payment',
    shown.quote.total,
  ])
  const { orderId } = made.result
  await ada.pay(orderId)
  expect((await ada.read(orderId)).status).toBe('reviewing')

  const seen = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
  expect([seen.result.source, seen.result.creationType]).toEqual(['hotel', 'createByOperator'])
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  expect(log.result[0]).toMatchObject({
    action: 0,
    actor: `traveller:${ada.uin}`,
    details: { creationType: 'createByOperator', preparedBy: 'employee:site-lakeside-garden-hotel' },
  })
  const own = await ada.order()
  const usual = await server.call(operatorGetOrder, {
    params: { orderId: own.orderId },
    token: operatorToken,
  })
  expect([usual.result.source, usual.result.creationType]).toEqual(['selfService', 'createByCustomer'])
  const { db } = server.services
  expect((await db.select().from(files).where(eq(files.fileId, photo.fileId)))[0]?.uin).toBe(ada.uin)

  // Only its guest can open the order with the link.
  expect((await open(token)).result).toEqual({ order: null, takenOrderId: orderId })
  const bob = await newTraveller(server)
  expect([(await open(token, bob)).code, (await take(token, shown.quote.quoteId, [], bob)).code]).toEqual([
    5004, 5004,
  ])
})

test('stores the desk’s photos until the prepared order ends', async () => {
  const began = server.services.now()
  const photo = await deskPhoto()
  server.clock.advance(30 * 60_000)
  const draft = { ...draftOf([]), photos: [photo.url] }
  const { order, token } = await prepare({ draft, isTemporary: false })
  server.clock.set(new Date(Date.parse(order.endTime) - 60_000))
  await sweep(server.services)
  const { quote } = (await open(token)).result.order!
  expect((await take(token, quote.quoteId, [])).code).toBe(0)
  server.clock.set(began)
})

test('requires the guest’s photos for a temporary order, and deletes one that is not taken over', async () => {
  const began = server.services.now()
  const { order, token } = await prepare({}, operatorToken)
  expect([order.source, order.creationType, order.needsPhotos]).toEqual([
    'selfService',
    'createTemporaryByOperator',
    true,
  ])
  expect(Date.parse(order.endTime) - Date.parse(order.createTime)).toBe(2 * 3_600_000)
  const { quote } = (await open(token)).result.order!
  const bare = await take(token, quote.quoteId, [])
  expect([bare.code, bare.result]).toEqual([1008, { field: 'photos' }])
  const stale = await take(token, 'another-quote', [ada.photo])
  expect([stale.code, (stale.result as unknown as { total: unknown }).total]).toEqual([8003, quote.total])
  expect((await take(token, quote.quoteId, [ada.photo])).code).toBe(0)

  const left = await prepare()
  server.clock.set(left.order.endTime)
  expect((await open(left.token)).code).toBe(5004)
  await sweepPreparedOrders(server.services)
  const rows = await server.services.db
    .select({ preparedId: preparedOrders.preparedId, orderId: preparedOrders.orderId })
    .from(preparedOrders)
  expect(rows.map(({ preparedId }) => preparedId)).not.toContain(left.order.preparedId)
  expect(rows.map(({ preparedId }) => preparedId)).toContain(order.preparedId)
  server.clock.set(began)
})

test('texts a link to its guest, and ends it after five other accounts have tried it', async () => {
  const sent: string[] = []
  const { sms } = server.services
  const { sendText } = sms
  sms.sendText = async ({ phoneNumber }, { text }) => {
    sent.push(`${phoneNumber} ${text}`)
    return null
  }
  const { order, token, url } = await prepare({ guest })
  const params = { preparedId: order.preparedId }
  const text = () => server.call(textPreparedOrder, { params, body: {}, token: desk })
  const send = () => sendDuePreparedTexts(server.services)
  // Two requests before the send result in one message.
  expect([(await text()).result, (await text()).result]).toEqual([{ textsLeft: 2 }, { textsLeft: 2 }])
  await Promise.all([send(), send()])
  expect([(await text()).result, sent.length]).toEqual([{ textsLeft: 1 }, 1])
  await send()
  await text()
  await send()
  sms.sendText = sendText
  expect([(await text()).code, sent.length, sent[0]]).toEqual([
    2004,
    3,
    expect.stringMatching(`^${guest.phoneNumber} .*${url}$`),
  ])
  const owner = await server.signIn(guest.phoneNumber)
  for (let others = 0; others < 4; others++) {
    const other = await server.signIn()
    expect([(await open(token, other)).code, (await open(token, other)).code]).toEqual([5004, 5004])
  }
  expect((await open(token, owner)).code).toBe(0)
  await open(token, await server.signIn())
  expect((await open(token, owner)).code).toBe(5004)
})

test('retries a failed text, gives up after five tries, and sends it when an operator asks', async () => {
  const began = server.services.now()
  const sent: string[] = []
  const { sms } = server.services
  const { sendText } = sms
  const { order } = await prepare({ guest })
  const params = { preparedId: order.preparedId }
  const jobId = `handover-${order.preparedId}`
  const send = () =>
    sendDuePreparedTexts(server.services).then(
      () => [],
      (error: AggregateError) => error.errors.map(String),
    )
  sms.sendText = () => Promise.reject(new Error('the gateway responded with 503'))
  await server.call(textPreparedOrder, { params, body: {}, token: desk, locale: 'zh-CN' })
  const failures: string[] = []
  for (const wait of [0, 10_000, 60_000, 300_000, 1_800_000]) {
    server.clock.advance(wait)
    failures.push(...(await send()))
  }
  expect(failures).toHaveLength(5)
  expect(failures[4]).toBe(
    `GaveUp: the link of prepared order ${order.preparedId} was not sent: the gateway responded with 503`,
  )
  const jobs = async () => {
    const { list } = (await server.call(operatorListJobs, { query: {}, token: operatorToken })).result
    return list.filter((job) => job.jobId === jobId)
  }
  expect(await jobs()).toMatchObject([
    {
      kind: 'handover',
      state: 'givenUp',
      stage: 'givenUp',
      tries: 5,
      orderId: null,
      lastError: 'the gateway responded with 503',
    },
  ])
  const retry = () => server.call(operatorRetryJob, { params: { jobId }, body: {}, token: operatorToken })
  expect((await retry()).code).toBe(0)
  sms.sendText = async ({ phoneNumber }, { text }) => {
    sent.push(`${phoneNumber} ${text}`)
    return null
  }
  expect(await send()).toEqual([])
  sms.sendText = sendText
  expect(sent).toEqual([expect.stringMatching(`^${guest.phoneNumber} Handsfree：.*/handover/`)])
  expect([await jobs(), (await retry()).code]).toEqual([[], 8001])
  server.clock.set(began)
})

test('refuses texts while they are switched off, and gives up a queued one with the reason', async () => {
  const { settings } = server.services
  const { order } = await prepare({ guest: { ...guest, phoneNumber: newPhone() } })
  const params = { preparedId: order.preparedId }
  const text = () => server.call(textPreparedOrder, { params, body: {}, token: desk })
  expect((await text()).code).toBe(0)
  settings.sendsTexts = false
  server.texts.length = 0
  await sendDuePreparedTexts(server.services)
  const { result: shown } = await server.call(getPreparedLink, { params, token: desk })
  const { list } = (await server.call(operatorListJobs, { query: {}, token: operatorToken })).result
  const refused = await text()
  settings.sendsTexts = true
  expect([shown.sendsTexts, shown.order.textState, refused.code, server.texts]).toEqual([
    false,
    'givenUp',
    1014,
    [],
  ])
  expect(list.find(({ jobId }) => jobId === `handover-${order.preparedId}`)).toMatchObject({
    state: 'givenUp',
    lastError: 'text messages are switched off',
  })
  await server.call(withdrawPreparedOrder, { params, body: {}, token: desk })
})

test('sends no link of an order that was taken over or withdrawn', async () => {
  const sent: string[] = []
  const { sms, db } = server.services
  const { sendText } = sms
  sms.sendText = async (_, { text }) => {
    sent.push(text)
    return null
  }
  const taken = await prepare({ guest })
  const withdrawn = await prepare({ guest })
  for (const { order } of [taken, withdrawn]) {
    const params = { preparedId: order.preparedId }
    expect((await server.call(textPreparedOrder, { params, body: {}, token: desk })).code).toBe(0)
  }
  const params = { preparedId: withdrawn.order.preparedId }
  await server.call(withdrawPreparedOrder, { params, body: {}, token: desk })
  const isTaken = eq(preparedOrders.preparedId, taken.order.preparedId)
  await db.update(preparedOrders).set({ orderId: 'taken' }).where(isTaken)
  await sendDuePreparedTexts(server.services)
  sms.sendText = sendText
  expect(sent).toEqual([])
  const [row] = await db.select().from(preparedOrders).where(isTaken)
  expect([row?.textState, row?.textTryTime]).toEqual(['sent', null])
})

test.each([
  ['a UK premium number', '44', '9098790000'],
  ['a US premium number', '1', '9002345678'],
  ['a fixed line', '86', '57188888888'],
])('refuses %s for a guest, for a receiver and in an order', async (_, dialCode, phoneNumber) => {
  const phone = { dialCode, phoneNumber }
  const receiver = { name: 'Ada', ...phone }
  expect(await tryPrepare({ guest: phone })).toMatchObject({
    code: 1008,
    result: { field: 'guest', reason: 'notMobile' },
  })
  const refusal = { code: 1008, result: { field: 'receiver', reason: 'notMobile' } }
  expect(await tryPrepare({}, desk, { receiver })).toMatchObject(refusal)
  const draft = draftOf([ada.photo], { receiver })
  const { quoteId } = (await ada.tryQuote(draft)).result
  expect(await ada.tryCreate(draft, quoteId)).toMatchObject(refusal)
})

test('refuses a guest’s number of a country that gets no codes', async () => {
  server.services.settings.smsCountries = ['CN']
  const answer = await tryPrepare({ guest: { dialCode: '44', phoneNumber: '7911123456' } })
  server.services.settings.smsCountries = null
  expect(answer).toMatchObject({ code: 1008, result: { field: 'guest', reason: 'countryNotServed' } })
})

test('limits a desk’s texts per day by number, withdrawn orders included, and by employee', async () => {
  const text = async (phoneNumber: string) => {
    const { order } = await prepare({ guest: { dialCode: '86', phoneNumber } })
    const params = { preparedId: order.preparedId }
    const answer = await server.call(textPreparedOrder, { params, body: {}, token: desk })
    await server.call(withdrawPreparedOrder, { params, body: {}, token: desk })
    return [answer.code, (answer.result as { field?: string }).field]
  }
  for (let asked = 0; asked < 6; asked++) expect(await text('13811110000')).toEqual([0, undefined])
  expect(await text('13811110000')).toEqual([2004, 'numberTexts'])
  const { db } = server.services
  await db.insert(deskTexts).values(
    Array.from({ length: 100 }, (_, index) => ({
      textId: `filled-${index}`,
      employeeId: 'site-lakeside-garden-hotel',
      siteId: 'another',
      phoneHash: `${index}`,
      createTime: server.services.now(),
    })),
  )
  expect(await text('13811110001')).toEqual([2004, 'employeeTexts'])
  await db.delete(deskTexts)
})

test('lets a desk prepare orders from its own site only, by the rules of every order', async () => {
  const codes = async (...answers: ReturnType<typeof tryPrepare>[]) =>
    (await Promise.all(answers)).map(({ code, result }) => [
      code,
      (result as { field?: string } | null)?.field,
    ])
  const foreign = await deskPhoto('site-pudong-airport-t2')
  const own = await deskPhoto()
  expect(
    await codes(
      tryPrepare({}, 'demo-site-pudong-airport-t2-token'),
      tryPrepare({ isTemporary: false }),
      tryPrepare({ draft: { ...draftOf([]), photos: [ada.photo] } }),
      tryPrepare({ guest: { dialCode: '86', phoneNumber: '12' } }),
      tryPrepare({}, desk, { pickupTime: '2026-11-21T10:07:00+08:00' }),
      tryPrepare({}, desk, { qrId: 'nowhere' }),
      tryPrepare({ draft: { ...draftOf([]), photos: [foreign.url] } }),
      tryPrepare({ draft: { ...draftOf([]), photos: [own.url] } }),
    ),
  ).toEqual([
    [1012, undefined],
    [1008, 'photos'],
    [1008, 'photos'],
    [1008, 'guest'],
    [1008, 'pickupTime'],
    [3002, undefined],
    [1008, 'photos'],
    [0, undefined],
  ])
  const { order, token } = await prepare()
  const list = async (by: string) =>
    (await server.call(listPreparedOrders, { token: by })).result.map(({ preparedId }) => preparedId)
  expect(await list(desk)).toContain(order.preparedId)
  expect(await list('demo-site-pudong-airport-t2-token')).toEqual([])
  const params = { preparedId: order.preparedId }
  const withdraw = (by: string) => server.call(withdrawPreparedOrder, { params, body: {}, token: by })
  const elsewhere = await withdraw('demo-site-pudong-airport-t2-token')
  expect([elsewhere.code, (await withdraw(desk)).code, (await withdraw(desk)).code]).toEqual([5004, 0, 5004])
  expect((await open(token)).code).toBe(5004)
  expect(uploadPreparedPhoto.roles).toEqual(['operator', 'site'])
})

test('shows a site its prepared order’s link and the masked phone, until the order is taken over', async () => {
  const photo = await deskPhoto()
  const asked = { draft: { ...draftOf([]), photos: [photo.url] }, isTemporary: false }
  const { order, token, url } = await prepare(asked)
  const show = (preparedId: string, by = desk) =>
    server.call(getPreparedLink, { params: { preparedId }, token: by })
  expect((await show(order.preparedId)).result).toEqual({
    order,
    url,
    guest: null,
    textsLeft: 3,
    sendsTexts: true,
  })
  expect((await show(order.preparedId, 'demo-site-pudong-airport-t2-token')).code).toBe(5004)
  const forPhone = await prepare({ guest })
  await server.call(textPreparedOrder, {
    params: { preparedId: forPhone.order.preparedId },
    body: {},
    token: desk,
  })
  const shown = (await show(forPhone.order.preparedId)).result
  expect([shown.guest, shown.textsLeft, shown.order.textState]).toEqual([
    { dialCode: '86', phoneNumber: '139******01' },
    2,
    'due',
  ])
  await take(token, (await open(token)).result.order!.quote.quoteId, [])
  expect((await show(order.preparedId)).code).toBe(5004)
})
