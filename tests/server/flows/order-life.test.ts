import { pathOf } from '@handsfree/core/api'
import {
  type CallShape,
  listOrders,
  type OperatorOrder,
  type Order,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorChange,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorGetOrder,
  operatorHand,
  operatorPickUp,
  operatorRetag,
  operatorReview,
  operatorStartTransport,
  operatorUploadPhoto,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { orderOperations } from '../../../server/domain/orders/orders.table.ts'
import { sandboxSessions } from '../../../server/domain/payments/sandbox/sandbox.table.ts'
import {
  assign,
  carryToDelivery,
  courier,
  courierChoice,
  newBags,
  newTraveller,
  operate,
  operatorToken,
  runDue,
  useCard,
} from '../trip.ts'
import { useNewTraveller, useServer } from '../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

const money = (amount: number) => ({ amount, currency: 'CNY' })
const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code

async function uploadPhoto(orderId: string): Promise<string> {
  const image = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#0e5c4a' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'bag.png')
  const encoded = new Response(form)
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${pathOf(operatorUploadPhoto, { orderId })}`,
    headers: {
      token: `Bearer ${operatorToken}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return response.json().result.url
}

/** A paid order whose courier is on the way to the pickup. */
async function assignedOrder(): Promise<Order> {
  const order = await ada.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await assign(server, order.orderId)
  return order
}

const withoutSignature = (url: string) => url.split('?')[0]

test('moves an order through its whole life by operator calls', async () => {
  const order = await ada.paidOrder()
  const { orderId, orderNumber, claimCode } = order
  const photo = await uploadPhoto(orderId)
  const hotel = 'Lakeside Garden Hotel'
  const station = 'Hongqiao Railway Station'
  const bags = [
    { tagCode: 'LIFE-1', sealNumber: '4471', photos: [photo] },
    { tagCode: 'LIFE-2', sealNumber: '4472', photos: [] },
  ]
  const typedCode = ` ${claimCode?.toLowerCase().replace(/^.../, '$& ')}`
  const steps: [CallShape, unknown, unknown[]][] = [
    [operatorReview, { result: 'pass' }, [0, 'review_pass', 201, hotel]],
    [operatorAssign, courierChoice, [0, 'review_pass', 201, hotel]],
    [operatorDecide, { result: 'allow' }, [0, 'pending_pickup', 201, hotel]],
    [operatorArriveAtPickup, {}, [0, 'pending_pickup', 201, hotel]],
    [operatorPickUp, { bags }, [0, 'in_transit', 201, hotel]],
    [operatorStartTransport, {}, [0, 'in_transit', 201, hotel]],
    [operatorArriveAtDelivery, {}, [0, 'arrived', 201, station]],
    [operatorWarehouseApply, {}, [0, 'pending_storage', 201, station]],
    [operatorWarehouseConfirm, {}, [5003, 'pending_storage', 201, station]],
    [operatorConfirmPackages, { tagCodes: ['LIFE-1', 'LIFE-2'] }, [0, 'pending_storage', 201, station]],
    [operatorWarehouseConfirm, {}, [0, 'delivered', 201, station]],
    [operatorHand, { claimCode: typedCode }, [0, 'handed', 202, station]],
    [operatorClose, {}, [0, 'completed', 202, station]],
  ]
  for (const [shape, body, seen] of steps) {
    server.clock.advance(60_000)
    const { code } = await operate(server, shape, orderId, body)
    const { status, view, currentAddress } = await ada.read(orderId)
    expect([code, status, view, currentAddress], shape.path).toEqual(seen)
  }

  const minute = (count: number) => new Date(Date.parse('2026-11-21T02:00Z') + count * 60_000).toISOString()
  const byCourier = { courierName: '陈明 Chen Ming', courierPhone: '+86 571 0000 0731' }
  const trace = (await ada.trace(orderId)).map(({ type, time, facts }) => [type, time, facts])
  expect(trace).toEqual([
    ['created', minute(0), { pieces: 2 }],
    ['reviewing', minute(0), {}],
    ['review_passed', minute(1), {}],
    ['updated', minute(3), byCourier],
    ['courier_arrived_at_pickup_site', minute(4), { ...byCourier, place: hotel }],
    ['picked_up', minute(5), { ...byCourier, pieces: 2, seals: ['4471', '4472'], place: hotel }],
    ['transportation', minute(6), byCourier],
    ['courier_arrived_at_delivery_site', minute(7), { ...byCourier, place: station }],
    ['warehoused', minute(11), { pieces: 2, place: station }],
    ['delivered', minute(12), { pieces: 2, place: station }],
  ])

  const about = { orderId, orderNumber }
  expect(await ada.notifications()).toEqual([
    { type: 9, content: { ...about, change: 'reviewPassed' } },
    { type: 9, content: { ...about, change: 'courierAssigned', courierName: '陈明 Chen Ming' } },
    { type: 9, content: { ...about, change: 'courierArrivedAtPickup' } },
    { type: 3, content: { ...about, pieces: 2, seals: ['4471', '4472'] } },
    { type: 4, content: { ...about, pieces: 2 } },
    { type: 9, content: { ...about, change: 'courierArrivedAtDelivery' } },
    { type: 5, content: { ...about, pieces: 2 } },
    { type: 6, content: { ...about, pieces: 2 } },
  ])

  const log = await server.services.db
    .select()
    .from(orderOperations)
    .where(eq(orderOperations.orderId, orderId))
    .orderBy(asc(orderOperations.position))
  const traveller = `traveller:${ada.uin}`
  const operator = 'employee:operator'
  expect(log.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    [0, traveller, { termsVersion: policy.termsVersion }],
    [26, 'system', {}],
    [1, operator, {}],
    [5, operator, { courier: '陈明 Chen Ming' }],
    [6, operator, { courier: '陈明 Chen Ming' }],
    [14, operator, {}],
    [3, operator, { tagCodes: ['LIFE-1', 'LIFE-2'] }],
    [8, operator, {}],
    [9, operator, {}],
    [15, operator, {}],
    [10, operator, {}],
    [11, operator, {}],
    [16, operator, { tagCodes: ['LIFE-1', 'LIFE-2'] }],
    [12, operator, {}],
    [4, operator, { tagCodes: ['LIFE-1', 'LIFE-2'] }],
    [13, operator, { proof: 'claimCode' }],
    [25, operator, {}],
  ])

  const rejected = await ada.paidOrder()
  await operate(server, operatorReview, rejected.orderId, { result: 'reject', reason: 'No' })
  const going = await ada.paidOrder()
  const view = async (status: string) =>
    (await server.call(listOrders, { query: { status }, token: ada.token })).result.list.map(
      (one) => one.orderId,
    )
  expect(await view('201')).toEqual([going.orderId])
  expect(await view('202')).toEqual([orderId])
  expect(await view('203')).toEqual([rejected.orderId])

  const done = await ada.read(orderId)
  const mine = withoutSignature(ada.photo)
  expect({
    bags: done.bags.map((bag) => ({
      ...bag,
      photos: bag.photos.map(({ url, takenBy }) => [withoutSignature(url), takenBy]),
    })),
    courier: done.courier,
    pickedUpTime: done.pickedUpTime,
    completedTime: done.completedTime,
    estimatedDelivery: done.estimatedDelivery,
    actions: done.actions,
  }).toEqual({
    bags: [
      {
        tagCode: 'LIFE-1',
        sealNumber: '4471',
        isHanded: true,
        photos: [
          [mine, 'traveller'],
          [withoutSignature(photo), 'courier'],
        ],
      },
      { tagCode: 'LIFE-2', sealNumber: '4472', isHanded: true, photos: [[mine, 'traveller']] },
    ],
    courier,
    pickedUpTime: minute(5),
    completedTime: minute(13),
    estimatedDelivery: '2026-11-22T10:00:00.000Z',
    actions: [],
  })
  const shown = await server.app.inject({ url: done.bags[0]!.photos[1]!.url })
  expect(shown.statusCode).toBe(200)
})

