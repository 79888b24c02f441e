import {
  type CallShape,
  cancelOrder,
  countOngoingOrders,
  createOrder,
  createPayment,
  getOrder,
  getOrderTrace,
  getPayment,
  getSessionStatus,
  listOrders,
  type OrderDraft,
  openPaymentSession,
  previewCancellation,
} from '@handsfree/core/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newClaimCode, newOrderNumber } from '../../server/orders/order-codes.ts'
import { orders } from '../../server/orders/orders.table.ts'
import { payments } from '../../server/payments/payments.table.ts'
import { sites } from '../../server/sites/sites.table.ts'
import { newKey, startServer, type TestServer } from './harness.ts'
import { draftOf, newPhoto, newTraveller, pickupTime, type TestTraveller } from './trip.ts'

let server: TestServer
let ada: TestTraveller
let ben: TestTraveller
beforeAll(async () => {
  server = await startServer()
  ada = await newTraveller(server)
  ben = await newTraveller(server, 'zh-CN')
})
afterAll(() => server.close())

const none = { cover: null, nth: null, percentOff: null }
const money = (amount: number, currency = 'CNY') => ({ amount, currency })

describe('prices, written out by hand', () => {
  const covered = (pieces: number) => ({
    ...none,
    kind: 'insurance',
    pieces,
    unit: 0,
    amount: 0,
    cover: 300_000,
  })
  test.each<[string, Partial<OrderDraft>, unknown[], number]>([
    [
      'two pieces from the hotel',
      { pieces: 2 },
      [{ ...none, kind: 'pieces', pieces: 2, unit: 4900, amount: 9800 }, covered(2)],
      9800,
    ],
    [
      'the third piece at half price',
      { pieces: 4 },
      [
        { ...none, kind: 'pieces', pieces: 4, unit: 4900, amount: 19_600 },
        { ...none, kind: 'nthPieceDiscount', pieces: 1, unit: 4900, amount: -2450, nth: 3, percentOff: 50 },
        covered(4),
      ],
      17_150,
    ],
    [
      'the second piece 30 percent off at the airport',
      { qrId: 'demo-airport', pieces: 2 },
      [
        { ...none, kind: 'pieces', pieces: 2, unit: 7900, amount: 15_800 },
        { ...none, kind: 'nthPieceDiscount', pieces: 1, unit: 7900, amount: -2370, nth: 2, percentOff: 30 },
        covered(2),
      ],
      13_430,
    ],
    [
      'the first piece free at the station',
      { qrId: 'demo-station', pieces: 3 },
      [
        { ...none, kind: 'pieces', pieces: 3, unit: 4900, amount: 14_700 },
        { ...none, kind: 'freePieces', pieces: 1, unit: 4900, amount: -4900 },
        covered(3),
      ],
      9800,
    ],
    [
      'two pieces paid by the hotel',
      { qrId: 'demo-sponsored', pieces: 3 },
      [
        { ...none, kind: 'pieces', pieces: 3, unit: 5900, amount: 17_700 },
        { ...none, kind: 'sponsored', pieces: 2, unit: 5900, amount: -11_800 },
        covered(3),
      ],
      5900,
    ],
    [
      'a declared value just over the free cover',
      { pieces: 2, declaredValue: 300_001 },
      [
        { ...none, kind: 'pieces', pieces: 2, unit: 4900, amount: 9800 },
        { ...none, kind: 'insurance', pieces: 2, unit: 1500, amount: 3000, cover: 1_000_000 },
      ],
      12_800,
    ],
  ])('%s', async (_, changes, lines, total) => {
    const { code, result } = await ada.tryQuote(draftOf([], changes))
    expect({ code, lines: result.lines, total: result.total, validUntil: result.validUntil }).toEqual({
      code: 0,
      lines,
      total: money(total),
      validUntil: '2026-11-21T02:15:00.000Z',
    })
  })

  test('an unknown QR has no price', async () => {
    expect(await ada.tryQuote(draftOf([], { qrId: 'somewhere' }))).toEqual({
      status: 404,
      code: 3002,
      message: 'site not exists',
      result: null,
    })
  })
})

