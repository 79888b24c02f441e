import { demoToken } from '@handsfree/core/api'
import {
  getSite,
  type Locale,
  type OperatorOrder,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorChange,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorListOrders,
  operatorPickUp,
  operatorRefundDone,
  operatorReview,
  operatorStartTransport,
  operatorUploadPhoto,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { orders } from '../../domain/orders/orders.table.ts'
import { users } from '../../domain/users/users.table.ts'
import { demoCatalogue } from '../../runtime/demo/world.ts'
import { forEach } from '../../runtime/jobs/for-each.ts'
import type { Services } from '../../runtime/services.ts'
import { paceOf } from '../../runtime/settings/autopilot-modes.ts'
import { employeeForStep, usualCourier } from './employee-for-step.ts'
import { createOperatorClient, type OperatorClient } from './operator-client.ts'
import { dueTime, nextStep, type Step } from './steps.ts'
import { photographSuitcase } from './suitcase.ts'

export type AutopilotOptions = {
  /** Multiplies every pause, on top of the mode's factor. 1 takes about two minutes, 0 acts on every turn. */
  pace?: number
}

/** Written as an operator would type it: the traveller reads it. */
const rejection: Record<Locale, string> = {
  'en-US': `One of the bags is larger than ${policy.maxLuggageInches} inches.`,
  'zh-CN': `有一件行李超过 ${policy.maxLuggageInches} 英寸。`,
}

async function localeOf({ db }: Pick<Services, 'db'>, orderId: string): Promise<Locale> {
  const [traveller] = await db
    .select({ locale: users.locale })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  return traveller?.locale ?? 'en-US'
}

/** Derives a bag's four-digit seal from the order, so that a retry uses the same one. */
const sealOf = (orderId: string, index: number): string =>
  String(1000 + ((Number.parseInt(orderId.slice(-6), 16) + index) % 9000))

/**
 * Plays the demo's back office, couriers and desks through the operator API, each with its own token. Stateless: it
 * derives the next step and its time from the orders. Returns a function that runs one turn.
 */
export function createAutopilot(
  app: FastifyInstance,
  services: Services,
  { pace = 1 }: AutopilotOptions = {},
): () => Promise<void> {
  const { now, clock, settings } = services
  const mode = settings.autopilot
  const operator = createOperatorClient(app, clock, settings.operatorToken ?? '')
  const clients = new Map(
    demoCatalogue.employees.map(({ employeeId, role }) => [
      employeeId,
      role === 'operator' ? operator : createOperatorClient(app, clock, demoToken(employeeId)),
    ]),
  )

  const hasStorage = async ({ lifecycle, delivery }: OperatorOrder): Promise<boolean> => {
    if (lifecycle.transport !== 'completed' || delivery.siteId === null) return false
    const site = await operator.call(getSite, { params: { siteId: delivery.siteId } })
    return site?.storage ?? false
  }

  return async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await operator.call(operatorListOrders, { query: cursor ? { cursor } : {} })
      if (!page) throw new Error('the operator token was rejected')
      await forEach(page.list, async (order) => {
        const step = nextStep(order, await hasStorage(order), mode)
        if (!step || dueTime(order, step, pace * paceOf(mode)) > now().getTime()) return
        // Employees outside the demo act for themselves.
        const client = clients.get(employeeForStep(step, order))
        if (client) await performStep(client, operator, order, step, services)
      })
      cursor = page.nextCursor
    }
  }
}

type PhotoOccasion = 'pickup' | 'delivery' | 'handOver'

async function uploadPhoto(client: OperatorClient, orderId: string, index: number, look: PhotoOccasion) {
  const image = await photographSuitcase(index, look)
  const photo = await client.upload(operatorUploadPhoto, { params: { orderId }, image })
  return photo ? [photo.url] : []
}

async function photographBags(client: OperatorClient, { orderId, bags }: OperatorOrder, look: PhotoOccasion) {
  const checks = []
  for (const [index, { tagCode, sealNumber }] of bags.entries())
    checks.push({ tagCode, sealNumber, photos: await uploadPhoto(client, orderId, index, look) })
  return checks.length > 0 ? { bags: checks } : {}
}

/**
 * Proves the receiver's identity by name: courier and desk can read neither the name nor the claim code, so the
 * operator reads it.
 */
async function handOver(
  client: OperatorClient,
  operator: OperatorClient,
  orderId: string,
  shape: typeof operatorHand | typeof operatorHotelHand,
) {
  const params = { orderId }
  const order = await operator.call(operatorGetOrder, { params })
  if (!order) return null
  const { name, dialCode, phoneNumber } = order.receiver
  const body = {
    identity: { name, dialCode, phoneNumber },
    ...(await photographBags(client, order, 'handOver')),
  }
  return client.call(shape, { params, body })
}

/** Storage can only be confirmed once every bag is scanned. */
async function confirmStorage(client: OperatorClient, { orderId, unconfirmedTags }: OperatorOrder) {
  const params = { orderId }
  if (unconfirmedTags.length > 0) {
    await client.call(operatorConfirmPackages, { params, body: { tagCodes: unconfirmedTags } })
  }
  return client.call(operatorWarehouseConfirm, { params, body: {} })
}

async function pickUp(client: OperatorClient, { orderId, pieces }: OperatorOrder) {
  const params = { orderId }
  const bags = []
  for (let index = 0; index < pieces; index++) {
    bags.push({
      tagCode: `HF-${orderId.slice(0, 8)}-${index + 1}`,
      sealNumber: sealOf(orderId, index),
      photos: await uploadPhoto(client, orderId, index, 'pickup'),
    })
  }
  return client.call(operatorPickUp, { params, body: { bags } })
}

async function performStep(
  client: OperatorClient,
  operator: OperatorClient,
  order: OperatorOrder,
  step: Step,
  services: Pick<Services, 'db'>,
) {
  const params = { orderId: order.orderId }
  switch (step) {
    case 'pass':
      return client.call(operatorReview, { params, body: { result: 'pass' } })
    case 'reject':
      return client.call(operatorReview, {
        params,
        body: { result: 'reject', reason: rejection[await localeOf(services, order.orderId)] },
      })
    case 'completeRefund':
      return client.call(operatorRefundDone, { params, body: {} })
    case 'countOneMore':
      return client.call(operatorChange, { params, body: { pieces: order.pieces + 1 } })
    case 'countAgain':
      return client.call(operatorChange, { params, body: { pieces: order.agreedPieces } })
    case 'assign':
      return client.call(operatorAssign, { params, body: { employeeId: usualCourier } })
    case 'accept':
      return client.call(operatorDecide, { params, body: { result: 'allow' } })
    case 'arriveAtPickup':
      return client.call(operatorArriveAtPickup, { params, body: {} })
    case 'pickUp':
      return pickUp(client, order)
    case 'startTransport':
      return client.call(operatorStartTransport, { params, body: {} })
    case 'arriveAtDelivery':
      return client.call(operatorArriveAtDelivery, {
        params,
        body: await photographBags(client, order, 'delivery'),
      })
    case 'applyForStorage':
      return client.call(operatorWarehouseApply, { params, body: {} })
    case 'confirmStorage':
      return confirmStorage(client, order)
    case 'handOver':
      return handOver(client, operator, order.orderId, operatorHand)
    case 'handOut':
      return handOver(client, operator, order.orderId, operatorHotelHand)
    case 'close':
      return client.call(operatorClose, { params, body: {} })
  }
}