test('moves an order once for concurrent calls of two operators', async () => {
  const { orderId } = await ada.paidOrder()
  const answers = await Promise.all([
    operate(server, operatorReview, orderId, { result: 'pass' }),
    operate(server, operatorReview, orderId, { result: 'reject', reason: 'No' }),
    operate(server, operatorReview, orderId, { result: 'pass' }),
  ])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 6001, 6001])
  expect(await ada.trace(orderId)).toHaveLength(3)
})

test('sends hints to the traveller after each committed move', async () => {
  const { orderId } = await ada.paidOrder()
  server.hints.length = 0
  await operate(server, operatorReview, orderId, { result: 'pass' })
  expect(server.hints).toEqual([
    { kind: 'unread', uin: ada.uin },
    { kind: 'order', uin: ada.uin, orderId },
  ])
  server.hints.length = 0
  await operate(server, operatorReview, orderId, { result: 'pass' })
  expect(server.hints).toEqual([])
})

test('lets the courier hand over bags at the traveller’s own address', async () => {
  const order = await ada.paidOrder({
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' },
  })
  await carryToDelivery(server, order)
  const handed = await operate(server, operatorHand, order.orderId, { claimCode: order.claimCode })
  expect([handed.code, handed.result.status]).toEqual([0, 'handed'])
})

