import { routeTo } from '@handsfree/core/booking'
import {
  type CallShape,
  cancelOrder,
  changeOrder,
  countOngoingOrders,
  createOrder,
  createPayment,
  getOrder,
  getOrderTrace,
  getPayment,
  getQrSite,
  getSessionStatus,
  getSite,
  listOrders,
  type OrderDraft,
  openPaymentSession,
  previewCancellation,
  previewChange,
  requestDestinationChange,
  withdrawChange,
} from '@handsfree/core/contract'
import { policy, priceOrder } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newClaimCode, newNumberSuffixes } from '../../../server/domain/orders/order-codes.ts'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import { payments } from '../../../server/domain/payments/payments.table.ts'
import { sites } from '../../../server/domain/sites/sites.table.ts'
import { tokens } from '../../../server/domain/users/users.table.ts'
import { inTransaction } from '../../../server/runtime/db/work.ts'
import { idempotencyKeys } from '../../../server/runtime/http/idempotency.table.ts'
import { newId, systemRandom } from '../../../server/runtime/random.ts'
import { newKey } from '../harness.ts'
import { draftOf, newPhoto, pickupTime } from '../trip.ts'
import { useNewTraveller, useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ben = useTraveller(server, 'zh-CN')
// A traveller may have 10 open orders from a site.
const ada = useNewTraveller(server)

const freeOrder = { qrId: 'demo-sponsored', pieces: 2 }
const money = (amount: number, currency = 'CNY') => ({ amount, currency })
const line = (kind: string, pieces: number, unit: number, amount: number, more: object = {}) => ({
  ...{ kind, pieces, unit, amount, cover: null, nth: null, percentOff: null },
  ...more,
})
const nthPiece = (nth: number, percentOff: number, unit: number, amount: number) =>
  line('nthPieceDiscount', 1, unit, amount, { nth, percentOff })
const covered = (pieces: number) => line('insurance', pieces, 0, 0, { cover: 300_000 })
const toSite = (siteId: string) => ({ delivery: { kind: 'site' as const, siteId } })
const toAddress = (changed: object = {}) => ({
  delivery: {
    ...{ kind: 'custom' as const, regionId: 'hangzhou', address: '1 Riverside Road', detail: '' },
    ...changed,
  },
})

describe('hand-calculated prices', () => {
  test.each<[string, Partial<OrderDraft>, unknown[], number]>([
    ['two pieces from the hotel', { pieces: 2 }, [line('pieces', 2, 4900, 9800), covered(2)], 9800],
    [
      'the third piece at half price',
      { pieces: 4 },
      [line('pieces', 4, 4900, 19_600), nthPiece(3, 50, 4900, -2450), covered(4)],
      17_150,
    ],
    [
      'the second piece 30 percent off at the airport',
      { qrId: 'demo-airport', pieces: 2 },
      [line('pieces', 2, 7900, 15_800), nthPiece(2, 30, 7900, -2370), covered(2)],
      13_430,
    ],
    [
      'the first piece free at the station',
      { qrId: 'demo-station', pieces: 3, ...toSite('pudong-airport-t2') },
      [line('pieces', 3, 4900, 14_700), line('freePieces', 1, 4900, -4900), covered(3)],
      9800,
    ],
    [
      'two pieces paid by the hotel',
      { qrId: 'demo-sponsored', pieces: 3 },
      [line('pieces', 3, 5900, 17_700), line('sponsored', 2, 5900, -11_800), covered(3)],
      5900,
    ],
    [
      'a declared value just over the free cover',
      { pieces: 2, declaredValue: 300_001 },
      [line('pieces', 2, 4900, 9800), line('insurance', 2, 1500, 3000, { cover: 300_001 })],
      12_800,
    ],
  ])('prices %s', async (_, changes, lines, total) => {
    const { code, result } = await ada.tryQuote(draftOf([], changes))
    expect({ code, lines: result.lines, total: result.total, validUntil: result.validUntil }).toEqual({
      code: 0,
      lines,
      total: money(total),
      validUntil: '2026-11-21T02:15:00.000Z',
    })
  })

  test.each<[string, Partial<OrderDraft>, unknown[], number]>([
    [
      'the airport with a storage fee as destination',
      { pieces: 2, ...toSite('hangzhou-xiaoshan-airport-t4') },
      [line('pieces', 2, 4900, 9800), line('storage', 2, 1000, 2000), covered(2)],
      11_800,
    ],
    [
      'another city with a surcharge, which the sponsor does not pay',
      { ...toAddress(), qrId: 'demo-sponsored', pieces: 2 },
      [
        ...[line('pieces', 2, 5900, 11_800), line('sponsored', 2, 5900, -11_800)],
        ...[line('distance', 2, 2000, 4000), covered(2)],
      ],
      4000,
    ],
    [
      'another city and the airport with a storage fee',
      { qrId: 'demo-airport', pieces: 1, ...toSite('hangzhou-xiaoshan-airport-t4') },
      [
        line('pieces', 1, 7900, 7900),
        line('distance', 1, 2000, 2000),
        line('storage', 1, 1000, 1000),
        covered(1),
      ],
      10_900,
    ],
  ])(
    'quotes the displayed price on the server, and stores it on the order: %s',
    async (_, changes, lines, total) => {
      const draft = draftOf([ada.photo], { deliveryTime: '2026-11-22T18:30:00+08:00', ...changes })
      const { result } = await ada.tryQuote(draft)
      expect({ lines: result.lines, total: result.total }).toEqual({ lines, total: money(total) })
      const place = (await server.call(getQrSite, { params: { qrId: draft.qrId } })).result
      const { delivery } = draft
      const route = routeTo(
        place,
        delivery.kind === 'site'
          ? {
              kind: 'site',
              site: (await server.call(getSite, { params: { siteId: delivery.siteId } })).result,
            }
          : { kind: 'custom', regionId: delivery.regionId },
      )
      const fees = route.ok ? route.value : { distanceFee: -1, storageFee: -1 }
      expect(priceOrder(place.priceRule, place.insurancePlan, { ...draft, ...fees })).toEqual({
        lines,
        total: money(total),
      })
      const order = await ada.order(changes)
      expect([order.lines, order.total]).toEqual([lines, money(total)])
    },
  )

  test.each([
    ['over a border', toSite('west-kowloon-station'), 'notServed'],
    ['to where the bags are', toSite('lakeside-garden-hotel'), 'samePlace'],
    ['to an unknown region', toAddress({ regionId: 'paris' }), 'notServed'],
  ])('refuses a price for a way %s', async (_, changes, reason) => {
    const { code, result } = await ada.tryQuote(draftOf([], changes))
    expect({ code, result }).toEqual({ code: 1008, result: { field: 'delivery', reason } })
  })
})

describe('server checks of a draft', () => {
  const toTheStorage = toSite('wulin-square-storage')
  const paris = { latitude: 48.8584, longitude: 2.2945 }
  const onSunday = (clock: string) => ({ deliveryTime: `2026-11-22T${clock}:00+08:00` })
  test.each<[string, Partial<OrderDraft>, string, string?]>([
    ['a pickup off the half hour', { pickupTime: '2026-11-22T14:10:00+08:00' }, 'pickupTime', 'offSlot'],
    ['a pickup in 59 minutes', { pickupTime: '2026-11-21T10:30:00+08:00' }, 'pickupTime', 'tooEarly'],
    ['a pickup yesterday', { pickupTime: '2026-11-20T14:00:00+08:00' }, 'pickupTime', 'tooEarly'],
    [
      'a pickup 15 days ahead',
      { pickupTime: '2026-12-06T00:00:00+08:00', deliveryTime: '2026-12-06T09:00:00+08:00' },
      'pickupTime',
      'tooLate',
    ],
    ['delivery to another city 3 h 30 after pickup', onSunday('17:30'), 'deliveryTime', 'tooEarly'],
    ['delivery 2 h 30 after pickup', { ...toTheStorage, ...onSunday('16:30') }, 'deliveryTime', 'tooEarly'],
    [
      'delivery to a place that has closed',
      { ...toTheStorage, pickupTime: '2026-11-22T20:00:00+08:00', ...onSunday('23:00') },
      'deliveryTime',
      'closed',
    ],
    ['delivery to a closed station', { deliveryTime: '2026-11-23T03:00:00+08:00' }, 'deliveryTime', 'closed'],
    [
      'delivery to an own address at night',
      { ...toAddress(), ...onSunday('22:00') },
      'deliveryTime',
      'closed',
    ],
    ['delivery over a border', toSite('hong-kong-airport-t1'), 'delivery', 'notServed'],
    ['delivery to where the bags are', toSite('lakeside-garden-hotel'), 'delivery', 'samePlace'],
    ['an own address over a border', toAddress({ regionId: 'hong-kong' }), 'delivery', 'notServed'],
    ['an own address in an unknown region', toAddress({ regionId: 'paris' }), 'delivery', 'notServed'],
    ['an own address beyond the bound', toAddress({ coordinates: paris }), 'delivery', 'tooFar'],
    ['delivery weeks later', { deliveryTime: '2026-12-07T16:30:00+08:00' }, 'deliveryTime', 'tooLate'],
    ['an unknown site', toSite('nowhere'), 'delivery'],
    ['an invalid phone', { receiver: { name: 'Ada', dialCode: '86', phoneNumber: '12345' } }, 'receiver'],
    ['more than the plan covers', { declaredValue: 3_000_001 }, 'declaredValue'],
    ['no password for a house without a desk', { qrId: 'demo-guesthouse' }, 'roomPassword'],
    ['a picture of nobody', { photos: ['/api/files/0123456789abcdef01234567'] }, 'photos'],
    ['an address that isn’t a picture', { photos: ['https://elsewhere.example/cat.jpg'] }, 'photos'],
  ])('refuses a draft with %s', async (_, changes, field, reason) => {
    const draft = draftOf([ada.photo], changes)
    const { result: quote } = await ada.tryQuote(draftOf([], { qrId: draft.qrId }))
    const { status, code, result } = await ada.tryCreate(draft, quote.quoteId)
    const details = { field, ...(reason ? { reason } : {}) }
    expect({ status, code, result }).toEqual({ status: 400, code: 1008, result: details })
  })

  test('refuses the same picture twice, another traveller’s picture, and outdated terms', async () => {
    const create = (photos: string[], termsVersion: string = policy.termsVersion) =>
      server.call(createOrder, {
        body: { draft: draftOf(photos), quoteId: 'x', termsVersion },
        token: ada.token,
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

  test('accepts the first and the last allowed slot', async () => {
    const first = await ada.order({
      pickupTime: '2026-11-21T11:00:00+08:00',
      deliveryTime: '2026-11-21T15:00:00+08:00',
    })
    const last = await ada.order({
      pickupTime: '2026-12-05T23:30:00+08:00',
      deliveryTime: '2026-12-06T06:00:00+08:00',
    })
    expect([first.pickupTime, last.pickupTime]).toEqual([
      '2026-11-21T03:00:00.000Z',
      '2026-12-05T15:30:00.000Z',
    ])
  })
})

describe('expired quotes', () => {
  const draft = () => draftOf([ada.photo])
  const refused = (result: unknown) => ({
    status: 409,
    code: 8003,
    message: 'the quote is no longer valid',
    result,
  })
  const lines = [line('pieces', 2, 4900, 9800), covered(2)]
  const fresh = { quoteId: expect.stringMatching(/^[\w-]{30}$/), lines, total: money(9800) }

  test('accepts a quote for 15 minutes, then returns 8003 with a valid new one', async () => {
    const { result: quote } = await ada.tryQuote(draft())
    server.clock.advance(15 * 60_000 - 1)
    expect((await ada.tryCreate(draft(), quote.quoteId)).code).toBe(0)
    server.clock.advance(1)
    const answer = await ada.tryCreate(draft(), quote.quoteId)
    expect(answer).toEqual(refused({ ...fresh, validUntil: '2026-11-21T02:30:00.000Z' }))
    const renewed = (answer.result as unknown as typeof quote).quoteId
    expect((await ada.tryCreate(draft(), renewed)).code).toBe(0)
  })

  test('refuses a quote for other facts, of another traveller, or forged', async () => {
    const { result: dearer } = await ada.tryQuote({ ...draft(), pieces: 3 })
    const { result: bens } = await ben.tryQuote(draft())
    const answers = await Promise.all(
      [dearer.quoteId, bens.quoteId, 'A'.repeat(30), 'x'].map((quoteId) => ada.tryCreate(draft(), quoteId)),
    )
    const expected = refused({ ...fresh, validUntil: '2026-11-21T02:15:00.000Z' })
    expect(answers).toEqual([expected, expected, expected, expected])
  })

  test('refuses a quote after a price change, and returns the new lines', async () => {
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
        lines: [line('pieces', 2, 5500, 11_000), covered(2)],
        total: money(11_000),
        validUntil: '2026-11-21T02:15:00.000Z',
      }),
    )
  })
})

test('refuses an order for a day on which its site is closed', async () => {
  const { db } = server.services
  const isHotel = eq(sites.siteId, 'lakeside-garden-hotel')
  const [hotel] = await db.select().from(sites).where(isHotel)
  const hours = { opens: '00:00', closes: '00:00', closedDays: ['Sun'] }
  const onSunday = draftOf([ada.photo])
  const onMonday = draftOf([ada.photo], {
    pickupTime: '2026-11-23T14:00:00+08:00',
    deliveryTime: '2026-11-23T18:00:00+08:00',
  })
  const { result: quote } = await ada.tryQuote(onSunday)
  await db.update(sites).set({ hours }).where(isHotel)
  const { result: place } = await server.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })
  const answers = [await ada.tryCreate(onSunday, quote.quoteId), await ada.tryCreate(onMonday, quote.quoteId)]
  await db.update(sites).set({ hours: hotel!.hours }).where(isHotel)
  expect([place.site.hours, answers[0], answers[1]?.code]).toEqual([
    hours,
    {
      status: 400,
      code: 1008,
      message: 'the pickup must be an open slot, at least 1 h from now',
      result: { field: 'pickupTime', reason: 'closed' },
    },
    0,
  ])
})

