import {
  changeOrder,
  getReceiverLink,
  LinkToken,
  makeReceiverLink,
  operatorHotelHand,
  readTrip,
  revokeReceiverLink,
  waitForTrip,
} from '@handsfree/core/contract'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hashLinkToken, linkToken, storedLinkToken } from '../../../../server/domain/links/link-token.ts'
import { receiverLinks } from '../../../../server/domain/links/links.table.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { newIp, testSecret } from '../../harness.ts'
import { carryToDelivery, newTraveller, operate, storeAtDelivery } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const notThere = { status: 404, code: 5004, message: 'express not found', result: null }

async function begin({ showsClaimCode = false } = {}) {
  const traveller = await newTraveller(server)
  const order = await traveller.paidOrder()
  const params = { orderId: order.orderId }
  const make = (shows: boolean) =>
    server.call(makeReceiverLink, { params, body: { showsClaimCode: shows }, token: traveller.token })
  const made = await make(showsClaimCode)
  const token = made.result.link?.path?.replace('/trip/', '') ?? ''
  const read = (given = token, ip = newIp()) => server.call(readTrip, { body: { token: given }, ip })
  return { traveller, order, params, make, token, read }
}

test('shows the trip without phone numbers, prices and names, and the claim code only if allowed', async () => {
  const { order, make, token, read } = await begin()
  const shown = await read()
  expect(shown.result).toMatchObject({ stage: 'waiting', pieces: 2, claimCode: null })
  await carryToDelivery(server, order)
  const text = JSON.stringify((await read()).result)
  for (const secret of [
    order.receiver.name,
    order.receiver.phoneNumber,
    order.pickup.phone,
    '陈明',
    '0000 0731',
    '9800',
    order.claimCode,
  ])
    expect(text).not.toContain(secret)
  expect((await make(true)).result.link?.path).toBe(`/trip/${token}`)
  expect((await read()).result).toMatchObject({ stage: 'arrived', claimCode: order.claimCode })
})

test('stores only the hash of a link’s token, and returns 404 for any other token', async () => {
  const { token, read } = await begin()
  const rows = JSON.stringify(await server.services.db.select().from(receiverLinks))
  expect(rows).not.toContain(token)
  const other = [...token].reverse().join('')
  expect(await read(other)).toEqual(notThere)
})

test('revokes a link, also for a waiting page, and creates a different one afterwards', async () => {
  const { traveller, params, make, token, read } = await begin()
  const { version } = (await read()).result
  const waiting = server.call(waitForTrip, { body: { token, version }, ip: newIp() })
  const back = () => server.call(revokeReceiverLink, { params, token: traveller.token })
  expect((await back()).result).toEqual({ link: null })
  expect(await waiting).toEqual(notThere)
  expect(await read()).toEqual(notThere)
  expect((await back()).code).toBe(0)
  expect((await server.call(getReceiverLink, { params, token: traveller.token })).result.link).toBeNull()
  expect((await make(false)).result.link?.path).not.toBe(`/trip/${token}`)
})

test('ends the former recipient’s link when the recipient changes, and sends a new one', async () => {
  const { traveller, order, params, make, token, read } = await begin({ showsClaimCode: true })
  const { name, dialCode, phoneNumber } = order.receiver
  const change = async (receiver: object) => {
    const body = { facts: { receiver: { name, dialCode, phoneNumber, ...receiver } }, difference: 0 }
    expect((await server.call(changeOrder, { params, body, token: traveller.token })).code).toBe(0)
  }
  await change({ name: 'Grace' })
  const { version } = (await read()).result
  const waiting = server.call(waitForTrip, { body: { token, version }, ip: newIp() })
  await change({ dialCode: '852', phoneNumber: '51234567' })
  expect(await waiting).toEqual(notThere)
  expect(await read()).toEqual(notThere)
  expect((await server.call(getReceiverLink, { params, token: traveller.token })).result.link).toBeNull()
  await carryToDelivery(server, order)
  await sendDueTextMessages(server.services)
  const [theirs] = server.texts.filter(({ phoneNumber }) => phoneNumber === '51234567')
  const own = /trip\/([\w-]{22})/.exec(theirs?.text ?? '')?.[1] ?? ''
  expect([own !== token, (await read(own)).result]).toEqual([
    true,
    expect.objectContaining({ claimCode: null }),
  ])
  expect((await make(false)).result.link?.path).toBe(`/trip/${own}`)
})

