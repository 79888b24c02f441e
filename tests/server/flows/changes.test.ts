import {
  type ChangedFacts,
  changeOrder,
  type Order,
  operatorAnswerDestination,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorChange,
  operatorListDestinations,
  operatorListOperations,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  previewChange,
  requestDestinationChange,
  withdrawChange,
} from '@handsfree/core/contract'
import { describe, expect, test } from 'vitest'
import { runDueChanges } from '../../../server/flows/due-changes.ts'
import { newKey } from '../harness.ts'
import { assign, newBags, newTraveller, operate, operatorToken, runDue, useCard } from '../trip.ts'
import { useNewTraveller, useServer } from '../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)
const minute = 60_000

const preview = (orderId: string, body: ChangedFacts, token?: string) =>
  server.call(previewChange, { params: { orderId }, body, token: token ?? ada.token })
const change = (orderId: string, facts: ChangedFacts, difference: number, idempotencyKey = newKey()) =>
  server.call(changeOrder, {
    params: { orderId },
    body: { facts, difference },
    token: ada.token,
    idempotencyKey,
  })
const withdraw = (orderId: string) => server.call(withdrawChange, { params: { orderId }, token: ada.token })
const airport = { kind: 'site', siteId: 'pudong-airport-t2' } as const
const wish = (orderId: string, body: object = { delivery: airport }) =>
  server.call(requestDestinationChange, { params: { orderId }, body, token: ada.token })
const answer = (orderId: string, body: object) => operate(server, operatorAnswerDestination, orderId, body)
const changesOf = async () => {
  const all = await ada.notifications()
  return all.flatMap(({ content }) => (content as { change?: string }).change ?? [])
}
const moneyOf = ({ payments, refunds, amountPaid }: Order) => {
  const sum = (of: { amount: { amount: number } }[]) => of.reduce((all, { amount }) => all + amount.amount, 0)
  return { in: sum(payments), back: sum(refunds), kept: amountPaid.amount }
}

async function passed() {
  const order = await ada.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await assign(server, order.orderId)
  return order
}
async function moving() {
  const order = await passed()
  server.clock.set('2026-11-22T06:00:00.000Z')
  await operate(server, operatorArriveAtPickup, order.orderId)
  await operate(server, operatorPickUp, order.orderId, { bags: newBags(order.pieces) })
  await operate(server, operatorStartTransport, order.orderId)
  return order
}

