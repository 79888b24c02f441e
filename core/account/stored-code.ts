import * as v from 'valibot'
import { isUnexpired } from '../auth/sent-code.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'
import type { DeletionCode } from './deletion.facts.ts'

/** What survives a reload of a code that was sent to delete an account. */
const StoredCode = v.object({
  version: v.literal(1),
  /** The traveller whose account it is. */
  uin: v.string(),
  sent: v.object({
    requestId: v.string(),
    resendAfter: v.number(),
    expiresIn: v.number(),
    /** The code itself, in the demo only. */
    demoCode: v.nullable(v.string()),
  }),
  resendAt: v.number(),
  expiresAt: v.number(),
})

/** Null also once it has ended. */
export function readDeletionCode(storage: KeyValueStorage, uin: string, now: number): DeletionCode | null {
  const stored = readStored(storage, storageKeys.deletionCode, StoredCode)
  return stored?.uin === uin && isUnexpired(stored.expiresAt, now) ? stored : null
}

/** Stores a code in place of an earlier one; without one, removes that. */
export function writeDeletionCode(
  storage: KeyValueStorage,
  uin: string,
  { sent, resendAt, expiresAt }: DeletionCode,
): void {
  const key = storageKeys.deletionCode
  if (sent) storage.set(key, JSON.stringify({ version: 1, uin, sent, resendAt, expiresAt }))
  else storage.remove(key)
}
