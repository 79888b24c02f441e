import {
  createClaim,
  getDeletionTerms,
  operatorHand,
  operatorListOperations,
  operatorReport,
  operatorResolve,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { claims } from '../../../server/domain/claims/claims.table.ts'
import { files } from '../../../server/domain/files/files.table.ts'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import { runHandedOrders } from '../../../server/flows/handed-orders.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { newId, systemRandom } from '../../../server/runtime/random.ts'
import { newKey } from '../harness.ts'
import {
  carryToDelivery,
  draftOf,
  newTraveller,
  operate,
  operatorToken,
  storeAtDelivery,
  type TestTraveller,
} from '../trip.ts'
import { useServer } from '../use-server.ts'

const day = 86_400_000
const start = Date.parse('2026-11-22T02:00:00.000Z')
const server = useServer()
let ada: TestTraveller
beforeEach(async () => {
  server.clock.set(new Date(start))
  ada = await newTraveller(server)
})
const after = (days: number) => server.clock.set(new Date(start + days * day))
const ongoing = async () =>
  (await server.call(getDeletionTerms, { token: ada.token })).result.ongoing.map(({ orderId }) => orderId)

/** Handed over, but not closed. */
async function handed() {
  const order = await ada.paidOrder()
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  const { code } = await operate(server, operatorHand, order.orderId, { claimCode: order.claimCode })
  expect(code).toBe(0)
  return order.orderId
}

test('closes an order once seven days after the hand-over, and later deletes its photos', async () => {
  const { services } = server
  const orderId = await handed()
  after(7)
  server.clock.advance(-1)
  await runHandedOrders(services)
  expect((await ada.read(orderId)).status).toBe('handed')
  after(7)
  await Promise.all([runHandedOrders(services), runHandedOrders(services)])
  const { status, lifecycle, completedTime } = await ada.read(orderId)
  expect([status, lifecycle.closing, completedTime]).toEqual([
    'completed',
    'closed',
    new Date(start + 7 * day).toISOString(),
  ])
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  expect(log.result.filter(({ action }) => action === 25).map(({ actor }) => actor)).toEqual(['system'])
  expect(await services.db.select().from(files).where(eq(files.uin, ada.uin))).not.toEqual([])
  after(181)
  await sweep(services)
  expect(await services.db.select().from(files).where(eq(files.uin, ada.uin))).toEqual([])
})

test('keeps an order open while it has an open report or claim', async () => {
  const { services } = server
  const [reported, claimed] = [await handed(), await handed()]
  await operate(server, operatorReport, reported, { reason: 'A wheel is missing' })
  const claim = await server.call(createClaim, {
    params: { orderId: claimed },
    body: { kind: 'damaged', words: 'A wheel', photos: [], amount: 500 },
    token: ada.token,
    idempotencyKey: newKey(),
  })
  expect(claim.code).toBe(0)
  expect((await ongoing()).sort()).toEqual([reported, claimed].sort())
  after(8)
  await runHandedOrders(services)
  expect([(await ada.read(reported)).status, (await ada.read(claimed)).status]).toEqual(['handed', 'handed'])
  await operate(server, operatorResolve, reported, { result: 'ignore' })
  await services.db.update(claims).set({ stage: 'closed' }).where(eq(claims.orderId, claimed))
  await runHandedOrders(services)
  expect([(await ada.read(reported)).status, (await ada.read(claimed)).status]).toEqual([
    'completed',
    'completed',
  ])
})

test('counts a handed-over order neither as ongoing nor as open', async () => {
  const { db } = server.services
  const orderId = await handed()
  expect(await ongoing()).toEqual([])
  const [row] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  await db.insert(orders).values(
    Array.from({ length: 30 }, (_, index) => ({
      ...row!,
      orderId: newId(systemRandom),
      orderNumber: `HF-HANDED-${index}`,
    })),
  )
  const draft = draftOf([ada.photo])
  const tomorrow = { pickupTime: '2026-11-23T14:00:00+08:00', deliveryTime: '2026-11-23T18:00:00+08:00' }
  const { quoteId } = (await ada.tryQuote(draft)).result
  expect((await ada.tryCreate({ ...draft, ...tomorrow }, quoteId)).code).toBe(0)
})
