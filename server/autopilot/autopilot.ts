import {
  getSite,
  type OperatorOrder,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorGetOrder,
  operatorHand,
  operatorListOrders,
  operatorPickUp,
  operatorReview,
  operatorStartTransport,
  operatorUploadPhoto,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/api'
import type { FastifyInstance } from 'fastify'
import { forEach } from '../jobs/for-each.ts'
import type { Services } from '../services.ts'
import { createOperatorClient, type OperatorClient } from './operator-client.ts'
import { dueTime, nextStep, type Step } from './steps.ts'
import { photographSuitcase } from './suitcase.ts'

export type AutopilotOptions = {
  /** Factor on every pause: 1 is the demo's two minutes, 0 does every step at the next turn. */
  pace?: number
}

/** The demo's courier: no person, and a number that reaches nobody. */
const courier = { name: 'Courier 0731', phone: '+86 571 0000 0731', plate: '浙A·6K27Q' }

/** Seal of an order's bag: four digits that come from the order, so that a second try uses the same. */
const sealOf = (orderId: string, index: number): string =>
  String(1000 + ((Number.parseInt(orderId.slice(-6), 16) + index) % 9000))

/**
 * Plays the courier and the desk of the demo: a client of the operator calls, which walks every paid order to the
 * door. It remembers nothing: what is next, and when, comes from the orders themselves. Answers one turn of it.
 */
export function createAutopilot(
  app: FastifyInstance,
  services: Services,
  { pace = 1 }: AutopilotOptions = {},
): () => Promise<void> {
  const { now, settings } = services
  const client = createOperatorClient(app, settings.operatorToken ?? '')

  const hasStorage = async ({ regions, delivery }: OperatorOrder): Promise<boolean> => {
    if (regions.transport !== 'completed' || delivery.siteId === null) return false
    const site = await client.call(getSite, { params: { siteId: delivery.siteId } })
    return site?.storage ?? false
  }

  return async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.call(operatorListOrders, { query: cursor ? { cursor } : {} })
      if (!page) throw new Error('the operator token is refused')
      await forEach(page.list, async (order) => {
        const step = nextStep(order, await hasStorage(order))
        if (step && dueTime(order, step, pace) <= now().getTime()) await act(client, order, step)
      })
      cursor = page.nextCursor
    }
  }
}

/** The desk checks who collects: it cannot read the claim code. */
async function handOver(client: OperatorClient, orderId: string) {
  const params = { orderId }
  const order = await client.call(operatorGetOrder, { params })
  if (!order) return null
  return client.call(operatorHand, { params, body: { identity: order.receiver } })
}

/** The store scans every bag before it says that they are stored. */
async function store(client: OperatorClient, { orderId, unconfirmedTags }: OperatorOrder) {
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
    const photo = await client.upload(operatorUploadPhoto, { params, image: await photographSuitcase(index) })
    bags.push({
      tagCode: `HF-${orderId.slice(0, 8)}-${index + 1}`,
      sealNumber: sealOf(orderId, index),
      photos: photo ? [photo.url] : [],
    })
  }
  return client.call(operatorPickUp, { params, body: { bags } })
}

async function act(client: OperatorClient, order: OperatorOrder, step: Step) {
  const params = { orderId: order.orderId }
  switch (step) {
    case 'pass':
      return client.call(operatorReview, { params, body: { result: 'pass' } })
    case 'assign':
      return client.call(operatorAssign, { params, body: courier })
    case 'accept':
      return client.call(operatorDecide, { params, body: { result: 'allow' } })
    case 'arriveAtPickup':
      return client.call(operatorArriveAtPickup, { params, body: {} })
    case 'pickUp':
      return pickUp(client, order)
    case 'startTransport':
      return client.call(operatorStartTransport, { params, body: {} })
    case 'arriveAtDelivery':
      return client.call(operatorArriveAtDelivery, { params, body: {} })
    case 'applyForStorage':
      return client.call(operatorWarehouseApply, { params, body: {} })
    case 'confirmStorage':
      return store(client, order)
    case 'handOver':
      return handOver(client, order.orderId)
    case 'close':
      return client.call(operatorClose, { params, body: {} })
  }
}