describe('a draft is checked again, whatever the client did', () => {
  test.each<[string, Partial<OrderDraft>, string]>([
    ['no slot', { pickupTime: '2026-11-22T14:10:00+08:00' }, 'pickupTime'],
    ['59 minutes from now', { pickupTime: '2026-11-21T10:30:00+08:00' }, 'pickupTime'],
    ['yesterday', { pickupTime: '2026-11-20T14:00:00+08:00' }, 'pickupTime'],
    [
      '15 days ahead',
      { pickupTime: '2026-12-06T00:00:00+08:00', deliveryTime: '2026-12-06T09:00:00+08:00' },
      'pickupTime',
    ],
    ['delivery 2 h 30 after pickup', { deliveryTime: '2026-11-22T16:30:00+08:00' }, 'deliveryTime'],
    ['delivery weeks later', { deliveryTime: '2026-12-07T16:30:00+08:00' }, 'deliveryTime'],
    ['an unknown site', { delivery: { kind: 'site', siteId: 'nowhere' } }, 'delivery'],
    ['no valid phone', { receiver: { name: 'Ada', dialCode: '86', phoneNumber: '12345' } }, 'receiver'],
    ['more than the plan covers', { declaredValue: 3_000_001 }, 'declaredValue'],
    ['no password for a house without a desk', { qrId: 'demo-guesthouse' }, 'roomPassword'],
    ['a picture of nobody', { photos: ['/api/files/0123456789abcdef01234567'] }, 'photos'],
    ['an address that is no picture', { photos: ['https://elsewhere.example/cat.jpg'] }, 'photos'],
  ])('%s', async (_, changes, field) => {
    const draft = draftOf([ada.photo], changes)
    const { result: quote } = await ada.tryQuote(draft)
    const { status, code, result } = await ada.tryCreate(draft, quote.quoteId)
    expect({ status, code, result }).toEqual({ status: 400, code: 1008, result: { field } })
  })

  test('half a surrogate pair is no text, wherever it stands; a whole one is', async () => {
    const place = (detail: string) =>
      ({ delivery: { kind: 'custom', address: '1 Riverside Road', detail } }) as const
    const send = async (changes: Partial<OrderDraft>) => {
      const draft = draftOf([ada.photo], changes)
      const { result } = await ada.tryQuote(draft)
      return (await ada.tryCreate(draft, result.quoteId)).code
    }
    const name = (text: string) => ({ receiver: { name: text, dialCode: '86', phoneNumber: '13812342046' } })
    for (const half of ['\ud83d', 'a\udcbc', '\ud83d\ud83d'])
      expect([await send(place(half)), await send(name(half)), await send({ remarks: half })]).toEqual([
        1008, 1008, 1008,
      ])
    for (const whole of ['💼', '𠮷野家'])
      expect([await send(place(whole)), await send(name(whole)), await send({ remarks: whole })]).toEqual([
        0, 0, 0,
      ])
  })

  test('the same picture twice, somebody else’s picture, other terms', async () => {
    const create = (photos: string[], termsVersion = '2026-11') =>
      server.call(createOrder, {
        body: { draft: draftOf(photos), quoteId: 'x', termsVersion },
        token: ada.token,
        idempotencyKey: newKey(),
      })
    const answers = [
      await create([ada.photo, ada.photo]),
      await create([ben.photo]),
      await create([ada.photo], '2020-01'),
    ]
    expect(answers.map(({ code, result }) => ({ code, result }))).toEqual([
      { code: 1008, result: { field: 'photos' } },
      { code: 1008, result: { field: 'photos' } },
      { code: 1008, result: { field: 'termsVersion' } },
    ])
  })

  test('the first and the last slot that are allowed', async () => {
    const first = await ada.order({
      pickupTime: '2026-11-21T11:00:00+08:00',
      deliveryTime: '2026-11-21T14:00:00+08:00',
    })
    const last = await ada.order({
      pickupTime: '2026-12-05T23:30:00+08:00',
      deliveryTime: '2026-12-06T02:30:00+08:00',
    })
    expect([first.pickupTime, last.pickupTime]).toEqual([
      '2026-11-21T03:00:00.000Z',
      '2026-12-05T15:30:00.000Z',
    ])
  })
})

