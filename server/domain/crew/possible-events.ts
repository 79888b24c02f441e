import {
  type CallShape,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorChooseReturn,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorDeleteReport,
  operatorHand,
  operatorHotelHand,
  operatorPickUp,
  operatorRefundDone,
  operatorReport,
  operatorResolve,
  operatorRetag,
  operatorReturn,
  operatorReview,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorUpdateReport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import type { LifecycleEvent } from '@handsfree/core/orders'
import type { Employee } from '../../runtime/services.ts'
import { legalEventsOf } from '../orders/legal-events.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { mayAct } from './scope.ts'

type Event = LifecycleEvent['type']

/** The call that makes an event; null for events of payments, of an order that is paid, and of time. */
export const callOfEvent: Record<Event, CallShape | null> = {
  'payment.waive': null,
  'payment.succeeded': null,
  'payment.failed': null,
  'refund.complete': operatorRefundDone,
  'refund.reopen': null,
  'review.begin': null,
  'review.pass': operatorReview,
  'review.reject': operatorReview,
  'courier.assign': operatorAssign,
  'decision.allow': operatorDecide,
  'decision.reject': operatorDecide,
  'transfer.apply': operatorTransferApply,
  'transfer.accept': operatorTransferAccept,
  'transfer.reject': operatorTransferReject,
  'transfer.cancel': operatorTransferCancel,
  'courier.arriveAtPickup': operatorArriveAtPickup,
  'order.change': operatorChange,
  'order.changeDestination': operatorChangeDestination,
  'pickup.missed': null,
  'delivery.late': null,
  'order.pickUp': operatorPickUp,
  'package.retag': operatorRetag,
  'package.confirm': operatorConfirmPackages,
  'transport.start': operatorStartTransport,
  'transport.complete': operatorArriveAtDelivery,
  'warehouse.apply': operatorWarehouseApply,
  'warehouse.confirm': operatorWarehouseConfirm,
  'order.hand': operatorHand,
  'order.hotelHand': operatorHotelHand,
  'exception.report': operatorReport,
  'exception.markImportant': operatorResolve,
  'exception.ignore': operatorResolve,
  'exception.resolve': operatorResolve,
  'exception.update': operatorUpdateReport,
  'exception.delete': operatorDeleteReport,
  'exception.lock': operatorResolve,
  'exception.unlock': operatorResolve,
  'exception.closeOrder': operatorResolve,
  'exception.cancelOrder': operatorResolve,
  'order.cancel': operatorCancel,
  'order.close': operatorClose,
  'return.begin': operatorReturn,
  'return.choose': operatorChooseReturn,
  'return.pay': null,
  'return.start': operatorReturn,
  'return.complete': operatorReturn,
}

/** Events that are legal for an order now and that this employee may make by a call. */
export const possibleEventsOf = (order: OrderRow, employee: Employee, now: Date): Event[] =>
  legalEventsOf(order, now).filter((event) => {
    const call = callOfEvent[event]
    return call?.roles?.includes(employee.role) && mayAct(employee, call.path, order)
  })