describe('operator calls', () => {
  test('hides the claim code from operators, and shows the receiver’s number and room password on request', async () => {
    const { orderId } = await ada.paidOrder({ qrId: 'demo-guesthouse', roomPassword: '4711#' })
    const passed = await operate(server, operatorReview, orderId, { result: 'pass' })
    const read = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    const seen = ({ result: { claimCode, roomPassword, receiver } }: { result: OperatorOrder }) => ({
      claimCode,
      roomPassword,
      phoneNumber: receiver.phoneNumber,
    })
    expect([seen(passed), seen(read)]).toEqual([
      { claimCode: null, roomPassword: null, phoneNumber: '138******46' },
      { claimCode: null, roomPassword: '4711#', phoneNumber: '13812342046' },
    ])
    expect(JSON.stringify(await ada.read(orderId))).not.toContain('4711#')
    expect((await ada.read(orderId)).access).toBe('roomPassword')
  })

  test('hands over once, with the right code only', async () => {
    const order = await ada.paidOrder()
    await carryToDelivery(server, order)
    const { orderId, claimCode } = order
    const wrong = claimCode === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
    expect(await codeOf(operate(server, operatorHand, orderId, { claimCode: wrong }))).toBe(1012)
    expect((await ada.read(orderId)).status).toBe('arrived')
    expect(await codeOf(operate(server, operatorHand, orderId, { claimCode }))).toBe(0)
    expect(await codeOf(operate(server, operatorHand, orderId, { claimCode }))).toBe(5007)
  })

  test('reserves a tag for one bag until its hand-over', async () => {
    const [first, second] = [await assignedOrder(), await assignedOrder()]
    const tag = (tagCode: string, index: number) => ({ tagCode, sealNumber: `${index}`, photos: [] })
    const pick = (order: Order, ...tags: string[]) =>
      operate(server, operatorPickUp, order.orderId, { bags: tags.map(tag) })
    const inUse = { status: 409, code: 5000, message: 'tag code in use', result: { tagCodes: ['T-1'] } }
    expect(await pick(first, 'T-1', 'T-1')).toEqual(inUse)
    expect(await codeOf(pick(first, 'T-1'))).toBe(5003)
    expect((await ada.read(first.orderId)).bags).toEqual([])
    expect(await codeOf(pick(first, 'T-1', 'T-2'))).toBe(0)
    expect((await pick(second, 'T-2', 'T-3')).result).toEqual({ tagCodes: ['T-2'] })
    await operate(server, operatorStartTransport, first.orderId)
    await operate(server, operatorArriveAtDelivery, first.orderId)
    await operate(server, operatorHand, first.orderId, { claimCode: first.claimCode })
    expect(await codeOf(pick(second, 'T-2', 'T-3'))).toBe(0)
  })

  test('refuses a seal of another bag of the order, at the pickup and with a new tag', async () => {
    const { orderId } = await assignedOrder()
    const [first, second] = newBags(2)
    const pick = (sealNumber: string) =>
      operate(server, operatorPickUp, orderId, {
        bags: [
          { ...first!, sealNumber: '1' },
          { ...second!, sealNumber },
        ],
      })
    const onAnother = {
      status: 409,
      code: 5000,
      message: 'another bag of the order has this seal number',
      result: { sealNumbers: ['1'] },
    }
    expect(await pick('1')).toEqual(onAnother)
    expect((await ada.read(orderId)).bags).toEqual([])
    expect(await codeOf(pick('2'))).toBe(0)
    const { tagCode } = second!
    const retag = (newSealNumber: string) =>
      operate(server, operatorRetag, orderId, { tagCode, newTagCode: tagCode, newSealNumber })
    expect(await retag('1')).toEqual(onAnother)
    expect(await codeOf(retag('2'))).toBe(0)
    expect(await codeOf(retag('3'))).toBe(0)
    expect((await ada.read(orderId)).bags.map(({ sealNumber }) => sealNumber)).toEqual(['1', '3'])
  })

  test('refuses another traveller’s picture on a bag', async () => {
    const ben = await newTraveller(server)
    const { orderId } = await assignedOrder()
    const bags = newBags(2, [ben.photo])
    expect(await codeOf(operate(server, operatorPickUp, orderId, { bags }))).toBe(1008)
  })
})