describe('changes before the pickup', () => {
  test('treats another spelling of the recipient’s number as the same', async () => {
    const { orderId, receiver } = await passed()
    const { name, dialCode, phoneNumber } = receiver
    const spelled = { name, dialCode, phoneNumber: `0${phoneNumber}` }
    const { code, result } = await change(orderId, { receiver: spelled }, 0)
    expect([code, result]).toEqual([5010, { reason: 'nothingChanged' }])
  })

  test('applies a change without extra cost immediately, with the old facts in the trace', async () => {
    const { orderId, total } = await passed()
    const facts: ChangedFacts = {
      pickupTime: '2026-11-22T16:00:00+08:00',
      deliveryTime: '2026-11-22T21:00:00+08:00',
      receiver: { name: 'Grace', dialCode: '86', phoneNumber: '13812342047' },
      roomNumber: '1208',
      remarks: 'Ring twice',
    }
    const seen = await preview(orderId, facts)
    expect(seen.result).toMatchObject({
      kind: 'order',
      difference: { amount: 0 },
      freeCancellationUntil: '2026-11-22T04:00:00.000Z',
    })
    const { code, result } = await change(orderId, facts, 0)
    expect(code).toBe(0)
    expect(result).toMatchObject({
      pickupTime: '2026-11-22T08:00:00.000Z',
      deliveryTime: '2026-11-22T13:00:00.000Z',
      receiver: { name: 'Grace' },
      pickup: { roomNumber: '1208' },
      remarks: 'Ring twice',
      total,
      changes: { may: 'order', open: null },
    })
    const last = (await ada.trace(orderId)).at(-1)
    expect([last?.type, last?.facts.before]).toEqual([
      'updated',
      {
        pickupTime: '2026-11-22T06:00:00.000Z',
        deliveryTime: '2026-11-22T10:00:00.000Z',
        receiverName: 'Ada',
        roomNumber: expect.any(String),
        remarks: expect.any(String),
      },
    ])
    const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
    expect(JSON.stringify(log.result)).not.toMatch(/Grace|13812342047/)
    expect(await changesOf()).toContain('orderChanged')
  })

  test('logs another destination as the operation “change destination”', async () => {
    const { orderId } = await ada.paidOrder()
    const facts = { delivery: airport, deliveryTime: '2026-11-22T20:00:00+08:00' }
    const { difference } = (await preview(orderId, facts)).result
    const { code } = await change(orderId, facts, difference.amount)
    expect(code).toBe(0)
    if (difference.amount > 0) await ada.pay(orderId, 'supplementary')
    expect((await ada.read(orderId)).delivery.siteId).toBe('pudong-airport-t2')
    const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
    expect(log.result.map(({ action }) => action)).toContain(17)
  })

  test('refunds the difference for fewer bags', async () => {
    const { orderId, total } = await ada.paidOrder({ pieces: 3 })
    const { difference } = (await preview(orderId, { pieces: 1 })).result
    expect(difference.amount).toBeLessThan(0)
    const { result } = await change(orderId, { pieces: 1 }, difference.amount)
    expect([result.pieces, result.total.amount]).toEqual([1, total.amount + difference.amount])
    await runDue(server, 2000)
    const money = moneyOf(await ada.read(orderId))
    expect(money).toEqual({ in: total.amount, back: -difference.amount, kept: result.total.amount })
  })

  test('adds bags only once the difference is paid', async () => {
    const { orderId, total } = await ada.paidOrder()
    const { difference } = (await preview(orderId, { pieces: 4 })).result
    const { result } = await change(orderId, { pieces: 4 }, difference.amount)
    expect([result.pieces, result.total, result.lifecycle.payment]).toEqual([2, total, 'paid'])
    expect(result.changes?.open).toMatchObject({
      stage: 'waitPayment',
      difference,
      dueTime: '2026-11-21T02:15:00.000Z',
    })
    await ada.pay(orderId, 'supplementary')
    const paid = await ada.read(orderId)
    expect([paid.pieces, paid.total.amount, paid.changes?.open]).toEqual([
      4,
      total.amount + difference.amount,
      null,
    ])
    expect(moneyOf(paid)).toEqual({ in: paid.total.amount, back: 0, kept: paid.total.amount })
    expect(paid.payments.map(({ source, purpose }) => [source, purpose]).sort()).toEqual([
      ['normal', undefined],
      ['supplementary', 'change'],
    ])
  })

  test('drops an unpaid change after 15 minutes, and refunds a late payment', async () => {
    const { orderId, total } = await ada.paidOrder()
    const { difference } = (await preview(orderId, { pieces: 4 })).result
    await change(orderId, { pieces: 4 }, difference.amount)
    const session = await ada.openSession(orderId, 'supplementary')
    server.clock.advance(15 * minute)
    await runDueChanges(server.services)
    expect((await ada.payment(session.paymentId)).withdrawn).toBe(true)
    expect(await changesOf()).toContain('changeUnpaid')
    await useCard(server, session.redirectUrl, 'pays')
    await runDue(server, 2000)
    const after = await ada.read(orderId)
    expect([after.pieces, after.total, after.lifecycle.payment]).toEqual([2, total, 'paid'])
    const { in: taken, back, kept } = moneyOf(after)
    expect([kept, taken - back]).toEqual([total.amount, total.amount])
  })

  test('refunds a late payment that arrives before the job has ended the change', async () => {
    const { orderId, total } = await ada.paidOrder()
    const { difference } = (await preview(orderId, { pieces: 4 })).result
    await change(orderId, { pieces: 4 }, difference.amount)
    const session = await ada.openSession(orderId, 'supplementary')
    server.clock.advance(15 * minute)
    await useCard(server, session.redirectUrl, 'pays')
    await runDue(server, 2000)
    const after = await ada.read(orderId)
    const { in: taken, back, kept } = moneyOf(after)
    expect([after.pieces, kept, taken - back]).toEqual([2, total.amount, total.amount])
  })

  test('applies the last of two changes, one per idempotency key, and refuses an unseen difference', async () => {
    const { orderId, total } = await ada.paidOrder()
    const [three, four] = [
      (await preview(orderId, { pieces: 3 })).result,
      (await preview(orderId, { pieces: 4 })).result,
    ]
    const key = newKey()
    const first = await change(orderId, { pieces: 3 }, three.difference.amount, key)
    const again = await change(orderId, { pieces: 3 }, three.difference.amount, key)
    expect(again.result.changes?.open?.changeId).toBe(first.result.changes?.open?.changeId)
    const old = await ada.openSession(orderId, 'supplementary')
    const second = await change(orderId, { pieces: 4 }, four.difference.amount)
    expect(second.code).toBe(0)
    expect((await ada.payment(old.paymentId)).withdrawn).toBe(true)
    await useCard(server, old.redirectUrl, 'pays')
    await ada.pay(orderId, 'supplementary')
    await runDue(server, 2000)
    const after = await ada.read(orderId)
    const { in: taken, back, kept } = moneyOf(after)
    expect([after.pieces, kept, taken - back]).toEqual([
      4,
      total.amount + four.difference.amount,
      total.amount + four.difference.amount,
    ])
    const unseen = await change(orderId, { pieces: 1 }, 0)
    expect([unseen.code, (unseen.result as unknown as { kind: string }).kind]).toEqual([8003, 'order'])
  })

  test.each<[string, (orderId: string) => Promise<unknown>]>([
    [
      'picked up',
      async (orderId) => {
        server.clock.set('2026-11-22T06:00:00.000Z')
        await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
      },
    ],
    ['cancelled', (orderId) => ada.cancel(orderId)],
    ['counted differently', (orderId) => operate(server, operatorChange, orderId, { pieces: 1 })],
    ['awaited by its courier', (orderId) => operate(server, operatorArriveAtPickup, orderId)],
    [
      'locked',
      async (orderId) => {
        await operate(server, operatorReport, orderId, { reason: 'A wheel is broken' })
        await operate(server, operatorResolve, orderId, { result: 'lockOrder', reason: '' })
      },
    ],
    ['withdrawn', (orderId) => withdraw(orderId)],
  ])('drops an unpaid change when its order is %s', async (_, happens) => {
    const { orderId } = await passed()
    const { difference } = (await preview(orderId, { pieces: 4 })).result
    await change(orderId, { pieces: 4 }, difference.amount)
    const session = await ada.openSession(orderId, 'supplementary')
    await happens(orderId)
    expect((await ada.payment(session.paymentId)).withdrawn).toBe(true)
    await useCard(server, session.redirectUrl, 'pays')
    await runDue(server, 2000)
    const after = await ada.read(orderId)
    const { in: taken, back, kept } = moneyOf(after)
    expect([after.pieces === 4, after.changes?.open, taken - back]).toEqual([
      false,
      null,
      after.lifecycle.payment === 'refunding' ? 0 : kept,
    ])
    expect((await withdraw(orderId)).code).toBe(5010)
  })

  test('refuses invalid changes with a reason', async () => {
    const unpaid = await ada.order()
    const { orderId } = await passed()
    const reasonOf = async (asked: Promise<{ code: number; result: unknown }>) => {
      const { code, result } = await asked
      return [code, (result as { reason?: string; field?: string } | undefined)?.reason ?? result]
    }
    expect(await reasonOf(preview(unpaid.orderId, { pieces: 3 }))).toEqual([5010, 'unpaid'])
    expect(await reasonOf(change(orderId, { pieces: 2 }, 0))).toEqual([5010, 'nothingChanged'])
    expect(await reasonOf(change(orderId, { pickupTime: '2026-11-22T14:10:00+08:00' }, 0))).toEqual([
      1008,
      'offSlot',
    ])
    expect(await reasonOf(change(orderId, { deliveryTime: '2026-11-22T14:30:00+08:00' }, 0))).toEqual([
      1008,
      'tooEarly',
    ])
    expect(
      await reasonOf(change(orderId, { delivery: { kind: 'site', siteId: 'hong-kong-airport-t1' } }, 0)),
    ).toEqual([1008, 'notServed'])
    expect((await change(orderId, { pieces: 21 }, 0)).code).toBe(1008)
    expect((await change(orderId, {}, 0)).code).toBe(1008)
    expect(await reasonOf(wish(orderId))).toEqual([5010, 'over'])
    server.clock.set('2026-11-22T02:00:00.001Z')
    expect(await reasonOf(change(orderId, { remarks: 'Ring' }, 0))).toEqual([5010, 'tooLate'])
    expect((await ada.read(orderId)).changes?.may).toBe(null)
    const stranger = await newTraveller(server)
    expect((await preview(orderId, { pieces: 3 }, stranger.token)).code).toBe(5004)
  })
})

