import type { CallRequest, CallShape } from '../contract/call.ts'
import * as calls from '../contract/operation.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import type { LifecycleEvent } from '../orders/lifecycle.ts'

/** The proof that an act needs before it can be sent. */
export type Proof = 'none' | 'reason' | 'pieces' | 'bags' | 'tags' | 'handOver'

type Act = { call: CallShape; proof: Proof; body: (proof: ActProof) => unknown }

/** A bag as typed or scanned at pickup. */
export type BagEntry = { tagCode: string; sealNumber: string; damage: string }

/** The employee's entries. Each `Proof` uses some of the fields. */
export type ActProof = {
  reason: string
  pieces: number
  bags: readonly BagEntry[]
  tagCodes: readonly string[]
  claimCode: string
}

const plain = (call: CallShape, body: unknown = {}): Act => ({ call, proof: 'none', body: () => body })
const withReason = (call: CallShape, more: object = {}): Act => ({
  call,
  proof: 'reason',
  body: ({ reason }) => ({ ...more, reason }),
})

/**
 * The acts that the app offers, in the order of a trip. The server lists which of them are legal now for this
 * employee.
 */
const acts = {
  'review.pass': plain(calls.operatorReview, { result: 'pass' }),
  'review.reject': withReason(calls.operatorReview, { result: 'reject' }),
  'decision.allow': plain(calls.operatorDecide, { result: 'allow' }),
  'decision.reject': withReason(calls.operatorDecide, { result: 'reject' }),
  'transfer.accept': plain(calls.operatorTransferAccept),
  'transfer.reject': withReason(calls.operatorTransferReject),
  'transfer.cancel': plain(calls.operatorTransferCancel),
  'courier.arriveAtPickup': plain(calls.operatorArriveAtPickup),
  'order.change': {
    call: calls.operatorChange,
    proof: 'pieces',
    body: ({ pieces }) => ({ pieces }),
  },
  'order.pickUp': {
    call: calls.operatorPickUp,
    proof: 'bags',
    body: ({ bags }) => ({ bags: bags.map((bag) => ({ ...bag, photos: [] })) }),
  },
  'transport.start': plain(calls.operatorStartTransport),
  'transport.complete': plain(calls.operatorArriveAtDelivery),
  'warehouse.apply': plain(calls.operatorWarehouseApply),
  'package.confirm': {
    call: calls.operatorConfirmPackages,
    proof: 'tags',
    body: ({ tagCodes }) => ({ tagCodes }),
  },
  'warehouse.confirm': plain(calls.operatorWarehouseConfirm),
  'order.hand': {
    call: calls.operatorHand,
    proof: 'handOver',
    body: ({ claimCode }) => ({ claimCode }),
  },
  'order.hotelHand': {
    call: calls.operatorHotelHand,
    proof: 'handOver',
    body: ({ claimCode }) => ({ claimCode }),
  },
  'return.start': plain(calls.operatorReturn, { step: 'start' }),
  'return.complete': plain(calls.operatorReturn, { step: 'complete' }),
  'order.close': plain(calls.operatorClose),
  'exception.report': withReason(calls.operatorReport),
} satisfies Partial<Record<LifecycleEvent['type'], Act>>

export type ActName = keyof typeof acts

const actNames = Object.keys(acts) as ActName[]

/** The proof that an act needs before it can be sent. */
export const proofOf = (name: ActName): Proof => acts[name].proof

/** The acts that are legal now, in the order of a trip. */
export const legalActs = ({ events }: Pick<OperatorOrder, 'events'>): ActName[] =>
  actNames.filter((name) => events.includes(name))

/** The act that brings the order on; null without one. The others are refusals, corrections, reports and repetitions. */
export const mainAct = (order: MainActFacts): ActName | null =>
  legalActs(order).find((name) => !sideActs.includes(name) && !isRepetition(name, order)) ?? null

type MainActFacts = Pick<OperatorOrder, 'events' | 'courierArrivedTime' | 'unconfirmedTags'>

/** Acts that stay legal after they are done. */
const isRepetition = (name: ActName, { courierArrivedTime, unconfirmedTags }: MainActFacts): boolean =>
  (name === 'courier.arriveAtPickup' && courierArrivedTime !== null) ||
  (name === 'package.confirm' && unconfirmedTags.length === 0)

const sideActs: readonly ActName[] = [
  'review.reject',
  'decision.reject',
  'transfer.reject',
  'transfer.cancel',
  'order.change',
  'exception.report',
]

/** The entry of a new act: one row per bag, and the agreed count. */
export const emptyProof = ({ pieces }: Pick<OperatorOrder, 'pieces'>): ActProof => ({
  reason: '',
  pieces,
  bags: Array.from({ length: pieces }, () => ({ tagCode: '', sealNumber: '', damage: '' })),
  tagCodes: [],
  claimCode: '',
})

/** Whether the entered proof is complete, so that the server can decide. */
export function isProofComplete(name: ActName, proof: ActProof): boolean {
  switch (proofOf(name)) {
    case 'reason':
      return proof.reason.trim() !== ''
    case 'bags':
      return (
        proof.bags.length > 0 &&
        proof.bags.every(({ tagCode, sealNumber }) => tagCode.trim() !== '' && sealNumber.trim() !== '')
      )
    case 'tags':
      return proof.tagCodes.length > 0
    case 'handOver':
      return proof.claimCode.trim() !== ''
    case 'none':
    case 'pieces':
      return true
  }
}

/** The call of an act on an order. */
export function requestOf(
  name: ActName,
  orderId: string,
  proof: ActProof,
): { call: CallShape; request: CallRequest<CallShape> } {
  const { call, body } = acts[name]
  return { call, request: { params: { orderId }, body: body(proof) } as unknown as CallRequest<CallShape> }
}
