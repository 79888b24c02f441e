import * as v from 'valibot'
import { DeliveryChoice, typed } from '../order/draft-shape.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'
import type { ReturnDraft } from './return-draft.ts'

/** What survives a reload of a choice that is not sent. Another version, owner or order, or a broken text is dropped. */
const StoredReturn = v.object({
  version: v.literal(1),
  /** The traveller and the order that it is about. */
  uin: typed,
  orderId: typed,
  draft: v.object({
    kind: v.nullable(v.picklist(['back', 'keep', 'address'])),
    place: v.nullable(DeliveryChoice),
    about: v.nullable(typed),
  }),
})

type Owner = { uin: string; orderId: string }

export function readStoredReturn(storage: KeyValueStorage, { uin, orderId }: Owner): ReturnDraft | null {
  const stored = readStored(storage, storageKeys.returnDraft, StoredReturn)
  return stored?.uin === uin && stored.orderId === orderId ? stored.draft : null
}

/** Stores a draft; one in which nothing is chosen removes its own order's alone. */
export function writeStoredReturn(storage: KeyValueStorage, owner: Owner, draft: ReturnDraft): void {
  if (draft.kind !== null)
    storage.set(storageKeys.returnDraft, JSON.stringify({ version: 1, ...owner, draft }))
  else if (readStoredReturn(storage, owner)) storage.remove(storageKeys.returnDraft)
}
