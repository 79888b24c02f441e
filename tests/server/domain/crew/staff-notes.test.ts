import {
  operatorGetQueue,
  operatorListNotes,
  operatorListOperations,
  operatorReadNote,
  operatorWriteNote,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { expect, test } from 'vitest'
import { newKey } from '../../harness.ts'
import { courierToken, operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

const desk = 'demo-site-lakeside-garden-hotel-token'
const write = (orderId: string, words: string, token: string, idempotencyKey = newKey()) =>
  server.call(operatorWriteNote, { params: { orderId }, body: { words }, token, idempotencyKey })
const notes = async (orderId: string) =>
  (await server.call(operatorListNotes, { params: { orderId }, token: operatorToken })).result
const waiting = async (orderId: string) =>
  (await server.call(operatorGetQueue, { token: operatorToken })).result.list
    .filter((entry) => entry.orderId === orderId && entry.kind === 'note')
    .map(({ subjectId, words, owner }) => ({ subjectId, words, owner }))

test('shows a desk’s note to operators until one marks it as read, and changes nothing about the order', async () => {
  const { orderId, updateTime } = await ada.paidOrder()
  const key = newKey()
  const [first, again] = [
    await write(orderId, 'The guest\ncomes at nine', desk, key),
    await write(orderId, 'The guest\ncomes at nine', desk, key),
  ]
  expect(again.result).toEqual(first.result)
  const { noteId } = first.result
  const entry = { subjectId: noteId, words: 'The guest\ncomes at nine', owner: 'Desk 01' }
  expect(await waiting(orderId)).toEqual([entry])

  const read = () => server.call(operatorReadNote, { params: { noteId }, body: {}, token: operatorToken })
  const { result } = await read()
  expect(result).toMatchObject({ author: { name: 'Desk 01', role: 'site' }, readTime: first.result.time })
  server.clock.advance(60_000)
  expect((await read()).result).toEqual(result)
  expect([await waiting(orderId), await notes(orderId)]).toEqual([[], [result]])
  expect((await ada.read(orderId)).updateTime).toBe(updateTime)
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  expect(log.result.map(({ actor }) => actor).filter((actor) => actor.includes('site'))).toEqual([])
})

test('lists notes newest first, and an operator’s own as read', async () => {
  const { orderId } = await ada.paidOrder()
  await write(orderId, 'Comes at nine', desk)
  server.clock.advance(60_000)
  await write(orderId, 'Called the guest', operatorToken)
  expect((await notes(orderId)).map(({ words, readTime }) => [words, readTime !== null])).toEqual([
    ['Called the guest', true],
    ['Comes at nine', false],
  ])
  expect(await waiting(orderId)).toMatchObject([{ words: 'Comes at nine' }])
})

test('dates a note that waited on a device by its writing', async () => {
  const { orderId } = await ada.paidOrder()
  const written = '2026-11-21T02:00:30.000Z'
  server.clock.advance(3_600_000)
  const { result } = await server.call(operatorWriteNote, {
    params: { orderId },
    body: { words: 'Comes at nine' },
    headers: { 'happened-at': written },
    token: desk,
  })
  expect(result.time).toBe(written)
  expect((await notes(orderId)).map(({ time }) => time)).toEqual([written])
})

test('refuses notes about orders of others, empty ones, and marking unknown ones', async () => {
  const { orderId } = await ada.paidOrder()
  const elsewhere = 'demo-site-pudong-airport-t2-token'
  const codes = [courierToken, elsewhere].map(async (token) => (await write(orderId, 'Hello', token)).code)
  expect(await Promise.all(codes)).toEqual([errorCodes.expressNotFound, errorCodes.expressNotFound])
  expect((await write(orderId, ' \n ', desk)).code).toBe(errorCodes.paramError)
  const params = { noteId: 'unknown' }
  const { code } = await server.call(operatorReadNote, { params, body: {}, token: operatorToken })
  expect([code, await notes(orderId)]).toEqual([errorCodes.notFound, []])
})
