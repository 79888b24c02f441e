import * as v from 'valibot'
import { Draft, DraftReceiver, typed } from '../booking/draft-shape.ts'
import { formParts } from '../booking/form-parts.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { createListStore } from '../lib/store.ts'

const StoredChange = v.object({
  uin: typed,
  orderId: typed,
  /** The order's facts at that time, which the draft changes. */
  about: typed,
  draft: Draft,
  /** What was typed for the receiver that is not chosen. */
  leftReceiver: v.optional(v.nullable(DraftReceiver), null),
  openParts: v.array(v.picklist(formParts)),
})
export type StoredChange = v.InferOutput<typeof StoredChange>

/** Changes that are not sent yet, one for each order. */
const changeStore = createListStore({
  key: storageKeys.changeDraft,
  schema: v.object({ version: v.literal(1), changes: v.array(StoredChange) }),
  empty: { version: 1, changes: [] },
  list: 'changes',
  owner: ['uin', 'orderId'],
  maxEntries: 5,
})

type Owner = Pick<StoredChange, 'uin' | 'orderId'>

/** Null also when it is about other facts than the order has now. */
export function readStoredChange(
  storage: KeyValueStorage,
  { about, ...owner }: Owner & Pick<StoredChange, 'about'>,
): StoredChange | null {
  const stored = changeStore.read(storage, owner)
  return stored?.about === about ? stored : null
}

/** Stores a change in place of the order's earlier one; without a change, removes that. */
export function writeStoredChange(
  storage: KeyValueStorage,
  owner: Owner,
  change: Omit<StoredChange, keyof Owner> | null,
): void {
  if (change) changeStore.write(storage, { ...owner, ...change })
  else changeStore.remove(storage, owner)
}
