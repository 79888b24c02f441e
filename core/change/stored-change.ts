import * as v from 'valibot'
import { Draft, DraftReceiver, typed } from '../order/draft-shape.ts'
import { formParts } from '../order/form-parts.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

const StoredChange = v.object({
  /** The traveller, the order, and its facts at that time, which the draft changes. */
  uin: typed,
  orderId: typed,
  about: typed,
  draft: Draft,
  /** What was typed for the receiver that is not chosen. */
  leftReceiver: v.optional(v.nullable(DraftReceiver), null),
  openParts: v.array(v.picklist(formParts)),
})
export type StoredChange = v.InferOutput<typeof StoredChange>

/** What survives a reload of changes that are not sent. */
const StoredChanges = v.object({ version: v.literal(1), changes: v.array(StoredChange) })

/** Changes that are stored at once; beyond, the one that was written longest ago goes. */
const most = 5

type Owner = Pick<StoredChange, 'uin' | 'orderId'>

const isOf =
  ({ uin, orderId }: Owner) =>
  (change: StoredChange) =>
    change.uin === uin && change.orderId === orderId

const readAll = (storage: KeyValueStorage): StoredChange[] =>
  readStored(storage, storageKeys.changeDraft, StoredChanges)?.changes ?? []

/** Null also when it is about other facts than the order has now. */
export function readStoredChange(
  storage: KeyValueStorage,
  { about, ...owner }: Owner & Pick<StoredChange, 'about'>,
): StoredChange | null {
  const stored = readAll(storage).find(isOf(owner))
  return stored?.about === about ? stored : null
}

/** Stores a change in place of the order's earlier one; without a change, removes that. */
export function writeStoredChange(
  storage: KeyValueStorage,
  owner: Owner,
  change: Omit<StoredChange, keyof Owner> | null,
): void {
  const all = readAll(storage)
  const others = all.filter((one) => !isOf(owner)(one))
  if (!change && others.length === all.length) return
  const changes = change ? [...others, { ...owner, ...change }].slice(-most) : others
  if (changes.length > 0) storage.set(storageKeys.changeDraft, JSON.stringify({ version: 1, changes }))
  else storage.remove(storageKeys.changeDraft)
}
