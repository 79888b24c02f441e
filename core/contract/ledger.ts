import * as v from 'valibot'
import { employeeRoles, getCall, postCall } from './call.ts'
import { FileUrl, Id, requiredText, siteClock, Timestamp, text } from './common.ts'
import { QuestionKind, QuestionState } from './question.ts'

/** Damage noted by an employee; empty if none. */
export const Damage = text(200)

const BagPhotos = v.pipe(v.array(FileUrl), v.maxLength(4))

/** A bag as taken over at pickup: tag, seal, photos and visible damage. */
export const TaggedBag = v.strictObject({
  tagCode: requiredText(20),
  sealNumber: requiredText(20),
  photos: BagPhotos,
  damage: v.optional(Damage, ''),
})
export type TaggedBag = v.InferOutput<typeof TaggedBag>

/** A tagged bag as found later. An empty `sealNumber` means that the seal is missing. */
export const BagCheck = v.strictObject({
  tagCode: requiredText(20),
  sealNumber: text(20),
  photos: v.optional(BagPhotos, []),
  damage: v.optional(Damage, ''),
})
export type BagCheck = v.InferOutput<typeof BagCheck>

/** Checks of an order's bags. The server refuses two checks of the same tag. */
export const BagChecks = v.pipe(v.array(BagCheck), v.minLength(1), v.maxLength(20))

export const CountPhotos = v.optional(BagPhotos, [])

/** When a bag was photographed or counted. `order`: by the traveller, before pickup. */
export const ledgerStages = ['order', 'count', 'pickup', 'retag', 'delivery', 'handOver'] as const
export const LedgerStage = v.picklist(ledgerStages)
export type LedgerStage = v.InferOutput<typeof LedgerStage>

export const LedgerRole = v.picklist(['traveller', ...employeeRoles])
export type LedgerRole = v.InferOutput<typeof LedgerRole>

export const LedgerEntry = v.object({
  stage: LedgerStage,
  role: LedgerRole,
  time: Timestamp,
  /** Null if no seal was read: a traveller's photo or a count. */
  sealNumber: v.nullable(v.string()),
  photos: v.array(v.string()),
  damage: v.string(),
})
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>

/** A bag's entries, oldest first. Before pickup, each photo by the traveller counts as a bag. */
export const LedgerBag = v.object({
  tagCode: v.nullable(v.string()),
  sealNumber: v.nullable(v.string()),
  entries: v.array(LedgerEntry),
})
export type LedgerBag = v.InferOutput<typeof LedgerBag>

/** A question to the traveller, with the entries before and after. */
export const LedgerQuestion = v.object({
  questionId: Id,
  kind: QuestionKind,
  state: QuestionState,
  /** Index of the bag; null for a count. */
  bag: v.nullable(v.number()),
  before: v.nullable(LedgerEntry),
  after: LedgerEntry,
  /** Agreed and counted pieces, for a count. */
  agreedPieces: v.nullable(v.number()),
  pieces: v.nullable(v.number()),
  askTime: Timestamp,
  answerTime: v.nullable(Timestamp),
  /** The claim opened by answering "not right". */
  claimId: v.nullable(Id),
})
export type LedgerQuestion = v.InferOutput<typeof LedgerQuestion>

/** An order's ledger: its bags, and questions to the traveller, newest first. */
export const Ledger = v.object({
  orderId: Id,
  orderNumber: v.string(),
  ...siteClock,
  cityName: v.string(),
  bags: v.array(LedgerBag),
  questions: v.array(LedgerQuestion),
})
export type Ledger = v.InferOutput<typeof Ledger>

const OrderParams = v.strictObject({ orderId: Id })

export const getLedger = getCall('/orders/{orderId}/ledger', {
  summary:
    'Returns the photos, seals and damage of each bag by role and time, and the questions to the traveller.',
  audience: 'traveller',
  params: OrderParams,
  result: Ledger,
  errors: [5004],
})

export const answerQuestion = postCall('/questions/{questionId}/answer', {
  summary:
    'Answers a question about the bags. `notRight` opens a claim. Repeating the same answer changes nothing. Fails with 1013 and `{ state }` for a different answer or a withdrawn question.',
  audience: 'traveller',
  params: v.strictObject({ questionId: Id }),
  body: v.strictObject({ answer: v.picklist(['right', 'notRight']) }),
  result: Ledger,
  errors: [1013, 5004],
})

export const operatorGetLedger = getCall('/operator/orders/{orderId}/ledger', {
  summary: 'Returns the ledger of an order, as its traveller sees it.',
  audience: 'operator',
  roles: employeeRoles,
  params: OrderParams,
  result: Ledger,
  errors: [5004],
})