describe('orders', () => {
  test('creates an order once for 20 concurrent repeats under one key', async () => {
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

  test('leaves the key of a refused order unused', async () => {
    const draft = draftOf([ada.photo])
    const { result: quote } = await ada.tryQuote(draft)
    const key = newKey()
    const more = { ...draft, pieces: draft.pieces + 1 }
    const refused = await ada.tryCreate(more, quote.quoteId, key)
    expect(refused.code).toBe(8003)
    expect((await ada.tryCreate(draft, quote.quoteId, key)).code).toBe(0)
    expect((await ada.tryCreate(more, quote.quoteId, key)).code).toBe(1008)
  })

  test('renews the token’s time of use with an order, and refuses an expired token', async () => {
    const { db, now } = server.services
    const isOwn = eq(tokens.uin, ada.uin)
    const usedAgo = (time: number) =>
      db
        .update(tokens)
        .set({ useTime: new Date(now().getTime() - time) })
        .where(isOwn)
    const draft = draftOf([ada.photo])
    const { quoteId } = (await ada.tryQuote(draft)).result
    const hour = 3_600_000
    await usedAgo(2 * hour)
    expect((await ada.tryCreate(draft, quoteId)).code).toBe(0)
    expect((await db.select().from(tokens).where(isOwn)).map(({ useTime }) => useTime)).toEqual([now()])
    await usedAgo(15 * 24 * hour)
    const key = newKey()
    expect(await ada.tryCreate(draft, quoteId, key)).toMatchObject({ status: 401, code: 1010 })
    expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual([])
    expect(await db.select().from(orders).where(eq(orders.uin, ada.uin))).toHaveLength(1)
  })

  test('translates an order into the request’s language', async () => {
    const { orderId } = await ada.order({ qrId: 'demo-hotel-room-1208' })
    const english = await ada.read(orderId)
    const chinese = await ada.read(orderId, 'zh-CN')
    expect(english.pickup).toEqual({
      siteId: 'lakeside-garden-hotel',
      name: 'Lakeside Garden Hotel',
      cityName: 'Hangzhou',
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

  test('delivers an order to the traveller’s own address', async () => {
    const { delivery } = await ada.order({
      delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: 'Tower 2' },
    })
    expect(delivery).toEqual({
      siteId: null,
      name: '1 Century Avenue',
      cityName: 'Shanghai',
      location: { type: 100, latitude: 0, longitude: 0, address: '1 Century Avenue', detail: 'Tower 2' },
      roomNumber: '',
      phone: '',
    })
  })

  test('skips payment for a free order', async () => {
    const order = await ada.order(freeOrder)
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
    const body = { orderId: order.orderId, source: 'normal' }
    expect((await server.call(createPayment, { body, token: ada.token })).code).toBe(8002)
    expect((await ada.cancel(order.orderId)).result.status).toBe('cancelled')
  })

  test('numbers orders by the month at the pickup site, with claim codes without look-alikes', async () => {
    server.clock.set('2026-11-30T17:00:00Z')
    const times = { pickupTime: '2026-12-02T06:00:00.000Z', deliveryTime: '2026-12-02T10:00:00.000Z' }
    expect((await ada.order(times)).orderNumber).toMatch(/^HF 2612 \d{4}$/)
    expect(newNumberSuffixes(systemRandom).map(({ length }) => length)).toEqual([4, 5, 6, 7, 8, 9])
    expect(Array.from({ length: 500 }, () => newClaimCode(systemRandom)).join('')).toMatch(
      /^[2-9A-HJKMNP-Z]{3000}$/,
    )
  })
})

test('retries with another number when one is taken between its check and the commit', async () => {
  const { db } = server.services
  const [one, other] = [await ada.order(), await ada.order()]
  const isOther = eq(orders.orderId, other.orderId)
  let tries = 0
  await inTransaction(db, async ({ tx, addFinalStatement }) => {
    tries += 1
    const orderNumber = tries === 1 ? one.orderNumber : 'HF 2611 000000000'
    addFinalStatement(tx.update(orders).set({ orderNumber }).where(isOther).execute())
  })
  expect(tries).toBe(2)
  expect((await ada.read(other.orderId)).orderNumber).toBe('HF 2611 000000000')
})

test('lists orders by view, newest first, page by page', async () => {
  const made = []
  for (let index = 0; index < 23; index++) {
    // Some orders are sponsored, to stay below the limits of unpaid orders and orders per site.
    const qrId = index < 3 ? 'demo-sponsored' : index < 13 ? 'demo-hotel-desk' : 'demo-airport'
    made.push((await ada.order({ qrId })).orderId)
    if (index % 2 === 1) server.clock.advance(1000)
  }
  const list = async (query: Record<string, string>) => {
    const { result } = await server.call(listOrders, { query, token: ada.token })
    return { ids: result.list.map(({ orderId }) => orderId), nextCursor: result.nextCursor }
  }
  const newest = made.toReversed()
  const first = await list({})
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect(second.nextCursor).toBeNull()
  expect([...first.ids, ...second.ids].toSorted()).toEqual(newest.toSorted())
  expect(first.ids).toHaveLength(20)
  expect(first.ids[0]).toBe(newest[0])

  await ada.cancel(newest[0]!)
  const count = async () => (await server.call(countOngoingOrders, { token: ada.token })).result
  expect(await count()).toBe(22)
  expect((await list({ status: '202' })).ids).toEqual([])
  expect((await list({ status: '203' })).ids).toEqual([newest[0]])
  const odd = [
    await server.call(listOrders, { query: { status: '204' }, token: ada.token }),
    await server.call(listOrders, { query: { cursor: 'x' }, token: ada.token }),
  ]
  expect(odd.map(({ code }) => code)).toEqual([1009, 1008])
})

const placing = async (changes: Partial<OrderDraft> = {}) => {
  const draft = draftOf([ada.photo], changes)
  const { result: quote } = await ada.tryQuote(draft)
  return () => ada.tryCreate(draft, quote.quoteId)
}
const atOnce = <Answer>(count: number, place: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, place))
const tooManyOrders = (message: string, field: string) => ({
  status: 429,
  code: 1012,
  message,
  result: { field },
})

test('limits a traveller to 20 unpaid orders, also with concurrent requests', async () => {
  const [atHotel, atAirport, atStation] = [
    await placing(),
    await placing({ qrId: 'demo-airport' }),
    await placing({ qrId: 'demo-station', ...toSite('pudong-airport-t2') }),
  ]
  const answers = [...(await atOnce(9, atHotel)), ...(await atOnce(9, atAirport))]
  expect(answers.map(({ code }) => code)).toEqual(Array(18).fill(0))
  const refused = tooManyOrders('too many unpaid orders', 'unpaidOrders')
  const last = await atOnce(4, atStation)
  expect(last.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(last.filter(({ code }) => code !== 0)).toEqual([refused, refused])
  await ada.pay(answers[0]!.result.orderId)
  expect((await atStation()).code).toBe(0)
  expect(await atStation()).toEqual(refused)
})

test('limits a traveller to 10 open orders per site, free ones included, also with concurrent requests', async () => {
  const free = await placing(freeOrder)
  const answers = await atOnce(14, free)
  const taken = answers.filter(({ code }) => code === 0)
  expect(taken.map(({ result }) => [result.total.amount, result.lifecycle.review])).toEqual(
    Array(10).fill([0, 'waitConfirm']),
  )
  const refused = tooManyOrders('too many open orders at this site', 'siteOrders')
  expect(answers.filter(({ code }) => code !== 0)).toEqual(Array(4).fill(refused))
  expect((await (await placing())()).code).toBe(0)
  await ada.cancel(taken[0]!.result.orderId)
  expect((await free()).code).toBe(0)
})

test('limits a traveller to 30 open orders in all', async () => {
  const { orderId } = await ada.order()
  const { db } = server.services
  const [row] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  const copies = Array.from({ length: 29 }, (_, index) => ({
    ...row!,
    orderId: newId(systemRandom),
    orderNumber: `HF-COPY-${index}`,
    pickupPlace: { ...row!.pickupPlace, siteId: `site-${index}` },
    payment: 'paid' as const,
  }))
  const place = await placing({ qrId: 'demo-sponsored' })
  await db.insert(orders).values(copies.slice(1))
  expect((await place()).code).toBe(0)
  expect(await place()).toEqual(tooManyOrders('too many open orders', 'openOrders'))
})

test('limits a traveller to 10 cancelled orders in 24 hours', async () => {
  const free = await placing(freeOrder)
  for (let number = 0; number < 10; number++) {
    const { code, result } = await free()
    expect(code).toBe(0)
    await ada.cancel(result.orderId)
  }
  expect(await free()).toEqual(tooManyOrders('too many cancelled orders today', 'cancelledOrders'))
  server.clock.advance(24 * 3_600_000)
  const dayLater = { pickupTime: '2026-11-23T14:00:00+08:00', deliveryTime: '2026-11-23T18:00:00+08:00' }
  expect((await (await placing({ ...freeOrder, ...dayLater }))()).code).toBe(0)
})

test('returns the same bytes for another traveller’s ids as for unknown ones, on every call', async () => {
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
    [orderId, (id) => ({ shape: previewChange, params: { orderId: id }, body: { pieces: 3 } })],
    [
      orderId,
      (id) => ({
        shape: changeOrder,
        params: { orderId: id },
        body: { facts: { pieces: 3 }, difference: 0 },
      }),
    ],
    [orderId, (id) => ({ shape: withdrawChange, params: { orderId: id } })],
    [
      orderId,
      (id) => ({
        shape: requestDestinationChange,
        params: { orderId: id },
        body: { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } },
      }),
    ],
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
        return server.call(shape, { ...given, token: ben.token })
      }),
    )
    expect(foreign).toEqual(missing)
    codes.push(foreign?.code)
  }
  expect(codes).toEqual([...Array<number>(9).fill(5004), 8002, 8002, 8002])
  const draft = draftOf([await newPhoto(server, ada.uin)])
  const { result: quote } = await ben.tryQuote(draft)
  expect((await ben.tryCreate(draft, quote.quoteId)).code).toBe(1008)
})