test('wakes a waiting page when the order moves', async () => {
  const { order, token, read } = await begin()
  const { version } = (await read()).result
  const waiting = server.call(waitForTrip, { body: { token, version }, ip: newIp() })
  await carryToDelivery(server, order)
  expect((await waiting).result).toEqual({ isChanged: true })
  const late = await server.call(waitForTrip, { body: { token, version }, ip: newIp() })
  expect(late.result).toEqual({ isChanged: true })
})

test('wakes 40 waiting pages when the order moves', async () => {
  const { order, token, read } = await begin()
  const { version } = (await read()).result
  const crowd = Array.from({ length: 40 }, () =>
    server.call(waitForTrip, { body: { token, version }, ip: newIp() }),
  )
  await carryToDelivery(server, order)
  const answers = await Promise.all(crowd)
  expect(answers.map(({ result }) => result)).toEqual(Array(40).fill({ isChanged: true }))
})

test('expires a link one day after the hand-over, and refuses a new one', async () => {
  const { order, make, read } = await begin({ showsClaimCode: true })
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  await operate(server, operatorHotelHand, order.orderId, { claimCode: order.claimCode })
  expect((await read()).result).toMatchObject({ stage: 'collected', claimCode: null })
  server.clock.advance(24 * 3_600_000 - 1)
  expect((await read()).code).toBe(0)
  server.clock.advance(1)
  expect(await read()).toEqual(notThere)
  expect(await make(false)).toMatchObject({ status: 409, code: 1008 })
})

test('refuses a link before the order is paid', async () => {
  const traveller = await newTraveller(server)
  const { orderId } = await traveller.order()
  const body = { showsClaimCode: false }
  const made = await server.call(makeReceiverLink, { params: { orderId }, body, token: traveller.token })
  expect(made).toMatchObject({
    status: 409,
    code: 1008,
    result: { field: 'order', reason: 'nothingToCollect' },
  })
})

test('refuses only unknown links from an address after 60 of them within an hour', async () => {
  const [valid, revoked] = [await begin(), await begin()]
  const { version } = (await valid.read()).result
  await server.call(revokeReceiverLink, { params: revoked.params, token: revoked.traveller.token })
  const ip = newIp()
  const unknown = () => valid.read('A'.repeat(22), ip)
  for (let tries = 0; tries < 60; tries++) expect((await unknown()).code).toBe(5004)
  expect(await unknown()).toMatchObject({ status: 429, code: 1012 })
  expect((await valid.read(valid.token, ip)).code).toBe(0)
  const waiting = server.call(waitForTrip, { body: { token: valid.token, version: `${version} ` }, ip })
  expect((await waiting).result).toEqual({ isChanged: true })
  expect(await revoked.read(revoked.token, ip)).toEqual(notThere)
  server.clock.advance(3_599_000)
  expect((await unknown()).result).toMatchObject({ field: 'links', retryAfter: 1 })
  server.clock.advance(1_001)
  expect((await unknown()).code).toBe(5004)
})

test('counts the hour of unknown links by elapsed time when the clock is set back', async () => {
  const { read } = await begin()
  const ip = newIp()
  const unknown = () => read('A'.repeat(22), ip)
  for (let tries = 0; tries < 61; tries++) await unknown()
  server.clock.set('2026-11-20T02:00:00.000Z')
  server.clock.advance(3_600_001)
  expect((await unknown()).code).toBe(5004)
})

const keys = deriveKeys(testSecret)

test('creates 128-bit link tokens that differ by purpose, link and secret', () => {
  const token = linkToken(keys, 'trip', 'a')
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(v.is(LinkToken, token)).toBe(true)
  const others = [
    linkToken(keys, 'trip', 'b'),
    linkToken(keys, 'desk', 'a'),
    linkToken(deriveKeys('another secret, of 32 characters or more'), 'trip', 'a'),
  ]
  expect(new Set([token, ...others]).size).toBe(4)
  expect(linkToken(keys, 'trip', 'a')).toBe(token)
})

test('returns a link’s token only while its secret is accepted', () => {
  const later = 'another secret, of 32 characters or more'
  const token = linkToken(keys, 'trip', 'a')
  const stored = { linkId: 'a', tokenHash: hashLinkToken(token) }
  expect(storedLinkToken(deriveKeys(later, testSecret), 'trip', stored)).toBe(token)
  expect(storedLinkToken(deriveKeys(later), 'trip', stored)).toBeNull()
})