describe('a quote that no longer holds', () => {
  const draft = () => draftOf([ada.photo])
  const refused = (result: unknown) => ({
    status: 409,
    code: 8003,
    message: 'the quote no longer holds',
    result,
  })
  const lines = [
    { ...none, kind: 'pieces', pieces: 2, unit: 4900, amount: 9800 },
    { ...none, kind: 'insurance', pieces: 2, unit: 0, amount: 0, cover: 300_000 },
  ]
  const fresh = { quoteId: expect.stringMatching(/^[\w-]{30}$/), lines, total: money(9800) }

  test('holds for 15 minutes, then answers 8003 with a new one that holds', async () => {
    const { result: quote } = await ada.tryQuote(draft())
    server.clock.advance(15 * 60_000 - 1)
    expect((await ada.tryCreate(draft(), quote.quoteId)).code).toBe(0)
    server.clock.advance(1)
    const answer = await ada.tryCreate(draft(), quote.quoteId)
    expect(answer).toEqual(refused({ ...fresh, validUntil: '2026-11-21T02:30:00.000Z' }))
    const renewed = (answer.result as unknown as typeof quote).quoteId
    expect((await ada.tryCreate(draft(), renewed)).code).toBe(0)
    server.clock.set('2026-11-21T02:00:00.000Z')
  })

  test('for other facts, of another traveller, or made up', async () => {
    const { result: dearer } = await ada.tryQuote({ ...draft(), pieces: 3 })
    const { result: bens } = await ben.tryQuote(draft())
    const answers = await Promise.all(
      [dearer.quoteId, bens.quoteId, 'A'.repeat(30), 'x'].map((quoteId) => ada.tryCreate(draft(), quoteId)),
    )
    const expected = refused({ ...fresh, validUntil: '2026-11-21T02:15:00.000Z' })
    expect(answers).toEqual([expected, expected, expected, expected])
  })

  test('after the price has changed, with the new lines', async () => {
    const { db } = server.services
    const isHotel = eq(sites.siteId, 'lakeside-garden-hotel')
    const [hotel] = await db.select().from(sites).where(isHotel)
    const { result: quote } = await ada.tryQuote(draft())
    await db
      .update(sites)
      .set({ priceRule: { ...hotel!.priceRule, pricePerPiece: 5500 } })
      .where(isHotel)
    const answer = await ada.tryCreate(draft(), quote.quoteId)
    await db.update(sites).set({ priceRule: hotel!.priceRule }).where(isHotel)
    expect(answer).toEqual(
      refused({
        ...fresh,
        lines: [{ ...none, kind: 'pieces', pieces: 2, unit: 5500, amount: 11_000 }, lines[1]],
        total: money(11_000),
        validUntil: '2026-11-21T02:15:00.000Z',
      }),
    )
  })
})

describe('an order', () => {
  test('is created once under 20 parallel repeats of one key', async () => {
    const draft = draftOf([ada.photo], { remarks: 'twenty times' })
    const { result: quote } = await ada.tryQuote(draft)
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.tryCreate(draft, quote.quoteId, key)),
    )
    const [first] = answers
    expect(first?.code).toBe(0)
    expect(answers).toEqual(answers.map(() => first))
    const { db } = server.services
    const made = await db.select().from(orders).where(eq(orders.remarks, 'twenty times'))
    expect(made.map(({ orderId }) => orderId)).toEqual([first?.result.orderId])
    expect(await db.select().from(payments).where(eq(payments.orderId, made[0]!.orderId))).toHaveLength(1)
    const other = await ada.tryCreate({ ...draft, remarks: 'another' }, quote.quoteId, key)
    expect(other.code).toBe(1008)
  })

  test('reads in the request’s language, whichever it was made in', async () => {
    const { orderId } = await ada.order({ qrId: 'demo-hotel-room-1208' })
    const english = await ada.read(orderId)
    const chinese = await ada.read(orderId, 'zh-CN')
    expect(english.pickup).toEqual({
      siteId: 'lakeside-garden-hotel',
      name: 'Lakeside Garden Hotel',
      location: {
        type: 1,
        latitude: 30.2449,
        longitude: 120.1548,
        address: '18 Nanshan Road, Hangzhou',
        detail: 'Front desk in the lobby',
      },
      roomNumber: '1208',
      phone: '+86 571 0000 0018',
    })
    expect([chinese.pickup.name, chinese.delivery.name, chinese.cityName, chinese.currentAddress]).toEqual([
      '湖畔花园酒店',
      '上海虹桥站',
      '杭州',
      '湖畔花园酒店',
    ])
  })

  test('goes to an address of the traveller’s own', async () => {
    const { delivery } = await ada.order({
      delivery: { kind: 'custom', address: '1 Century Avenue', detail: 'Tower 2' },
    })
    expect(delivery).toEqual({
      siteId: null,
      name: '1 Century Avenue',
      location: { type: 100, latitude: 0, longitude: 0, address: '1 Century Avenue', detail: 'Tower 2' },
      roomNumber: '',
      phone: '',
    })
  })

  test('that costs nothing skips payment', async () => {
    const order = await ada.order({ qrId: 'demo-sponsored', pieces: 2 })
    const { status, actions, total, amountPaid, paymentId } = order
    expect({ status, actions, total, amountPaid, paymentId }).toEqual({
      status: 'reviewing',
      actions: ['order.cancel'],
      total: money(0),
      amountPaid: money(0),
      paymentId: null,
    })
    expect(order.claimCode).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    expect((await ada.trace(order.orderId)).map(({ type }) => type)).toEqual(['created', 'reviewing'])
    const payment = await server.call(createPayment, {
      body: { orderId: order.orderId, source: 'normal' },
      token: ada.token,
      idempotencyKey: newKey(),
    })
    expect(payment.code).toBe(8002)
    expect((await ada.cancel(order.orderId)).result.status).toBe('cancelled')
  })

  test('has a number for its month and codes without look-alikes', () => {
    const now = new Date('2026-11-30T17:00:00Z')
    expect(newOrderNumber(now, 'Asia/Shanghai', 0)).toMatch(/^HF 2612 \d{4}$/)
    expect(newOrderNumber(now, 'Europe/London', 2)).toMatch(/^HF 2611 \d{6}$/)
    expect(Array.from({ length: 500 }, newClaimCode).join('')).toMatch(/^[2-9A-HJKMNP-Z]{3000}$/)
  })
})