describe('cancellation', () => {
  const freeUntil = Date.parse(pickupTime) - 4 * 3_600_000
  const preview = (orderId: string) =>
    server.call(previewCancellation, { params: { orderId }, token: ada.token })

  test('cancels for free until exactly 4 h before the pickup, and refuses 1 ms later', async () => {
    const inTime = await ada.paidOrder()
    const tooLate = await ada.paidOrder()
    server.clock.set(new Date(freeUntil))
    expect((await preview(inTime.orderId)).result).toEqual({
      refund: money(9800),
      refundHours: 72,
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
        lateRefund: null,
        pickupMissedFrom: '2026-11-22T06:40:00.000Z',
        deliverBy: '2026-11-22T10:00:00.000Z',
        late: [
          { minutes: 30, percent: 10 },
          { minutes: 60, percent: 20 },
        ],
        freeWaitMinutes: 30,
      },
      actions: [],
    })
    expect((await ada.read(tooLate.orderId)).actions).toEqual(['order.cancel'])

    server.clock.advance(1)
    const refusal = { status: 409, code: 5006, message: 'too late to cancel', result: null }
    expect(await ada.cancel(tooLate.orderId)).toEqual(refusal)
    expect(await preview(tooLate.orderId)).toEqual(refusal)
    expect((await ada.read(tooLate.orderId)).actions).toEqual([])
  })

  test('cancels an unpaid order without a refund', async () => {
    const { orderId } = await ada.order()
    expect((await preview(orderId)).result).toEqual({
      refund: money(0),
      refundHours: 72,
      freeCancellationUntil: '2026-11-22T02:00:00.000Z',
    })
    expect((await ada.cancel(orderId)).result.status).toBe('cancelled')
    expect((await ada.cancel(orderId)).code).toBe(5006)
  })

  test('cancels once per key, also for concurrent requests', async () => {
    const { orderId } = await ada.paidOrder()
    const idempotencyKey = newKey()
    const cancel = () => server.call(cancelOrder, { params: { orderId }, token: ada.token, idempotencyKey })
    const [one, two] = await Promise.all([cancel(), cancel()])
    expect(one.result.status).toBe('refunding')
    expect(two).toEqual(one)
  })
})