describe('changes after the pickup', () => {
  const later = { delivery: airport, deliveryTime: '2026-11-22T20:00:00+08:00' }

  test('changes the destination when an operator allows it', async () => {
    const { orderId, total } = await moving()
    expect((await ada.read(orderId)).changes?.may).toBe('destination')
    expect((await preview(orderId, later)).result).toMatchObject({ kind: 'destination', minutes: 30 })
    const asked = await wish(orderId, later)
    expect(asked.result.changes?.open).toMatchObject({
      stage: 'waitDecision',
      dueTime: '2026-11-22T06:30:00.000Z',
      place: expect.stringContaining('Pudong'),
    })
    expect((await wish(orderId, later)).code).toBe(5010)
    const waiting = await server.call(operatorListDestinations, { token: operatorToken })
    expect(waiting.result.map((one) => one.orderId)).toEqual([orderId])
    expect((await answer(orderId, { result: 'allow' })).code).toBe(0)
    const after = await ada.read(orderId)
    expect([after.delivery.siteId, after.total, after.changes?.open]).toEqual([
      'pudong-airport-t2',
      total,
      null,
    ])
    expect((await ada.trace(orderId)).at(-1)?.facts.before?.place).toEqual(expect.any(String))
    expect((await answer(orderId, { result: 'allow' })).code).toBe(5010)
  })

  test('notifies the traveller once of a late answer, and still accepts it', async () => {
    const { orderId } = await moving()
    await wish(orderId, later)
    server.clock.advance(30 * minute)
    await runDueChanges(server.services)
    await runDueChanges(server.services)
    expect((await changesOf()).filter((one) => one === 'destinationLate')).toHaveLength(1)
    expect((await ada.read(orderId)).changes?.open?.stage).toBe('overdue')
    await answer(orderId, { result: 'reject', reason: 'The car is full' })
    expect((await changesOf()).at(-1)).toBe('destinationRefused')
    expect((await ada.read(orderId)).delivery.siteId).not.toBe('pudong-airport-t2')
  })

  test('ends a destination request when the bags arrive or it is withdrawn', async () => {
    const { orderId } = await moving()
    await wish(orderId, later)
    expect((await withdraw(orderId)).result.changes?.open).toBe(null)
    await wish(orderId, later)
    await operate(server, operatorArriveAtDelivery, orderId)
    expect(await changesOf()).toContain('destinationTooLate')
    expect((await answer(orderId, { result: 'allow' })).code).toBe(5010)
    expect((await wish(orderId, later)).code).toBe(5010)
  })
})
