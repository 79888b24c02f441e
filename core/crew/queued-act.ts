import * as v from 'valibot'
import { Id, Timestamp } from '../contract/common.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import { type ActProof, actNames, noProof } from './acts.ts'

const StoredProof = v.pipe(
  v.looseObject({}),
  // A release may have stored fewer fields.
  v.transform((stored): ActProof => ({ ...noProof, ...stored })),
)

/** Photos of one bag or count: URLs of uploaded ones, and keys of those held on the device. */
const StoredPhotos = v.object({ urls: v.array(v.string()), held: v.array(v.string()) })

/** An employee’s entries for an act. `photos` as in `photoSetsOf`. */
export const EnteredAct = v.object({
  employeeId: Id,
  orderId: Id,
  act: v.picklist(actNames),
  proof: StoredProof,
  photos: v.array(StoredPhotos),
})
export type EnteredAct = v.InferOutput<typeof EnteredAct>

/** An act on the device that the server hasn't confirmed. */
export const QueuedAct = v.object({
  ...EnteredAct.entries,
  /** Idempotency key. */
  key: v.string(),
  employeeName: v.string(),
  orderNumber: v.string(),
  /** Time of the tap. */
  happenedAt: Timestamp,
  /** False once the server has refused that time. */
  isTimeSent: v.boolean(),
  /** Until then it can be undone. Ms since 1970. */
  leaveAt: v.number(),
  /** Whether it was sent once, so that it may have arrived. */
  isAttempted: v.boolean(),
  refusal: v.nullable(v.object({ code: v.number(), message: v.string(), details: v.unknown() })),
})
export type QueuedAct = v.InferOutput<typeof QueuedAct>

/** Entries stay unparsed, so that a release that can't read one doesn't delete it. */
const Queue = v.object({ version: v.literal(1), acts: v.array(v.looseObject({ key: v.string() })) })

const readQueue = (storage: KeyValueStorage) => readStored(storage, storageKeys.outbox, Queue)?.acts ?? []

/** Queued acts of all employees of this device, oldest first. */
export const readQueuedActs = (storage: KeyValueStorage): QueuedAct[] =>
  readQueue(storage).flatMap((stored) => {
    const parsed = v.safeParse(QueuedAct, stored)
    return parsed.success ? [parsed.output] : []
  })

/** Stores the changes between two lists. Keeps acts that another tab has added, and drops those it has removed. */
export function saveQueuedActs(
  storage: KeyValueStorage,
  previous: readonly QueuedAct[],
  current: readonly QueuedAct[],
): void {
  const findIn = (acts: readonly QueuedAct[], key: string) => acts.find((act) => act.key === key)
  const added = current.filter(({ key }) => !findIn(previous, key))
  if (added.length === 0 && previous.every((act) => current.includes(act))) return
  const isRemoved = (key: string) => findIn(previous, key) && !findIn(current, key)
  const stored = readQueue(storage).filter(({ key }) => !isRemoved(key))
  const acts = [
    ...stored.map((entry) => findIn(current, entry.key) ?? entry),
    ...added.filter(({ key }) => stored.every((entry) => entry.key !== key)),
  ]
  if (acts.length === 0) storage.remove(storageKeys.outbox)
  else storage.set(storageKeys.outbox, JSON.stringify({ version: 1, acts }))
}

/** Drafts of acts, one per order and act, latest last. */
const Drafts = v.object({
  version: v.literal(1),
  drafts: v.array(v.looseObject({ orderId: v.string(), act: v.string() })),
})

const maxDrafts = 20

const readDrafts = (storage: KeyValueStorage) =>
  readStored(storage, storageKeys.actDrafts, Drafts)?.drafts ?? []

/** The employee's latest unsent entries for an order; null without any. */
export function readActDraft(
  storage: KeyValueStorage,
  { orderId, employeeId }: Pick<EnteredAct, 'orderId' | 'employeeId'>,
): EnteredAct | null {
  const parsed = v.safeParse(
    EnteredAct,
    readDrafts(storage).findLast((draft) => draft.orderId === orderId),
  )
  return parsed.success && parsed.output.employeeId === employeeId ? parsed.output : null
}

/** Replaces the draft of an order's act; null removes it. Drafts of the order's other acts stay. */
export function saveActDraft(
  storage: KeyValueStorage,
  { orderId, act }: Pick<EnteredAct, 'orderId' | 'act'>,
  draft: EnteredAct | null,
): void {
  const stored = readDrafts(storage)
  const others = stored.filter((entry) => entry.orderId !== orderId || entry.act !== act)
  if (!draft && others.length === stored.length) return
  const drafts = [...others, ...(draft ? [draft] : [])].slice(-maxDrafts)
  if (drafts.length === 0) storage.remove(storageKeys.actDrafts)
  else storage.set(storageKeys.actDrafts, JSON.stringify({ version: 1, drafts }))
}
