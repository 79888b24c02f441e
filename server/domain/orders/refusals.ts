import { errorCodes } from '@handsfree/core/lib'
import type { LifecycleEvent } from '@handsfree/core/orders'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { OrderRow } from './orders.table.ts'
import { returnRefusal } from './return-refusals.ts'

export const orderNotFound = () => new ApiError(errorCodes.expressNotFound, 'express not found')

const conflict = (code: ApiError['code'], message: string) => new ApiError(code, message, { status: 409 })

const hasArrived = ({ transport }: OrderRow) => transport === 'completed'

/** A lock blocks every event except payments, refunds and operators' decisions about the report. */
const isStoppedByLock = (event: LifecycleEvent['type'], { lock, closing }: OrderRow): boolean =>
  lock === 'locked' && closing === 'open' && !/^(exception|payment|refund)\./.test(event)

export function refusalOf(event: LifecycleEvent['type'], order: OrderRow): ApiError {
  if (isStoppedByLock(event, order)) {
    return conflict(errorCodes.expressLocked, 'an operator has locked the order')
  }
  switch (event) {
    case 'order.cancel':
      return order.payment === 'refunding'
        ? conflict(errorCodes.refundApplyExists, 'the refund is already pending')
        : conflict(errorCodes.cannotCancel, 'too late to cancel')
    case 'review.begin':
    case 'review.pass':
    case 'review.reject':
      return order.review === 'none'
        ? conflict(errorCodes.reviewResourceNotExists, 'nothing to review')
        : conflict(errorCodes.reviewStateCannotChange, 'the review state can’t change')
    case 'courier.assign':
      return conflict(errorCodes.assignOperationRejected, 'the order can’t be assigned now')
    case 'decision.allow':
    case 'decision.reject':
    case 'transfer.apply':
      return order.assignment === 'none'
        ? conflict(errorCodes.assignNotFound, 'no courier is assigned')
        : conflict(errorCodes.assignOperationRejected, 'not possible in the current state of the assignment')
    case 'transfer.accept':
    case 'transfer.reject':
      return conflict(errorCodes.assignNotFound, 'no transfer is pending')
    case 'transfer.cancel':
      return conflict(errorCodes.transferCannotCancel, 'the transfer can’t be cancelled any more')
    case 'order.pickUp':
      if (order.payment === 'supplementary') {
        return conflict(errorCodes.supplementaryUnpaid, 'the surcharge is unpaid')
      }
      return conflict(errorCodes.pickupError, 'the bags can’t be picked up now')
    case 'pickup.missed':
    case 'delivery.late':
    case 'courier.arriveAtPickup':
    case 'order.change':
    case 'transport.start':
      return conflict(errorCodes.pickupError, 'not possible in the current state of the pickup')
    case 'package.retag':
    case 'order.changeDestination':
      return hasArrived(order)
        ? conflict(errorCodes.warehoused, 'the bags have already arrived')
        : conflict(errorCodes.pickupError, 'not possible in the current state of the order')
    case 'warehouse.apply':
    case 'package.confirm':
    case 'warehouse.confirm':
    case 'order.hand':
    case 'order.hotelHand':
      if (order.warehouse === 'completed' || order.warehouse === 'handed') {
        return conflict(errorCodes.warehoused, 'the bags are already stored')
      }
      return order.warehouse === 'waitConfirm'
        ? conflict(errorCodes.packageNotConfirmed, 'some bags are unconfirmed')
        : conflict(errorCodes.packageNotConfirmed, 'the bags aren’t at a site')
    case 'exception.report':
      return conflict(errorCodes.assignNotFound, 'the caller has no task in this order')
    case 'exception.markImportant':
    case 'exception.ignore':
    case 'exception.resolve':
    case 'exception.update':
    case 'exception.delete':
    case 'exception.lock':
    case 'exception.unlock':
      return conflict(errorCodes.exceptionMissingRelatedId, 'no report is open')
    case 'exception.closeOrder':
    case 'exception.cancelOrder':
      if (order.exception === 'none')
        return conflict(errorCodes.exceptionMissingRelatedId, 'no report is open')
      if (event === 'exception.cancelOrder')
        return conflict(errorCodes.cannotCancel, 'the bags have been handed over')
      return order.payment === 'supplementary'
        ? conflict(errorCodes.supplementaryUnpaid, 'the surcharge is unpaid')
        : conflict(errorCodes.packageNotConfirmed, 'not picked up yet; cancel the order instead')
    case 'return.begin':
    case 'return.choose':
    case 'return.pay':
    case 'return.start':
    case 'return.complete':
      return returnRefusal(event, order)
    case 'transport.complete':
    case 'order.close':
      return conflict(errorCodes.packageNotConfirmed, 'the bags haven’t reached this step')
    case 'refund.complete':
    case 'refund.reopen':
      return conflict(errorCodes.cannotRefund, 'nothing to refund')
    case 'payment.waive':
    case 'payment.succeeded':
    case 'payment.failed':
      return conflict(errorCodes.billingNotFound, 'nothing to pay')
  }
}