describe('rejected reviews', () => {
  test('refunds the payment of a rejected order, and notifies of the completed refund', async () => {
    const { orderId, orderNumber } = await ada.paidOrder()
    await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Too large for our vans' })
    const rejected = await ada.read(orderId)
    expect([rejected.status, rejected.view, rejected.reviewFailure, rejected.promises.refundBy]).toEqual([
      'review_failed',
      203,
      'Too large for our vans',
      '2026-11-24T02:00:00.000Z',
    ])
    await runDue(server)
    expect((await ada.read(orderId)).lifecycle.payment).toBe('refunding')
    await runDue(server, 10_000)
    const refunded = await ada.read(orderId)
    expect([refunded.status, refunded.lifecycle.payment]).toEqual(['refund_completed', 'refunded'])
    expect(await ada.notifications()).toEqual([
      { type: 2, content: { orderId, orderNumber, reason: 'Too large for our vans', refund: money(9800) } },
      { type: 8, content: { orderId, orderNumber, amount: 9800, currency: 'CNY' } },
    ])
    expect((await ada.trace(orderId)).map(({ type, facts }) => [type, facts])).toEqual([
      ['created', { pieces: 2 }],
      ['reviewing', {}],
      ['review_failed', { reason: 'Too large for our vans' }],
    ])
  })
})

