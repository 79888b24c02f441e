import {
  makeReceiverLink,
  type Order,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorHand,
  operatorPickUp,
  operatorResolve,
  operatorRetag,
  operatorReturn,
  operatorReview,
  operatorStartTransport,
  readTrip,
} from '@handsfree/core/contract'
import { cardOf } from '@handsfree/core/orders'
import { expect, test } from 'vitest'
import { sendDueTextMessages } from '../../../server/flows/send-text-messages.ts'
import { operatorActions } from '../operating.ts'
import { assign, newBags } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
const { run, expectCodes, readFull, log } = operatorActions(server)

const pickedUp = async (): Promise<{ order: Order; tags: string[] }> => {
  const order = await ada.paidOrder({ pieces: 3 })
  await run(order, operatorReview, { result: 'pass' })
  await assign(server, order.orderId)
  await run(order, operatorArriveAtPickup)
  const bags = newBags(3)
  await run(order, operatorPickUp, { bags })
  return { order, tags: bags.map(({ tagCode }) => tagCode) }
}

const detailsOf = async (order: Order, action: number) =>
  (await log(order)).filter((entry) => entry.action === action).map(({ details }) => details)

test('sets out with checked bags, without a report', async () => {
  const { order, tags } = await pickedUp()
  const moved = await run(order, operatorStartTransport, { tagCodes: tags })
  expect([moved.lifecycle.transport, moved.exception]).toEqual(['inProgress', null])
  expect(await detailsOf(order, 9)).toEqual([{ loadedTags: tags, missingTags: [] }])
})

test('sets out without a bag only for a reason, which becomes a report', async () => {
  const { order, tags } = await pickedUp()
  const [first = '', second = '', third = ''] = tags
  await expectCodes(order, [
    [1008, operatorStartTransport, { tagCodes: [first, third] }],
    [5003, operatorStartTransport, { tagCodes: [...tags, 'OTHER'] }],
    [1008, operatorStartTransport, { tagCodes: [] }],
  ])
  expect((await readFull(order)).lifecycle.transport).toBe('none')

  const moved = await run(order, operatorStartTransport, {
    tagCodes: [first, third],
    reason: 'The guest still packs it',
  })
  expect(moved.lifecycle.transport).toBe('inProgress')
  expect(moved.exception).toMatchObject({
    kind: 'bagsMissing',
    bags: [2],
    reason: 'The guest still packs it',
  })
  expect(await detailsOf(order, 9)).toEqual([{ loadedTags: [first, third], missingTags: [second] }])
  const told = (await ada.notifications()).map(({ content }) => content)
  expect(told).toContainEqual(expect.objectContaining({ orderId: order.orderId, pieces: 2 }))
  expect(told).toContainEqual(
    expect.objectContaining({ change: 'courierReported', report: 'bagsMissing', orderId: order.orderId }),
  )
})

test('hands over some bags, keeps the order open for the others, and hands them over later', async () => {
  const { order, tags } = await pickedUp()
  const [first = '', second = '', third = ''] = tags
  await run(order, operatorStartTransport)
  await run(order, operatorArriveAtDelivery)
  const { claimCode } = await ada.read(order.orderId)
  const kept = { tagCodes: [second, third], kind: 'bagsMissing', reason: 'In the other van' }
  await expectCodes(order, [
    [1012, operatorHand, { claimCode: 'WRONG1', kept }],
    [1008, operatorHand, { claimCode, kept: { ...kept, tagCodes: tags } }],
    [5003, operatorHand, { claimCode, kept: { ...kept, tagCodes: ['OTHER'] } }],
    [1008, operatorHand, { claimCode, kept: { ...kept, kind: 'addressWrong' } }],
  ])
  const before = await ada.read(order.orderId)
  expect(before.bags.map(({ isHanded }) => isHanded)).toEqual([false, false, false])

  const part = await run(order, operatorHand, { claimCode, kept })
  expect(part.exception).toMatchObject({ kind: 'bagsMissing', bags: [2, 3], reason: 'In the other van' })
  expect(part.events).toContain('order.hand')
  const seen = await ada.read(order.orderId)
  expect([seen.status, seen.claimCode, seen.bags.map(({ isHanded }) => isHanded)]).toEqual([
    'arrived',
    claimCode,
    [true, false, false],
  ])
  const handed = (await ada.trace(order.orderId)).filter(({ facts }) => facts.isHandedInPart)
  expect(handed.map(({ facts }) => facts.pieces)).toEqual([1])
  await expectCodes(order, [
    [5003, operatorRetag, { tagCode: first, newTagCode: 'NEW-1', newSealNumber: '1', photos: [] }],
    [5003, operatorHand, { claimCode, kept: { ...kept, tagCodes: [first] } }],
  ])

  const whole = await run(order, operatorHand, { claimCode, isUnchecked: true })
  expect([whole.status, whole.bags.map(({ isHanded }) => isHanded)]).toEqual(['handed', [true, true, true]])
  expect((await detailsOf(order, 13)).slice(1)).toEqual([
    { proof: 'claimCode', handedTags: [first], keptTags: [second, third] },
    { proof: 'claimCode', isUnchecked: true },
  ])
})

test('counts only the bags that are left in news, texts, the recipient’s page and on the card', async () => {
  const { order, tags } = await pickedUp()
  const params = { orderId: order.orderId }
  await run(order, operatorStartTransport)
  await run(order, operatorArriveAtDelivery)
  const { claimCode } = await ada.read(order.orderId)
  await run(order, operatorHand, { claimCode, kept: { tagCodes: tags.slice(1), kind: 'bagsMissing' } })
  const { link } = (
    await server.call(makeReceiverLink, { params, body: { showsClaimCode: false }, token: ada.token })
  ).result
  const token = link?.path?.replace('/trip/', '') ?? ''
  expect((await server.call(readTrip, { body: { token } })).result.pieces).toBe(2)
  expect(cardOf(await ada.read(order.orderId), Date.now())?.pieces).toBe(2)

  await run(order, operatorReturn, { step: 'begin', reason: 'refused' })
  await sendDueTextMessages(server.services)
  expect(server.texts.map(({ text }) => text)).toContainEqual(
    expect.stringContaining("your 2 bags weren't accepted"),
  )
  expect((await ada.notifications()).map(({ content }) => content)).toContainEqual(
    expect.objectContaining({ change: 'returnAsked', orderId: order.orderId, pieces: 2 }),
  )
})

test('never says that a lost bag was handed over', async () => {
  const { order, tags } = await pickedUp()
  await run(order, operatorStartTransport)
  await run(order, operatorArriveAtDelivery)
  const { claimCode } = await ada.read(order.orderId)
  await run(order, operatorHand, {
    claimCode,
    kept: { tagCodes: tags.slice(2), kind: 'bagsMissing' },
  })
  await run(order, operatorResolve, { result: 'closeOrder', reason: 'Lost, and paid for' })
  const { lifecycle, bags } = await ada.read(order.orderId)
  expect([lifecycle.closing, bags.map(({ isHanded }) => isHanded)]).toEqual(['closed', [true, true, false]])
  expect((await ada.notifications()).map(({ content }) => content)).toContainEqual(
    expect.objectContaining({ change: 'closedUndelivered', orderId: order.orderId, pieces: 1 }),
  )
})
