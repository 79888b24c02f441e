import type { CallRequest, CallShape, EmployeeRole } from '../contract/call.ts'
import type { BagCheck } from '../contract/ledger.ts'
import * as calls from '../contract/operation.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import { type AskedReturnReason, keptBagKinds, type ReportKind, reportKinds } from '../contract/order.ts'
import { operatorWriteNote } from '../contract/staff-note.ts'
import type { LifecycleEvent } from '../orders/lifecycle.ts'

/** The proof that an act needs before it can be sent. */
export type Proof =
  | 'none'
  | 'reason'
  | 'courier'
  | 'pieces'
  | 'bags'
  | 'checks'
  | 'tags'
  | 'load'
  | 'handOver'
  | 'returnReason'
  | 'report'
  | 'shelf'
  | 'taken'
  | 'note'

type Act = { call: CallShape; proof: Proof; body: (proof: ActProof) => unknown }

/** A bag as typed or scanned at pickup. */
export type BagEntry = { tagCode: string; sealNumber: string; damage: string; photos: readonly string[] }

/** A tagged bag as found on arrival. */
export type CheckEntry = {
  tagCode: string
  /** The seal at pickup or the latest one. */
  knownSeal: string
  /** Null until the employee has looked. */
  found: 'sameSeal' | 'otherSeal' | 'missing' | null
  /** The other seal; empty for an unsealed bag. */
  sealNumber: string
  damage: string
  photos: readonly string[]
}

/** Whom the bags go to: by the claim code, or by the name in a document and the phone number. */
export type HandOverEntry = {
  by: 'claimCode' | 'identity'
  claimCode: string
  name: string
  dialCode: string
  phoneNumber: string
  /** Only the scanned bags are handed over. */
  isPartial: boolean
  /** Without a network, so that nothing checked the code or the document. */
  isUnchecked: boolean
}

/** A reported problem. `other`: only text. */
export type ReportEntry = {
  kind: ReportKind | 'other' | null
  /** Numbers of the reported bags, from 1. */
  bags: readonly number[]
}

/** The employee's entries. Each `Proof` uses some of the fields. */
export type ActProof = {
  reason: string
  pieces: number
  /** Photos of the counted bags, or of a reported problem. */
  photos: readonly string[]
  bags: readonly BagEntry[]
  checks: readonly CheckEntry[]
  /** Tags of `checks` that were scanned, typed or chosen. */
  scannedTags: readonly string[]
  /** A tag while it's typed. */
  typedTag: string
  /** Where a site stores the bags; may be empty. */
  shelf: string
  handOver: HandOverEntry
  /** The courier who is asked; empty until chosen. */
  courierId: string
  returnReason: AskedReturnReason | null
  report: ReportEntry
  /** A note. */
  words: string
}

const plain = (call: CallShape, body: unknown = {}): Act => ({ call, proof: 'none', body: () => body })
const withReason = (call: CallShape, more: object = {}): Act => ({
  call,
  proof: 'reason',
  body: ({ reason }) => ({ ...more, reason }),
})
const askCourier = (call: CallShape): Act => ({
  call,
  proof: 'courier',
  body: ({ courierId }) => ({ employeeId: courierId }),
})

const isFound = ({ found }: CheckEntry): boolean => found === 'sameSeal' || found === 'otherSeal'

const toBagCheck = ({ tagCode, found, knownSeal, sealNumber, damage, photos }: CheckEntry): BagCheck => ({
  tagCode,
  sealNumber: found === 'sameSeal' ? knownSeal : sealNumber.trim(),
  damage: damage.trim(),
  photos: [...photos],
})

/** The tags of the act's bags that weren't scanned. */
export const unscannedTags = ({ checks, scannedTags }: Pick<ActProof, 'checks' | 'scannedTags'>): string[] =>
  checks.map(({ tagCode }) => tagCode).filter((tagCode) => !scannedTags.includes(tagCode))

/** The act's bag with this tag, typed or scanned; null for any other text. */
export function findTag({ checks }: Pick<ActProof, 'checks'>, text: string): string | null {
  const typed = text.normalize('NFKC').trim().toUpperCase()
  return checks.map(({ tagCode }) => tagCode).find((code) => code.toUpperCase() === typed) ?? null
}

