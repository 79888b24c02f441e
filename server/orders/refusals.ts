import { errorCodes } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import { ApiError } from '../http/api-error.ts'
import type { OrderRow } from './orders.table.ts'

/** The answer to an order that is not there, or not the caller's. */
export const orderNotFound = () => new ApiError(errorCodes.expressNotFound, 'express not found')

const conflict = (code: ApiError['code'], message: string) => new ApiError(code, message, { status: 409 })

/** The catalogue's code for an event that is not legal on this order now. */
export function refusalOf(event: LifecycleEvent['type'], order: OrderRow): ApiError {
  switch (event) {
    case 'order.cancel':
      return conflict(errorCodes.cannotCancel, 'too late to cancel')
    case 'review.begin':
    case 'review.pass':
    case 'review.reject':
      return conflict(errorCodes.reviewStateCannotChange, 'the review state cannot change')
    case 'courier.assign':
      return conflict(errorCodes.assignOperationRejected, 'the order cannot be assigned now')
    case 'order.pickUp':
      if (order.payment === 'supplementary') {
        return conflict(errorCodes.supplementaryUnpaid, 'the surcharge is not paid')
      }
      return conflict(errorCodes.pickupError, 'the bags cannot be picked up now')
    case 'courier.arriveAtPickup':
    case 'order.change':
    case 'transport.start':
      return conflict(errorCodes.pickupError, 'not possible at this point of the pick-up')
    case 'warehouse.apply':
    case 'warehouse.confirm':
    case 'order.hand':
      if (order.warehouse === 'completed' || order.warehouse === 'handed') {
        return conflict(errorCodes.warehoused, 'warehoused already')
      }
      return conflict(errorCodes.packageNotConfirmed, 'the bags are not at the delivery site')
    case 'transport.complete':
    case 'order.close':
      return conflict(errorCodes.packageNotConfirmed, 'the bags are not that far')
    case 'refund.complete':
      return conflict(errorCodes.cannotRefund, 'nothing to refund')
    case 'payment.waive':
    case 'payment.succeeded':
    case 'payment.failed':
      return conflict(errorCodes.billingNotFound, 'nothing to pay')
  }
}