test('orders are listed by view, newest first, page by page', async () => {
  const cleo = await newTraveller(server)
  const made = []
  for (let index = 0; index < 23; index++) {
    // The hotel pays for some: nobody may have that many unpaid orders.
    made.push((await cleo.order(index < 3 ? { qrId: 'demo-sponsored' } : {})).orderId)
    if (index % 2 === 1) server.clock.advance(1000)
  }
  const list = async (query: Record<string, string>) => {
    const { result } = await server.call(listOrders, { query, token: cleo.token })
    return { ids: result.list.map(({ orderId }) => orderId), nextCursor: result.nextCursor }
  }
  const newest = made.toReversed()
  const first = await list({})
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect(second.nextCursor).toBeNull()
  expect([...first.ids, ...second.ids].toSorted()).toEqual(newest.toSorted())
  expect(first.ids).toHaveLength(20)
  expect(first.ids[0]).toBe(newest[0])

  await cleo.cancel(newest[0]!)
  const count = async () => (await server.call(countOngoingOrders, { token: cleo.token })).result
  expect([await count(), (await list({ status: '202' })).ids, (await list({ status: '203' })).ids]).toEqual([
    22,
    [],
    [newest[0]],
  ])
  const odd = [
    await server.call(listOrders, { query: { status: '204' }, token: cleo.token }),
    await server.call(listOrders, { query: { cursor: 'x' }, token: cleo.token }),
  ]
  expect(odd.map(({ code }) => code)).toEqual([1008, 1008])
  server.clock.set('2026-11-21T02:00:00.000Z')
})

test('nobody may have more than 20 unpaid orders, however fast they ask', async () => {
  const dora = await newTraveller(server)
  const draft = draftOf([dora.photo])
  const { result: quote } = await dora.tryQuote(draft)
  const answers = await Promise.all(Array.from({ length: 22 }, () => dora.tryCreate(draft, quote.quoteId)))
  const refused = {
    status: 429,
    code: 1012,
    message: 'too many unpaid orders',
    result: { field: 'unpaidOrders' },
  }
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(20)
  expect(answers.filter(({ code }) => code !== 0)).toEqual([refused, refused])
  const first = answers.find(({ code }) => code === 0)!.result.orderId
  await dora.pay(first)
  expect((await dora.tryCreate(draft, quote.quoteId)).code).toBe(0)
  expect(await dora.tryCreate(draft, quote.quoteId)).toEqual(refused)
})