/** Moves a typed tag to the scanned ones once it is one of the act's bags. */
export function withTypedTag(
  proof: Pick<ActProof, 'checks' | 'scannedTags'>,
  text: string,
): Pick<ActProof, 'scannedTags' | 'typedTag'> {
  const { scannedTags } = proof
  const tagCode = findTag(proof, text)
  if (tagCode === null) return { scannedTags, typedTag: text }
  return { scannedTags: [...scannedTags.filter((code) => code !== tagCode), tagCode], typedTag: '' }
}

/** Tags of bags that stay behind at a hand-over. */
export const keptTags = (proof: ActProof): string[] => (proof.handOver.isPartial ? unscannedTags(proof) : [])

function toHandOverProof(proof: ActProof) {
  const { by, claimCode, isPartial: _, isUnchecked, ...identity } = proof.handOver
  const tagCodes = keptTags(proof)
  return {
    ...(by === 'claimCode' ? { claimCode } : { identity }),
    ...(isUnchecked && { isUnchecked }),
    ...(tagCodes.length > 0 && { kept: { tagCodes, kind: proof.report.kind, reason: proof.reason } }),
  }
}

const bagKinds: readonly ReportEntry['kind'][] = [
  'bagsMissing',
  'bagTooLarge',
  'bagForbidden',
  'bagDamaged',
  'bagRefused',
]

/** Whether the reported problem can be that of some bags only. */
export const isAboutBags = (kind: ReportEntry['kind']): boolean => bagKinds.includes(kind)

/** The problems to choose from. After pickup, the courier can't refuse bags, and no guest is awaited. */
export const reportChoices = ({ lifecycle }: Pick<OperatorOrder, 'lifecycle'>): ReportEntry['kind'][] => [
  ...(lifecycle.pickup === 'pickuped'
    ? (['bagDamaged', 'siteClosed', 'addressWrong', 'cannotContinue'] as const)
    : reportKinds.filter((kind) => kind !== 'bagRefused')),
  'other',
]

/** Acts that move an order, in the order of a trip. The server lists which are legal now for this employee. */
const moves = {
  'review.pass': plain(calls.operatorReview, { result: 'pass' }),
  'review.reject': withReason(calls.operatorReview, { result: 'reject' }),
  'courier.assign': askCourier(calls.operatorAssign),
  'decision.allow': plain(calls.operatorDecide, { result: 'allow' }),
  'decision.reject': withReason(calls.operatorDecide, { result: 'reject' }),
  'transfer.accept': plain(calls.operatorTransferAccept),
  'transfer.reject': withReason(calls.operatorTransferReject),
  'transfer.cancel': plain(calls.operatorTransferCancel),
  'transfer.apply': askCourier(calls.operatorTransferApply),
  'courier.arriveAtPickup': plain(calls.operatorArriveAtPickup),
  'order.change': {
    call: calls.operatorChange,
    proof: 'pieces',
    body: ({ pieces, photos }) => ({ pieces, photos }),
  },
  'order.pickUp': {
    call: calls.operatorPickUp,
    proof: 'bags',
    body: ({ bags }) => ({ bags }),
  },
  'transport.start': {
    call: calls.operatorStartTransport,
    proof: 'load',
    body: ({ reason, ...proof }) => ({
      tagCodes: [...proof.scannedTags],
      ...(unscannedTags(proof).length > 0 && { reason }),
    }),
  },
  'transport.complete': {
    call: calls.operatorArriveAtDelivery,
    proof: 'checks',
    body: ({ checks }) => ({ bags: checks.filter(isFound).map(toBagCheck) }),
  },
  'warehouse.apply': plain(calls.operatorWarehouseApply),
  'package.confirm': {
    call: calls.operatorConfirmPackages,
    proof: 'tags',
    body: ({ checks, shelf }) => {
      const bags = checks.filter(isFound).map(toBagCheck)
      const tagCodes = bags.map(({ tagCode }) => tagCode)
      return { tagCodes, bags, ...(shelf.trim() !== '' && { shelf: shelf.trim() }) }
    },
  },
  'warehouse.confirm': plain(calls.operatorWarehouseConfirm),
  'order.hand': { call: calls.operatorHand, proof: 'handOver', body: toHandOverProof },
  'order.hotelHand': { call: calls.operatorHotelHand, proof: 'handOver', body: toHandOverProof },
  'return.begin': {
    call: calls.operatorReturn,
    proof: 'returnReason',
    body: ({ returnReason }) => ({ step: 'begin', reason: returnReason }),
  },
  'return.start': plain(calls.operatorReturn, { step: 'start' }),
  'return.complete': plain(calls.operatorReturn, { step: 'complete' }),
  'order.close': plain(calls.operatorClose),
  'order.cancel': withReason(calls.operatorCancel),
  'exception.report': {
    call: calls.operatorReport,
    proof: 'report',
    body: ({ reason, photos, report: { kind, bags } }) => ({
      reason,
      ...(kind !== null && kind !== 'other' && { kind }),
      ...(isAboutBags(kind) && bags.length > 0 && { bags: [...bags] }),
      ...(photos.length > 0 && { photos: [...photos] }),
    }),
  },
} satisfies Partial<Record<LifecycleEvent['type'], Act>>

