import {
  type CallShape,
  type OperatorOrder,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorDecide,
  operatorHand,
  operatorHotelHand,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { siteWorker, usualCourier } from '../server/flows/autopilot/employee-for-step.ts'
import type { Step } from '../server/flows/autopilot/steps.ts'
import type { Chance } from './chance.ts'

export type Act = { shape: CallShape; body: unknown; player: string }

export type Scene = {
  order: OperatorOrder
  chance: Chance
  claimCode: string
  bags(pieces: number): { tagCode: string; sealNumber: string; photos: string[] }[]
  regularAct: Act | null
}

type Mishap = {
  odds: number
  steps: readonly Step[]
  acts(scene: Scene): Act[]
}

const otherThan = (courier: string | null) => (courier === usualCourier ? 'courier-0418' : usualCourier)
const courierOf = ({ courierId }: OperatorOrder) => courierId ?? usualCourier
const deskOf = ({ delivery }: OperatorOrder) => siteWorker(delivery.siteId ?? '')
const byOperator = (shape: CallShape, body: unknown = {}): Act => ({ shape, body, player: 'operator' })

const count = ({ order }: Scene, more: number): Act => ({
  shape: operatorChange,
  body: { pieces: Math.max(1, Math.min(policy.maxPieces, order.pieces + more)) },
  player: courierOf(order),
})
const pickUp = ({ order, bags }: Scene, pieces: number): Act => ({
  shape: operatorPickUp,
  body: { bags: bags(Math.max(1, pieces)) },
  player: courierOf(order),
})
const refuse = byOperator(operatorReview, { result: 'reject', reason: 'one of the bags is too large' })
const callOff = byOperator(operatorCancel, { reason: 'no car' })
const report = ({ order }: Scene): Act => ({
  shape: operatorReport,
  body: { reason: 'a wheel is broken' },
  player: courierOf(order),
})
const resolve = (result: string, body = {}) => byOperator(operatorResolve, { result, ...body })
const cancelOnReport = resolve('cancelOrder', { reason: 'the bags are broken' })

const beforePickup = ['assign', 'accept', 'arriveAtPickup'] as const
const withTheCourier = ['startTransport', 'arriveAtDelivery', 'applyForStorage', 'handOver'] as const

/** Irregular events that happen to some orders. The server may refuse each; each is tried once per order. */
export const mishaps: Record<string, Mishap> = {
  refused: { odds: 0.08, steps: ['pass'], acts: () => [refuse] },
  'counted and refused': {
    odds: 0.06,
    steps: ['pass'],
    acts: (scene) => [{ ...count(scene, 1), player: 'operator' }, refuse],
  },
  'one bag more': {
    odds: 0.15,
    steps: ['pickUp'],
    acts: (scene) => [count(scene, 1), pickUp(scene, scene.order.pieces + 1)],
  },
  'one bag less': { odds: 0.15, steps: ['pickUp'], acts: (scene) => [count(scene, -1)] },
  'counted twice': { odds: 0.06, steps: ['pickUp'], acts: (scene) => [count(scene, 2), count(scene, 0)] },
  'counted the same': { odds: 0.06, steps: ['pickUp'], acts: (scene) => [count(scene, 0)] },
  'a bag forgotten': {
    odds: 0.08,
    steps: ['pickUp'],
    acts: (scene) => [pickUp(scene, scene.order.pieces + scene.chance.pick([-1, 1]))],
  },
  declined: {
    odds: 0.08,
    steps: ['accept'],
    acts: ({ order }) => [
      { shape: operatorDecide, body: { result: 'reject', reason: 'no time' }, player: courierOf(order) },
    ],
  },
  'called off': { odds: 0.06, steps: beforePickup, acts: () => [callOff] },
  // An operator cancels the order hours after the pickup time.
  'nobody comes': { odds: 0.05, steps: ['arriveAtPickup'], acts: () => [] },
  'another courier': {
    odds: 0.1,
    steps: ['arriveAtPickup', 'pickUp'],
    acts: (scene) => [
      byOperator(operatorAssign, { employeeId: otherThan(scene.order.courierId) }),
      pickUp(scene, scene.order.pieces),
    ],
  },
  'passed on': {
    odds: 0.15,
    steps: ['arriveAtPickup', 'startTransport', 'arriveAtDelivery'],
    acts({ order, chance }) {
      const first = courierOf(order)
      const next = otherThan(first)
      const asks: Act = { shape: operatorTransferApply, body: { employeeId: next }, player: first }
      const ends: Act[] = [
        { shape: operatorTransferAccept, body: {}, player: next },
        { shape: operatorTransferReject, body: { reason: 'no time' }, player: next },
        { shape: operatorTransferCancel, body: {}, player: first },
        callOff,
      ]
      return chance.bool(0.2) ? [asks] : [asks, chance.pick(ends)]
    },
  },
  'passed on and called off': {
    odds: 0.06,
    steps: ['arriveAtPickup', 'startTransport', 'arriveAtDelivery'],
    acts(scene) {
      const { order } = scene
      const body = { employeeId: otherThan(order.courierId) }
      return [{ shape: operatorTransferApply, body, player: courierOf(order) }, report(scene), cancelOnReport]
    },
  },
  'one bag less, then called off': {
    odds: 0.06,
    steps: ['pickUp'],
    acts: (scene) => [count(scene, -1), report(scene), cancelOnReport],
  },
  'locked and settled': {
    odds: 0.05,
    steps: withTheCourier,
    acts: (scene) => [
      report(scene),
      resolve('lockOrder', { reason: 'we look into it' }),
      ...(scene.regularAct ? [scene.regularAct] : []),
      resolve('settle', { resolution: 'another trolley is there' }),
    ],
  },
  reported: {
    odds: 0.15,
    steps: withTheCourier,
    acts(scene) {
      const settle = resolve('settle', { resolution: 'another trolley is there' })
      const ends = [
        [settle],
        [resolve('ignore')],
        [resolve('unlockOrder'), settle],
        [cancelOnReport],
        [resolve('closeOrder', { reason: 'the bags are given back' })],
      ]
      return [
        report(scene),
        resolve('lockOrder', { reason: 'we look into it' }),
        ...(scene.regularAct ? [scene.regularAct] : []),
        ...scene.chance.pick(ends),
      ]
    },
  },
  'reported before pickup': {
    odds: 0.05,
    steps: ['arriveAtPickup', 'pickUp'],
    acts: (scene) => [report(scene), scene.chance.bool(0.5) ? cancelOnReport : resolve('markImportant')],
  },
  'a hasty desk': {
    odds: 0.15,
    steps: ['confirmStorage'],
    acts: ({ order }) => [{ shape: operatorWarehouseConfirm, body: {}, player: deskOf(order) }],
  },
  'a thief': {
    odds: 0.12,
    steps: ['handOver', 'handOut'],
    acts: ({ order, claimCode }) => {
      const body = { claimCode: claimCode === '222222' ? '333333' : '222222' }
      return [
        { shape: operatorHand, body, player: courierOf(order) },
        { shape: operatorHotelHand, body, player: deskOf(order) },
      ]
    },
  },
  'handed over again': {
    odds: 0.1,
    steps: ['close'],
    acts: ({ order, claimCode }) => [
      { shape: operatorHand, body: { claimCode }, player: courierOf(order) },
      { shape: operatorHotelHand, body: { claimCode }, player: deskOf(order) },
    ],
  },
  'cancelled too late': { odds: 0.08, steps: ['close'], acts: (scene) => [report(scene), cancelOnReport] },
}
