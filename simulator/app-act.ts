import {
  type BagCheck,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorChange,
  operatorConfirmPackages,
  operatorDecide,
  operatorHand,
  operatorHotelHand,
  operatorPickUp,
  operatorReport,
  operatorReturn,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  type TaggedBag,
} from '@handsfree/core/contract'
import type { ActName, ActProof } from '@handsfree/core/crew'
import type { Act } from './mishaps.ts'

/** An act of the employees' app, with the entries that its form needs. */
export type AppAct = { name: ActName; fillIn(proof: ActProof): Partial<ActProof> }

type AnyBody = Partial<{
  result: string
  step: string
  reason: string
  employeeId: string
  pieces: number
  bags: TaggedBag[] & BagCheck[]
  tagCodes: string[]
  claimCode: string
}>

/** The act of the app that makes a call; null if the app doesn't offer it to couriers and desks. */
export function appActOf({ shape, body }: Act): AppAct | null {
  const { result, step, reason = '', employeeId = '', pieces, bags = [], ...more } = body as AnyBody
  const { tagCodes, claimCode = '' } = more
  const act = (name: ActName, entries: Partial<ActProof> = {}): AppAct => ({ name, fillIn: () => entries })
  const checks = (name: ActName, isHere = (_tagCode: string) => true): AppAct => ({
    name,
    fillIn: (proof) => ({
      checks: proof.checks.map((check) => ({ ...check, found: isHere(check.tagCode) ? 'sameSeal' : null })),
    }),
  })
  const handOver = (name: ActName): AppAct => ({
    name,
    fillIn: (proof) => ({ handOver: { ...proof.handOver, by: 'claimCode', claimCode } }),
  })
  switch (shape) {
    case operatorDecide:
      return result === 'allow' ? act('decision.allow') : act('decision.reject', { reason })
    case operatorTransferApply:
      return act('transfer.apply', { courierId: employeeId })
    case operatorTransferAccept:
      return act('transfer.accept')
    case operatorTransferReject:
      return act('transfer.reject', { reason })
    case operatorTransferCancel:
      return act('transfer.cancel')
    case operatorArriveAtPickup:
      return act('courier.arriveAtPickup')
    case operatorChange:
      return pieces === undefined ? null : act('order.change', { pieces })
    case operatorPickUp:
      return act('order.pickUp', { bags: bags.map((bag) => ({ ...bag, damage: '' })) })
    case operatorStartTransport:
      return {
        name: 'transport.start',
        fillIn: ({ checks }) => ({ scannedTags: checks.map(({ tagCode }) => tagCode) }),
      }
    case operatorArriveAtDelivery:
      return checks('transport.complete')
    case operatorWarehouseApply:
      return act('warehouse.apply')
    case operatorConfirmPackages:
      return checks('package.confirm', (tagCode) => tagCodes?.includes(tagCode) ?? false)
    case operatorWarehouseConfirm:
      return act('warehouse.confirm')
    case operatorHand:
      return handOver('order.hand')
    case operatorHotelHand:
      return handOver('order.hotelHand')
    case operatorReturn:
      return step === 'begin'
        ? act('return.begin', { returnReason: 'refused' })
        : act(`return.${step}` as ActName)
    case operatorReport:
      return act('exception.report', { reason, report: { kind: 'other', bags: [] } })
    default:
      return null
  }
}