/** Acts that change no state of the order. */
const records = {
  'pickup.confirm': {
    call: calls.operatorConfirmPickup,
    proof: 'taken',
    body: ({ scannedTags }) => ({ tagCodes: [...scannedTags] }),
  },
  'shelf.change': {
    call: calls.operatorMoveToShelf,
    proof: 'shelf',
    body: ({ scannedTags, shelf }) => ({ tagCodes: [...scannedTags], shelf: shelf.trim() }),
  },
  'note.write': {
    call: operatorWriteNote,
    proof: 'note',
    body: ({ words }) => ({ words: words.trim() }),
  },
} satisfies Record<string, Act>

const acts = { ...moves, ...records }

export type MoveName = keyof typeof moves
export type ActName = keyof typeof acts

export const isMove = (name: ActName): name is MoveName => name in moves

/** Photos of one bag, or of a count (contract). */
export const maxPhotosPerBag = 4

export const actNames = Object.keys(acts) as ActName[]

/** Employees whose calls include the act. */
export const rolesOf = (name: ActName): readonly EmployeeRole[] => acts[name].call.roles ?? []

export const noProof: ActProof = {
  reason: '',
  pieces: 0,
  photos: [],
  bags: [],
  checks: [],
  scannedTags: [],
  typedTag: '',
  shelf: '',
  handOver: {
    by: 'claimCode',
    claimCode: '',
    name: '',
    dialCode: '',
    phoneNumber: '',
    isPartial: false,
    isUnchecked: false,
  },
  courierId: '',
  returnReason: null,
  report: { kind: null, bags: [] },
  words: '',
}

/** The proof that an act needs before it can be sent. */
export const proofOf = (name: ActName): Proof => acts[name].proof

/** The moves that are legal now, in the order of a trip. */
export const legalActs = ({ events }: Pick<OperatorOrder, 'events'>): ActName[] =>
  actNames.filter((name) => events.includes(name))

/** Whether the act is legal now. For acts that the server doesn't list, by its conditions. */
export function isLegal(
  { events, lifecycle, isPickupConfirmed }: Pick<OperatorOrder, 'events' | 'lifecycle' | 'isPickupConfirmed'>,
  name: ActName,
): boolean {
  switch (name) {
    case 'pickup.confirm':
      return lifecycle.pickup === 'pickuped' && !isPickupConfirmed
    case 'shelf.change':
      return lifecycle.warehouse === 'completed' && lifecycle.closing === 'open'
    case 'note.write':
      return true
    default:
      return events.includes(name)
  }
}

/**
 * The act with which this role brings the order on; null without one. The others are refusals, corrections, reports,
 * repetitions, and a courier's or desk's acts, which operators rarely do.
 */
export const mainAct = (order: MainActFacts, role: EmployeeRole): ActName | null =>
  legalActs(order).find(
    (name) =>
      !sideActs.includes(name) &&
      !isRepetition(name, order) &&
      (role !== 'operator' || operatorActs.includes(name)),
  ) ?? null

type MainActFacts = Pick<OperatorOrder, 'events' | 'courierArrivedTime' | 'unconfirmedTags' | 'lifecycle'>

/** Acts that stay legal after they are done. */
const isRepetition = (
  name: ActName,
  { courierArrivedTime, unconfirmedTags, lifecycle }: MainActFacts,
): boolean =>
  (name === 'courier.assign' && lifecycle.assignment !== 'none') ||
  (name === 'courier.arriveAtPickup' && courierArrivedTime !== null) ||
  (name === 'package.confirm' && unconfirmedTags.length === 0)