test('another traveller’s ids answer the same bytes as unknown ones, on every call', async () => {
  const { orderId } = await ada.order()
  const { paymentId, sessionId } = await ada.openSession(orderId)
  const unknown = '0123456789abcdef01234567'
  type Ask = {
    shape: CallShape
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }
  const calls: [string, (id: string) => Ask][] = [
    [orderId, (id) => ({ shape: getOrder, params: { orderId: id } })],
    [orderId, (id) => ({ shape: getOrderTrace, params: { orderId: id } })],
    [orderId, (id) => ({ shape: previewCancellation, params: { orderId: id } })],
    [orderId, (id) => ({ shape: cancelOrder, params: { orderId: id } })],
    [orderId, (id) => ({ shape: createPayment, body: { orderId: id, source: 'normal' } })],
    [paymentId, (id) => ({ shape: getPayment, params: { paymentId: id } })],
    [paymentId, (id) => ({ shape: openPaymentSession, params: { paymentId: id } })],
    [sessionId, (id) => ({ shape: getSessionStatus, query: { sessionId: id } })],
  ]
  const codes = []
  for (const [adas, ask] of calls) {
    const [foreign, missing] = await Promise.all(
      [adas, unknown].map((id) => {
        const { shape, ...given } = ask(id)
        return server.call(shape, { ...given, token: ben.token, idempotencyKey: newKey() })
      }),
    )
    expect(foreign).toEqual(missing)
    codes.push(foreign?.code)
  }
  expect(codes).toEqual([5004, 5004, 5004, 5004, 5004, 8002, 8002, 8002])
  const photoOfAda = await newPhoto(server, ada.uin)
  const draft = draftOf([photoOfAda])
  const { result: quote } = await ben.tryQuote(draft)
  expect((await ben.tryCreate(draft, quote.quoteId)).code).toBe(1008)
})

describe('cancelling', () => {
  const freeUntil = Date.parse(pickupTime) - 4 * 3_600_000

  test('is free until exactly 4 h before pickup, and refused 1 ms later', async () => {
    const inTime = await ada.paidOrder()
    const tooLate = await ada.paidOrder()
    server.clock.set(new Date(freeUntil))
    const preview = await server.call(previewCancellation, {
      params: { orderId: inTime.orderId },
      token: ada.token,
    })
    expect(preview.result).toEqual({
      refund: money(9800),
      refundBy: '2026-11-25T02:00:00.000Z',
      freeCancellationUntil: '2026-11-22T02:00:00.000Z',
    })
    const cancelled = await ada.cancel(inTime.orderId)
    const { status, view, cancelTime, promises, actions } = cancelled.result
    expect({ status, view, cancelTime, promises, actions }).toEqual({
      status: 'refunding',
      view: 203,
      cancelTime: '2026-11-22T02:00:00.000Z',
      promises: {
        freeCancellationUntil: '2026-11-22T02:00:00.000Z',
        refundBy: '2026-11-25T02:00:00.000Z',
        freeWaitMinutes: 30,
      },
      actions: [],
    })
    expect((await ada.read(tooLate.orderId)).actions).toEqual(['order.cancel'])

    server.clock.advance(1)
    const refusal = { status: 409, code: 5006, message: 'too late to cancel', result: null }
    expect(await ada.cancel(tooLate.orderId)).toEqual(refusal)
    expect(
      await server.call(previewCancellation, { params: { orderId: tooLate.orderId }, token: ada.token }),
    ).toEqual(refusal)
    expect((await ada.read(tooLate.orderId)).actions).toEqual([])
    server.clock.set('2026-11-21T02:00:00.000Z')
  })

  test('an unpaid order costs nothing and brings nothing back', async () => {
    const { orderId } = await ada.order()
    const preview = await server.call(previewCancellation, { params: { orderId }, token: ada.token })
    expect(preview.result).toEqual({
      refund: money(0),
      refundBy: null,
      freeCancellationUntil: '2026-11-22T02:00:00.000Z',
    })
    expect((await ada.cancel(orderId)).result.status).toBe('cancelled')
    expect((await ada.cancel(orderId)).code).toBe(5006)
  })

  test('works once for a key, also when it is sent twice at once', async () => {
    const { orderId } = await ada.paidOrder()
    const idempotencyKey = newKey()
    const cancel = () => server.call(cancelOrder, { params: { orderId }, token: ada.token, idempotencyKey })
    const [one, two] = await Promise.all([cancel(), cancel()])
    expect(one.result.status).toBe('refunding')
    expect(two).toEqual(one)
  })
})
