import type { ApiClient } from '@handsfree/core/api'
import {
  type Order,
  type OrderStatus,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorChange,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorHand,
  operatorPickUp,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { must, uploadPhoto } from './backend.ts'
import type { Key } from './words.ts'

/** An action by desk or courier, the order's status after it, and its trace event, if any. */
type Step = { status: OrderStatus; event?: Key; act: (operator: ApiClient, order: Order) => Promise<unknown> }

const courier = { employeeId: 'courier-0731' }
const body = {}

const tagOf = (orderId: string, index: number) => `HF-${orderId.slice(0, 8)}-${index + 1}`

/** Inspects each bag: its tag, its seal and a new photo. */
async function photographBags(operator: ApiClient, { orderId, pieces }: Order) {
  const bags = []
  for (let index = 0; index < pieces; index++) {
    const photo = await uploadPhoto(operator, `/operator/orders/${orderId}/photos`, index)
    bags.push({ tagCode: tagOf(orderId, index), sealNumber: String(4471 + index), photos: [photo] })
  }
  return bags
}

/** From the review to the end, in order. */
export const steps: readonly Step[] = [
  {
    status: 'review_pass',
    event: 'trace.review_passed',
    act: async (operator, { orderId }) =>
      must(await operator.call(operatorReview, { params: { orderId }, body: { result: 'pass' } })),
  },
  {
    status: 'pending_pickup',
    event: 'trace.courierAssigned',
    act: async (operator, { orderId }) => {
      const params = { orderId }
      must(await operator.call(operatorAssign, { params, body: courier }))
      return must(await operator.call(operatorDecide, { params, body: { result: 'allow' } }))
    },
  },
  {
    status: 'pending_pickup',
    event: 'trace.courier_arrived_at_pickup_site',
    act: async (operator, { orderId }) =>
      must(await operator.call(operatorArriveAtPickup, { params: { orderId }, body })),
  },
  {
    status: 'in_transit',
    event: 'trace.picked_up',
    act: async (operator, order) => {
      const bags = await photographBags(operator, order)
      return must(await operator.call(operatorPickUp, { params: { orderId: order.orderId }, body: { bags } }))
    },
  },
  {
    status: 'in_transit',
    event: 'trace.transportation',
    act: async (operator, { orderId }) =>
      must(await operator.call(operatorStartTransport, { params: { orderId }, body })),
  },
  {
    status: 'arrived',
    event: 'trace.courier_arrived_at_delivery_site',
    act: async (operator, order) => {
      const bags = await photographBags(operator, order)
      return must(
        await operator.call(operatorArriveAtDelivery, { params: { orderId: order.orderId }, body: { bags } }),
      )
    },
  },
  {
    status: 'pending_storage',
    act: async (operator, { orderId }) =>
      must(await operator.call(operatorWarehouseApply, { params: { orderId }, body })),
  },
  {
    status: 'delivered',
    event: 'trace.warehoused',
    act: async (operator, { orderId, pieces }) => {
      const params = { orderId }
      const tagCodes = Array.from({ length: pieces }, (_, index) => tagOf(orderId, index))
      must(await operator.call(operatorConfirmPackages, { params, body: { tagCodes } }))
      return must(await operator.call(operatorWarehouseConfirm, { params, body }))
    },
  },
  {
    status: 'handed',
    event: 'trace.delivered',
    act: async (operator, order) => {
      const claimCode = order.claimCode ?? ''
      const bags = await photographBags(operator, order)
      return must(
        await operator.call(operatorHand, {
          params: { orderId: order.orderId },
          body: { claimCode, bags },
        }),
      )
    },
  },
  {
    status: 'completed',
    act: async (operator, { orderId }) =>
      must(await operator.call(operatorClose, { params: { orderId }, body })),
  },
]

/** Plays the steps after the last one with status `from`, up to the last one with status `to`. */
export async function play(
  operator: ApiClient,
  order: Order,
  from: OrderStatus,
  to: OrderStatus,
): Promise<void> {
  const first = steps.findLastIndex(({ status }) => status === from) + 1
  const last = steps.findLastIndex(({ status }) => status === to)
  for (const { act } of steps.slice(first, last + 1)) await act(operator, order)
}

export const countBags = async (operator: ApiClient, { orderId }: Order, pieces: number): Promise<unknown> =>
  must(await operator.call(operatorChange, { params: { orderId }, body: { pieces } }))