const operatorActs: readonly ActName[] = ['review.pass', 'courier.assign', 'order.close']

const sideActs: readonly ActName[] = [
  'review.reject',
  'decision.reject',
  'transfer.reject',
  'transfer.cancel',
  'transfer.apply',
  'order.change',
  'return.begin',
  'order.cancel',
  'exception.report',
]

type ProofFacts = Pick<OperatorOrder, 'pieces' | 'bags' | 'unconfirmedTags' | 'receiver'>

/** The entry of a new act: the agreed count, one row per bag, and one per bag to check or choose. */
export function emptyProof(name: ActName, { pieces, bags, unconfirmedTags, receiver }: ProofFacts): ActProof {
  const proof = proofOf(name)
  const checks = bags
    .filter(
      ({ tagCode, isHanded }) =>
        proof === 'taken' || (!isHanded && (proof !== 'tags' || unconfirmedTags.includes(tagCode))),
    )
    .map(({ tagCode, sealNumber }) => ({
      tagCode,
      knownSeal: sealNumber,
      found: null,
      sealNumber: '',
      damage: '',
      photos: [],
    }))
  return {
    ...noProof,
    pieces,
    bags: Array.from({ length: pieces }, () => ({ tagCode: '', sealNumber: '', damage: '', photos: [] })),
    checks,
    scannedTags: proof === 'taken' || proof === 'shelf' ? checks.map(({ tagCode }) => tagCode) : [],
    handOver: { ...noProof.handOver, dialCode: receiver.dialCode },
  }
}

/** How many sets of photos an act can have: one per bag, or one of all counted bags or a report. */
export function photoSetsOf(name: ActName, { bags, checks }: ActProof): number {
  switch (proofOf(name)) {
    case 'pieces':
    case 'report':
      return 1
    case 'bags':
      return bags.length
    case 'checks':
    case 'tags':
      return checks.length
    default:
      return 0
  }
}

/** The proof with the URLs of its photos, in the order of `photoSetsOf`. */
export const withPhotos = (proof: ActProof, photos: readonly (readonly string[])[]): ActProof => ({
  ...proof,
  photos: photos[0] ?? [],
  bags: proof.bags.map((bag, index) => ({ ...bag, photos: photos[index] ?? [] })),
  checks: proof.checks.map((check, index) => ({ ...check, photos: photos[index] ?? [] })),
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
    case 'checks':
      return proof.checks.some(isFound) && proof.checks.every(({ found }) => found !== null)
    case 'tags':
      return proof.checks.some(isFound)
    case 'load':
      return proof.scannedTags.length > 0 && (unscannedTags(proof).length === 0 || proof.reason.trim() !== '')
    case 'handOver':
      return isRecipientEntered(proof.handOver) && isPartComplete(proof)
    case 'courier':
      return proof.courierId !== ''
    case 'returnReason':
      return proof.returnReason !== null
    case 'report':
      return proof.report.kind === 'other' ? proof.reason.trim() !== '' : proof.report.kind !== null
    case 'shelf':
      return proof.scannedTags.length > 0 && proof.shelf.trim() !== ''
    case 'taken':
      return proof.scannedTags.length > 0
    case 'note':
      return proof.words.trim() !== ''
    case 'none':
    case 'pieces':
      return true
  }
}

/** Of a part, at least one bag is handed over, and the others stay for a reason. */
const isPartComplete = (proof: ActProof): boolean =>
  keptTags(proof).length === 0 ||
  (proof.scannedTags.length > 0 && keptBagKinds.some((kind) => kind === proof.report.kind))

const isRecipientEntered = ({ by, claimCode, name, phoneNumber }: HandOverEntry): boolean =>
  by === 'claimCode' ? claimCode.trim() !== '' : name.trim() !== '' && phoneNumber.trim() !== ''

/** The call of an act on an order. */
export function requestOf(
  name: ActName,
  orderId: string,
  proof: ActProof,
): { call: CallShape; request: CallRequest<CallShape> } {
  const { call, body } = acts[name]
  return { call, request: { params: { orderId }, body: body(proof) } as unknown as CallRequest<CallShape> }
}
