import {
  type Account,
  answerQuestion,
  type CallShape,
  cancelOrder,
  createOrder,
  createPayment,
  getLedger,
  getOrder,
  getOrderTrace,
  getPayment,
  type Locale,
  listNotifications,
  type Order,
  type OrderDraft,
  openPaymentSession,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorConfirmPackages,
  operatorDecide,
  operatorPickUp,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  type PricedFacts,
  quoteOrder,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { signFileUrl } from '../../server/domain/files/file-url.ts'
import { storeFile } from '../../server/domain/files/files.ts'
import { orderBags } from '../../server/domain/orders/orders.table.ts'
import type { Card } from '../../server/domain/payments/sandbox/sandbox-bank.ts'
import { runSandboxBank } from '../../server/domain/payments/sandbox/sandbox-bank.ts'
import { runDuePayments } from '../../server/flows/due-payments.ts'
import { orderDraft } from '../order-draft.ts'
import { newKey, type TestServer } from './harness.ts'

/** The harness's clock starts on Saturday 2026-11-21 at 10:00 in Shanghai; pickup is on Sunday at 14:00. */
export const { pickupTime, deliveryTime } = orderDraft

export const operatorToken = 'demo-operator-token'
export const courier = { name: '陈明 Chen Ming', phone: '+86 571 0000 0731', plate: '浙A·6K27Q' }
export const courierToken = 'demo-courier-0731-token'
/** The demo's courier, as an operator chooses them. */
export const courierChoice = { employeeId: 'courier-0731' }
export const otherCourier = { employeeId: 'courier-0418' }

export async function newPhoto(
  { services }: TestServer,
  uin: string,
  upload: { employeeId?: string } = {},
): Promise<string> {
  const image = { content: Buffer.from('a picture'), width: 4, height: 3 }
  return signFileUrl(services, await storeFile(services.db, services, uin, image, upload))
}

export const draftOf = (photos: string[], changes: Partial<OrderDraft> = {}): OrderDraft => ({
  ...orderDraft,
  photos,
  ...changes,
})

/** The facts that determine a draft's price. */
export const pricedFactsOf = ({ qrId, delivery, pieces, declaredValue }: OrderDraft): PricedFacts => ({
  qrId,
  delivery: delivery.kind === 'site' ? delivery : { kind: 'custom', regionId: delivery.regionId },
  pieces,
  declaredValue,
})

/** One traveller's calls. Calls throw if they are refused, except those that begin with `try`. */
export async function newTraveller(server: TestServer, locale: Locale = 'en-US') {
  const account: Account = await server.signIn(undefined, locale)
  const { token, uin } = account
  const photo = await newPhoto(server, uin)

  const tryQuote = (draft: OrderDraft) => {
    return server.call(quoteOrder, { body: pricedFactsOf(draft), token, locale })
  }
  const tryCreate = (draft: OrderDraft, quoteId: string, idempotencyKey = newKey()) =>
    server.call(createOrder, {
      body: { draft, quoteId, termsVersion: policy.termsVersion },
      token,
      locale,
      idempotencyKey,
    })
  const result = <Result>(answer: { code: number; result: Result }): Result => {
    if (answer.code !== 0) throw new Error(`refused: ${JSON.stringify(answer)}`)
    return answer.result
  }

  const order = async (changes: Partial<OrderDraft> = {}): Promise<Order> => {
    const draft = draftOf([photo], changes)
    const { quoteId } = result(await tryQuote(draft))
    return result(await tryCreate(draft, quoteId))
  }
  const read = async (orderId: string, readerLocale: Locale = locale) =>
    result(await server.call(getOrder, { params: { orderId }, token, locale: readerLocale }))
  const answer = async (orderId: string, said: 'right' | 'notRight') => {
    const { questions } = result(await server.call(getLedger, { params: { orderId }, token, locale }))
    for (const { questionId, state } of questions) {
      if (state !== 'asked') continue
      const params = { questionId }
      result(await server.call(answerQuestion, { params, body: { answer: said }, token, locale }))
    }
  }
  const openSession = async (orderId: string, source: 'normal' | 'supplementary' = 'normal') => {
    if (source === 'supplementary') await answer(orderId, 'right')
    const payment = result(await server.call(createPayment, { body: { orderId, source }, token }))
    const params = { paymentId: payment.paymentId }
    const session = result(await server.call(openPaymentSession, { params, token, locale }))
    return { ...payment, ...session }
  }
  return {
    ...account,
    photo,
    tryQuote,
    tryCreate,
    order,
    read,
    answer,
    openSession,
    payment: async (paymentId: string | null) =>
      result(await server.call(getPayment, { params: { paymentId: paymentId ?? '' }, token })),
    pay: async (orderId: string, source: 'normal' | 'supplementary' = 'normal') => {
      const session = await openSession(orderId, source)
      await useCard(server, session.redirectUrl, 'pays')
      return session
    },
    /** A paid order under review. */
    paidOrder: async (changes: Partial<OrderDraft> = {}): Promise<Order> => {
      const { orderId } = await order(changes)
      const session = await openSession(orderId)
      await useCard(server, session.redirectUrl, 'pays')
      return read(orderId)
    },
    trace: async (orderId: string) =>
      result(await server.call(getOrderTrace, { params: { orderId }, token, locale })),
    cancel: (orderId: string) => server.call(cancelOrder, { params: { orderId }, token }),
    /** Type and content of every notification, oldest first. */
    notifications: async () =>
      result(await server.call(listNotifications, { query: { pageSize: '50' }, token }))
        .list.map(({ type, content }) => ({ type, content: JSON.parse(content) as unknown }))
        .reverse(),
  }
}
export type TestTraveller = Awaited<ReturnType<typeof newTraveller>>

/** Chooses a card on the sandbox's page, like a browser without scripts. */
export const useCard = (server: TestServer, redirectUrl: string, card: Card | string) =>
  server.app.inject({
    method: 'POST',
    url: redirectUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `card=${card}`,
  })

/** Advances the clock by `after` milliseconds, then runs due payment work and the sandbox bank. */
export async function runDue(server: TestServer, after = 0): Promise<void> {
  server.clock.advance(after)
  await runDuePayments(server.services)
  await runSandboxBank(server.app, server.services)
}

export const operate = <Shape extends CallShape>(
  server: TestServer,
  shape: Shape,
  orderId: string,
  body: unknown = {},
) => server.call(shape, { params: { orderId }, body, token: operatorToken })

let lastTag = 0
export const newBags = (pieces: number, photos: string[] = []) =>
  Array.from({ length: pieces }, () => {
    lastTag++
    return { tagCode: `TAG-${lastTag}`, sealNumber: String(4470 + lastTag), photos }
  })

/** Asks a courier to carry an order, and accepts as the courier. */
export async function assign(server: TestServer, orderId: string): Promise<void> {
  await operate(server, operatorAssign, orderId, courierChoice)
  const accepted = await operate(server, operatorDecide, orderId, { result: 'allow' })
  if (accepted.code !== 0) throw new Error(`refused: ${JSON.stringify(accepted)}`)
}

/** Carries a paid order to the delivery site by operator calls. `onTheWay` runs before its arrival. */
export async function carryToDelivery(
  server: TestServer,
  { orderId, pieces }: Order,
  onTheWay: () => Promise<void> = async () => {},
): Promise<void> {
  const steps = [
    await operate(server, operatorReview, orderId, { result: 'pass' }),
    await operate(server, operatorAssign, orderId, courierChoice),
    await operate(server, operatorDecide, orderId, { result: 'allow' }),
    await operate(server, operatorArriveAtPickup, orderId),
    await operate(server, operatorPickUp, orderId, { bags: newBags(pieces) }),
    await operate(server, operatorStartTransport, orderId),
  ]
  await onTheWay()
  const arrived = await operate(server, operatorArriveAtDelivery, orderId)
  const refused = [...steps, arrived].find(({ code }) => code !== 0)
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}

/** Stores an order's bags at their delivery site. */
export async function storeAtDelivery(server: TestServer, { orderId }: Order): Promise<void> {
  const bags = await server.services.db
    .select({ tagCode: orderBags.tagCode })
    .from(orderBags)
    .where(eq(orderBags.orderId, orderId))
  const tagCodes = bags.map(({ tagCode }) => tagCode)
  const steps = [
    await operate(server, operatorWarehouseApply, orderId),
    await operate(server, operatorConfirmPackages, orderId, { tagCodes }),
    await operate(server, operatorWarehouseConfirm, orderId),
  ]
  const refused = steps.find(({ code }) => code !== 0)
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}
