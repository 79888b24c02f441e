import {
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
} from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { usualCourier } from '../../server/autopilot/employee-for-step.ts'
import type { Act, Scene } from './mishaps.ts'
import { looked, ways } from './returning.ts'

type Made = Omit<Act, 'player'>

const couriers = [usualCourier, 'courier-0418']
const reason = 'for a reason of their own'
const because = { reason }

/** An act for each event of lifecycle and return that an employee can make by a call. */
const acts: Record<string, (scene: Scene) => Made> = {
  'refund.complete': () => ({ shape: operatorRefundDone, body: {} }),
  'review.pass': () => ({ shape: operatorReview, body: { result: 'pass' } }),
  'review.reject': () => ({ shape: operatorReview, body: { result: 'reject', reason } }),
  'courier.assign': ({ chance }) => ({ shape: operatorAssign, body: { employeeId: chance.pick(couriers) } }),
  'decision.allow': () => ({ shape: operatorDecide, body: { result: 'allow' } }),
  'decision.reject': () => ({ shape: operatorDecide, body: { result: 'reject', reason } }),
  'transfer.apply': ({ chance }) => ({
    shape: operatorTransferApply,
    body: { employeeId: chance.pick(couriers) },
  }),
  'transfer.accept': () => ({ shape: operatorTransferAccept, body: {} }),
  'transfer.reject': () => ({ shape: operatorTransferReject, body: because }),
  'transfer.cancel': () => ({ shape: operatorTransferCancel, body: {} }),
  'courier.arriveAtPickup': () => ({ shape: operatorArriveAtPickup, body: {} }),
  'order.change': ({ chance }) => ({
    shape: operatorChange,
    body: { pieces: chance.between(1, policy.maxPieces) },
  }),
  'order.changeDestination': ({ chance }) => ({
    shape: operatorChangeDestination,
    body: {
      delivery: {
        kind: 'site',
        siteId: chance.pick(['pudong-airport-t2', 'hongqiao-railway-station', 'peoples-square-storage']),
      },
    },
  }),
  'order.pickUp': ({ order, bags }) => ({ shape: operatorPickUp, body: { bags: bags(order.pieces) } }),
  'package.retag': ({ order, bags }) => {
    const [bag] = bags(1) as { tagCode: string; sealNumber: string }[]
    return {
      shape: operatorRetag,
      body: {
        tagCode: order.bags[0]?.tagCode ?? 'none',
        newTagCode: bag?.tagCode,
        newSealNumber: bag?.sealNumber,
        photos: [],
      },
    }
  },
  'package.confirm': ({ order }) => ({
    shape: operatorConfirmPackages,
    body: { tagCodes: order.unconfirmedTags.slice(0, 1) },
  }),
  'transport.start': () => ({ shape: operatorStartTransport, body: {} }),
  'transport.complete': ({ order }) => ({ shape: operatorArriveAtDelivery, body: looked(order) }),
  'warehouse.apply': () => ({ shape: operatorWarehouseApply, body: {} }),
  'warehouse.confirm': () => ({ shape: operatorWarehouseConfirm, body: {} }),
  'order.hand': ({ order, claimCode }) => ({ shape: operatorHand, body: { claimCode, ...looked(order) } }),
  'order.hotelHand': ({ order, claimCode }) => ({
    shape: operatorHotelHand,
    body: { claimCode, ...looked(order) },
  }),
  'exception.report': () => ({ shape: operatorReport, body: because }),
  'exception.markImportant': () => ({ shape: operatorResolve, body: { result: 'markImportant' } }),
  'exception.ignore': () => ({ shape: operatorResolve, body: { result: 'ignore' } }),
  'exception.resolve': () => ({ shape: operatorResolve, body: { result: 'settle', resolution: reason } }),
  'exception.update': () => ({ shape: operatorUpdateReport, body: because }),
  'exception.delete': () => ({ shape: operatorDeleteReport, body: {} }),
  'exception.lock': () => ({ shape: operatorResolve, body: { result: 'lockOrder', reason } }),
  'exception.unlock': () => ({ shape: operatorResolve, body: { result: 'unlockOrder' } }),
  'exception.closeOrder': () => ({ shape: operatorResolve, body: { result: 'closeOrder', reason } }),
  'exception.cancelOrder': () => ({ shape: operatorResolve, body: { result: 'cancelOrder', reason } }),
  'order.cancel': () => ({ shape: operatorCancel, body: because }),
  'order.close': () => ({ shape: operatorClose, body: {} }),
  'return.begin': () => ({ shape: operatorReturn, body: { step: 'begin', reason: 'refused' } }),
  'return.choose': ({ chance }) => ({
    shape: operatorChooseReturn,
    body: { choice: chance.pick(ways), isFree: chance.is(0.5) },
  }),
  'return.start': () => ({ shape: operatorReturn, body: { step: 'start' } }),
  'return.complete': () => ({ shape: operatorReturn, body: { step: 'complete' } }),
}

/** Whatever an employee may do with an order now, as the server lists it; null where that is nothing. */
export function legalAct(scene: Scene, player: string): Act | null {
  const { events } = scene.order
  if (events.length === 0) return null
  const event = scene.chance.pick(events)
  const make = acts[event]
  if (!make) throw new Error(`no act for ${event}, which the server lists as possible`)
  return { ...make(scene), player }
}
