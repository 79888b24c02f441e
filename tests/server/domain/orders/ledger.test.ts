import {
  answerQuestion,
  countUnread,
  getLedger,
  listClaims,
  listNotifications,
  type Order,
  openPaymentSession,
  operatorArriveAtDelivery,
  operatorChange,
  operatorGetLedger,
  operatorGetOrder,
  operatorHand,
  operatorPickUp,
  operatorRetag,
  operatorReview,
  operatorStartTransport,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { newKey } from '../../harness.ts'
import { assign, courierToken, newPhoto, newTraveller, operate, type TestTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const run = async (shape: Parameters<typeof operate>[1], orderId: string, body: unknown = {}) => {
  const done = await operate(server, shape, orderId, body)
  expect(done).toMatchObject({ code: 0 })
  return done.result as Order
}

async function begin() {
  const traveller = await newTraveller(server)
  const order = await traveller.paidOrder()
  const { orderId } = order
  await run(operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  const { token } = traveller
  const ledger = async () => (await server.call(getLedger, { params: { orderId }, token })).result
  const say = (questionId: string, answer: 'right' | 'notRight', by = token) =>
    server.call(answerQuestion, { params: { questionId }, body: { answer }, token: by })
  const [first, second] = [`${orderId.slice(-8)}-1`, `${orderId.slice(-8)}-2`]
  const bag = (tagCode: string, sealNumber: string, more = {}) => ({
    tagCode,
    sealNumber,
    photos: [],
    ...more,
  })
  /** Picks up both bags and starts the transport. */
  const take = async (more = {}) => {
    await run(operatorPickUp, orderId, { bags: [bag(first, '4471', more), bag(second, '4472')] })
    await run(operatorStartTransport, orderId)
  }
  return { traveller, token, order, orderId, ledger, say, bag, take, first, second }
}

/** Open popups: their change and facts. */
const popups = async ({ token }: TestTraveller) => {
  const { result } = await server.call(listNotifications, { query: { pageSize: '50' }, token })
  return result.list
    .filter(({ isPopup }) => isPopup === 1)
    .map(({ type, content, isRead }) => ({ type, isRead, ...JSON.parse(content) }))
}

const unread = async ({ token }: TestTraveller) =>
  (await server.call(countUnread, { query: { types: ['1', '3', '4'] }, token })).result

test('shows pickup and delivery of each bag with role, photos and time', async () => {
  const { traveller, ledger, orderId, bag, take, first, second } = await begin()
  expect((await ledger()).bags).toMatchObject([{ tagCode: null, entries: [{ role: 'traveller' }] }])
  const photo = await newPhoto(server, traveller.uin)
  await take({ photos: [photo] })
  server.clock.advance(3_600_000)
  const found = await newPhoto(server, traveller.uin)
  const body = { bags: [bag(first, '4471', { photos: [found] }), bag(second, '4472')] }
  const params = { orderId }
  expect((await server.call(operatorArriveAtDelivery, { params, body, token: courierToken })).code).toBe(0)
  const { bags, questions } = await ledger()
  expect(questions).toEqual([])
  expect(bags[0]?.entries.map(({ stage, role, sealNumber }) => [stage, role, sealNumber])).toEqual([
    ['order', 'traveller', null],
    ['pickup', 'operator', '4471'],
    ['delivery', 'courier', '4471'],
  ])
  const [, atPickup, atDelivery] = bags[0]?.entries ?? []
  const pathOf = (url?: string) => url?.split('?')[0]
  expect(atPickup?.photos.map(pathOf)).toEqual([pathOf(photo)])
  expect(atDelivery?.photos.map(pathOf)).toEqual([pathOf(found)])
  expect(Date.parse(atDelivery!.time) - Date.parse(atPickup!.time)).toBe(3_600_000)
  const seen = await server.call(operatorGetLedger, { params, token: courierToken })
  expect(seen.result.bags.map(({ tagCode }) => tagCode)).toEqual([first, second])
})

test('asks once each about another seal, new damage and a missing bag, and never assumes consent', async () => {
  const { traveller, order, orderId, ledger, bag, take, first } = await begin()
  await take({ damage: 'A scratch' })
  const hurt = { damage: 'A wheel is broken' }
  const moved = await run(operatorArriveAtDelivery, orderId, { bags: [bag(first, '9999', hurt)] })
  expect(moved.openQuestions.toSorted()).toEqual(['count', 'damage', 'seal'])
  // The hand-over finds the same state, so no new question.
  const { claimCode } = await traveller.read(orderId)
  const again = { claimCode, bags: [bag(first, '9999', hurt)] }
  server.clock.advance(3 * 86_400_000)
  const handed = await run(operatorHand, orderId, again)
  expect(handed.openQuestions.toSorted()).toEqual(['count', 'damage', 'seal'])
  const { questions } = await ledger()
  expect(
    questions
      .filter(({ state }) => state === 'asked')
      .map(({ kind, bag, before, after, agreedPieces, pieces }) => [
        kind,
        bag,
        before?.sealNumber,
        after.sealNumber,
        after.damage,
        agreedPieces,
        pieces,
      ])
      .toSorted(),
  ).toEqual([
    ['count', null, null, null, '', 2, 1],
    ['damage', 0, null, '4471', 'A scratch', null, null],
    ['damage', 0, null, '9999', 'A wheel is broken', null, null],
    ['seal', 0, '4471', '9999', 'A wheel is broken', null, null],
  ])
  const facts = (await traveller.trace(order.orderId)).map((event) => event.facts)
  expect(facts).toContainEqual({ seals: ['9999'] })
  expect(facts).toContainEqual({ reason: 'A scratch', noted: 'damage' })
})

test('withdraws the question about a seal once the first seal is back', async () => {
  const { traveller, orderId, ledger, take, first } = await begin()
  await take()
  const retag = (tagCode: string, newSealNumber: string) =>
    run(operatorRetag, orderId, { tagCode, newTagCode: `${tagCode}x`, newSealNumber })
  await retag(first, '5000')
  expect(await popups(traveller)).toMatchObject([{ change: 'sealChanged', seals: ['5000'] }])
  const { openQuestions } = await retag(`${first}x`, '4471')
  expect(openQuestions).toEqual([])
  expect((await ledger()).questions.map(({ kind, state }) => [kind, state])).toEqual([['seal', 'withdrawn']])
  expect((await popups(traveller)).filter(({ change }) => change !== 'sealChanged')).toEqual([])
})

test('opens no payment of a surcharge before the traveller agrees to the count', async () => {
  const { traveller, token, orderId, ledger, say } = await begin()
  await run(operatorChange, orderId, { pieces: 3 })
  const waiting = await traveller.read(orderId)
  expect([waiting.actions.includes('order.pay'), waiting.countConsent]).toEqual([false, 'asked'])
  const open = () =>
    server.call(openPaymentSession, {
      params: { paymentId: waiting.paymentId ?? '' },
      token,
      idempotencyKey: newKey(),
    })
  const refused = { status: 409, code: 8005, result: { orderId } }
  expect(await open()).toMatchObject(refused)
  server.clock.advance(30 * 60_000)
  expect(await open()).toMatchObject(refused)
  const [question] = (await ledger()).questions
  expect(question).toMatchObject({ kind: 'count', agreedPieces: 2, pieces: 3, state: 'asked' })
  await say(question!.questionId, 'right')
  expect((await traveller.read(orderId)).actions).toContain('order.pay')
  expect((await open()).code).toBe(0)
})

test('shows no traveller photo for a bag that only the courier counted', async () => {
  const { traveller, orderId, ledger, bag } = await begin()
  await run(operatorChange, orderId, { pieces: 3 })
  await traveller.pay(orderId, 'supplementary')
  const bags = [1, 2, 3].map((number) => bag(`${orderId.slice(-8)}-${number}`, `447${number}`))
  await run(operatorPickUp, orderId, { bags })
  const takenBy = (await traveller.read(orderId)).bags.map(({ photos }) =>
    photos.map((photo) => photo.takenBy),
  )
  expect(takenBy).toEqual([['traveller'], ['traveller'], []])
  const roles = (await ledger()).bags.map(({ entries }) => entries.map(({ role }) => role))
  expect(roles).toEqual([['traveller', 'operator'], ['traveller', 'operator'], ['operator']])
})

test('withdraws a count’s question, popup and notification when the count is corrected', async () => {
  const { traveller, orderId, ledger } = await begin()
  const before = await unread(traveller)
  await run(operatorChange, orderId, { pieces: 4 })
  expect([await unread(traveller), (await popups(traveller)).length]).toEqual([before + 1, 1])
  server.hints.length = 0
  await run(operatorChange, orderId, { pieces: 2 })
  expect(await unread(traveller)).toBe(before)
  expect(await popups(traveller)).toEqual([])
  expect(server.hints.some(({ kind }) => kind === 'unread')).toBe(true)
  expect((await ledger()).questions.map(({ state }) => state)).toEqual(['withdrawn'])

  // Fewer bags also raise a question, with a different popup.
  await run(operatorChange, orderId, { pieces: 1 })
  expect(await popups(traveller)).toMatchObject([{ change: 'piecesChanged', pieces: 1 }])
  await run(operatorChange, orderId, { pieces: 2 })
  expect((await popups(traveller)).filter(({ change }) => change)).toEqual([])
})

test('asks again for another count, whatever the traveller answered before', async () => {
  const { traveller, token, orderId, ledger, say } = await begin()
  const consent = async () => (await traveller.read(orderId)).countConsent
  const ask = async (pieces: number) => {
    await run(operatorChange, orderId, { pieces })
    return (await ledger()).questions[0]!
  }
  const first = await ask(3)
  const claimed = await say(first.questionId, 'notRight')
  expect(claimed.result.questions[0]).toMatchObject({ state: 'notRight', claimId: expect.any(String) })
  const { list } = (await server.call(listClaims, { params: { orderId }, token })).result
  expect(list.map(({ claimId, kind, stage }) => [claimId, kind, stage])).toEqual([
    [claimed.result.questions[0]?.claimId, 'changed', 'received'],
  ])
  expect(await consent()).toBe('notRight')
  const second = await ask(4)
  expect([second.agreedPieces, second.pieces, await consent()]).toEqual([2, 4, 'asked'])
  await say(second.questionId, 'right')
  expect(await consent()).toBe('right')
  expect(
    (await say(first.questionId, 'notRight')).result.questions.filter(({ claimId }) => claimId),
  ).toHaveLength(1)
  expect(await say(first.questionId, 'right')).toMatchObject({
    status: 409,
    code: 1013,
    result: { state: 'notRight' },
  })
})

test('shows employees the open questions of an order', async () => {
  const { orderId, take } = await begin()
  await take({ damage: 'A scratch' })
  const { openQuestions } = (await operate(server, operatorGetOrder, orderId)).result
  expect(openQuestions).toEqual(['damage'])
})