describe('another count at the desk', () => {
  test('requests a surcharge when more pieces are counted', async () => {
    const { orderId } = await assignedOrder()
    await operate(server, operatorChange, orderId, { pieces: 3 })
    const waiting = await ada.read(orderId)
    const { status, total, amountPaid, surcharge, actions, pieces, agreedPieces } = waiting
    expect({ status, total, amountPaid, surcharge, actions, pieces, agreedPieces }).toEqual({
      status: 'pending_surcharge',
      total: money(12_250),
      amountPaid: money(9800),
      surcharge: money(2450),
      actions: ['order.cancel'],
      pieces: 3,
      agreedPieces: 2,
    })
    const { pieces: counted, withdrawn } = await ada.payment(waiting.paymentId)
    expect({ counted, withdrawn }).toEqual({
      counted: { agreed: 2, counted: 3, consent: 'asked' },
      withdrawn: false,
    })
    expect((await ada.notifications()).at(-1)).toEqual({
      type: 1,
      content: {
        orderId,
        orderNumber: waiting.orderNumber,
        amount: 2450,
        currency: 'CNY',
        source: 'supplementary',
        pieces: 3,
        agreedPieces: 2,
      },
    })
    expect(await codeOf(operate(server, operatorPickUp, orderId, { bags: newBags(3) }))).toBe(8004)
    const { amount, paymentId } = await ada.pay(orderId, 'supplementary')
    expect([amount, paymentId]).toEqual([money(2450), waiting.paymentId])
    const paid = await ada.read(orderId)
    expect([paid.status, paid.amountPaid, paid.surcharge, paid.agreedPieces]).toEqual([
      'pending_pickup',
      money(12_250),
      money(0),
      3,
    ])
    expect((await ada.payment(waiting.paymentId)).pieces).toBe(null)
    expect(await codeOf(operate(server, operatorPickUp, orderId, { bags: newBags(3) }))).toBe(0)
    expect((await ada.trace(orderId)).filter(({ type }) => type === 'updated').at(-1)?.facts).toEqual({
      courierName: '陈明 Chen Ming',
      courierPhone: '+86 571 0000 0731',
      pieces: 3,
      piecesIncreased: 1,
    })
  })

  test('continues without a surcharge that is withdrawn before its payment, and refunds a late payment', async () => {
    const { orderId } = await assignedOrder()
    server.clock.advance(60_000)
    await operate(server, operatorChange, orderId, { pieces: 3 })
    const { paymentId } = await ada.read(orderId)
    const session = await ada.openSession(orderId, 'supplementary')
    await operate(server, operatorChange, orderId, { pieces: 2 })
    expect((await ada.read(orderId)).status).toBe('pending_pickup')
    const { state: before, pieces, withdrawn } = await ada.payment(paymentId)
    expect({ before, pieces, withdrawn }).toEqual({ before: 'unpaid', pieces: null, withdrawn: true })
    // Its page was still open, so the payment is refunded.
    await useCard(server, session.redirectUrl, 'pays')
    await runDue(server)
    await runDue(server, 10_000)
    const order = await ada.read(orderId)
    expect([order.status, order.amountPaid]).toEqual(['pending_pickup', money(9800)])
    expect((await ada.payment(paymentId)).state).toBe('refunded')
    expect(order.payments.map(({ source, amount }) => [source, amount])).toEqual([
      ['normal', money(9800)],
      ['supplementary', money(2450)],
    ])
    expect(order.refunds).toEqual([
      {
        refundId: expect.any(String),
        amount: money(2450),
        startTime: '2026-11-21T02:01:00.000Z',
        refundBy: '2026-11-24T02:01:00.000Z',
        doneTime: '2026-11-21T02:01:10.000Z',
        reason: 'unneeded',
        receiptNumber: expect.stringMatching(/^R-2026-\d{6}$/),
        creditNoteNumber: expect.stringMatching(/^C-2026-\d{6}$/),
      },
    ])
    expect((await ada.notifications()).at(-1)).toEqual({
      type: 8,
      content: { orderId, orderNumber: order.orderNumber, amount: 2450, currency: 'CNY' },
    })
  })

  test('keeps a surcharge and its page when the same number is counted again', async () => {
    const { orderId } = await assignedOrder()
    await operate(server, operatorChange, orderId, { pieces: 3 })
    const session = await ada.openSession(orderId, 'supplementary')
    // A repeat after a lost response.
    expect(await codeOf(operate(server, operatorChange, orderId, { pieces: 3 }))).toBe(0)
    await useCard(server, session.redirectUrl, 'pays')
    const { status, amountPaid, refunds } = await ada.read(orderId)
    expect([status, amountPaid, refunds]).toEqual(['pending_pickup', money(12_250), []])
  })

  test('closes the page of a withdrawn or replaced surcharge', async () => {
    const { orderId } = await assignedOrder()
    for (const pieces of [4, 3]) {
      await operate(server, operatorChange, orderId, { pieces })
      const { sessionId, redirectUrl } = await ada.openSession(orderId, 'supplementary')
      await operate(server, operatorChange, orderId, { pieces: pieces - 1 })
      await runDue(server)
      await useCard(server, redirectUrl, 'pays')
      const isThis = eq(sandboxSessions.sessionId, sessionId)
      const [page] = await server.services.db.select().from(sandboxSessions).where(isThis)
      expect([page?.state, (await ada.read(orderId)).payments.length]).toEqual(['expired', 1])
    }
  })

  test('refunds the difference for fewer pieces, and the rest on cancellation', async () => {
    const { orderId } = await assignedOrder()
    await operate(server, operatorChange, orderId, { pieces: 1 })
    const order = await ada.read(orderId)
    const { paymentId, status, total, amountPaid } = order
    expect([status, total, amountPaid]).toEqual(['pending_pickup', money(4900), money(4900)])
    expect(order.payments).toEqual([
      {
        paymentId,
        source: 'normal',
        amount: money(9800),
        method: 'card',
        paidTime: '2026-11-21T02:00:00.000Z',
        receiptNumber: expect.stringMatching(/^R-2026-\d{6}$/),
      },
    ])
    expect(order.refunds.map(({ amount, doneTime }) => [amount, doneTime])).toEqual([[money(4900), null]])
    server.clock.advance(60_000)
    await ada.cancel(orderId)
    await runDue(server)
    await runDue(server, 10_000)
    const cancelled = await ada.read(orderId)
    expect([cancelled.status, cancelled.payments]).toEqual(['refund_completed', order.payments])
    expect(cancelled.refunds.map(({ amount, startTime, doneTime }) => [amount, startTime, doneTime])).toEqual(
      [
        [money(4900), '2026-11-21T02:00:00.000Z', '2026-11-21T02:01:10.000Z'],
        [money(4900), '2026-11-21T02:01:00.000Z', '2026-11-21T02:01:10.000Z'],
      ],
    )
    const refunded = (await ada.notifications()).filter(({ type }) => type === 8)
    expect(refunded.map(({ content }) => (content as { amount: number }).amount)).toEqual([4900])
  })

  test('requests a payment when a free order becomes chargeable', async () => {
    const { orderId } = await ada.order({ qrId: 'demo-sponsored', pieces: 2 })
    await operate(server, operatorReview, orderId, { result: 'pass' })
    await operate(server, operatorChange, orderId, { pieces: 3 })
    expect((await ada.read(orderId)).surcharge).toEqual(money(5900))
    await ada.pay(orderId, 'supplementary')
    expect((await ada.read(orderId)).status).toBe('review_pass')
    expect((await ada.cancel(orderId)).result.status).toBe('refunding')
  })
})
