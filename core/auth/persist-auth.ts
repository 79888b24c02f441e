import type { SnapshotFrom } from 'xstate'
import type { KeyValueStorage } from '../lib/platform.ts'
import type { AuthActor } from './auth.machine.ts'
import { selectCodeOut } from './auth.ts'
import { readAuth, writeAuth, writePerson } from './stored-auth.ts'

const factsOf = (snapshot: SnapshotFrom<AuthActor>) => {
  const { phone, account, requestId, profile, isNameSkipped, mayBeDeleted } = snapshot.context
  return { phone, account, requestId, profile, isNameSkipped, mayBeDeleted, sent: selectCodeOut(snapshot) }
}

/** Stores the session for the next visit. `adopt` runs a change that came from storage without writing it back. */
export function persistAuth(auth: AuthActor, storage: KeyValueStorage) {
  let known: ReturnType<typeof factsOf> | null = null
  let isAdopting = false
  /** Writes only what changed here: stored values may be another tab's. */
  const write = (snapshot: SnapshotFrom<AuthActor>) => {
    const facts = factsOf(snapshot)
    const { phone, account, requestId, profile, isNameSkipped, mayBeDeleted, sent } = facts
    const isSentNew = JSON.stringify(sent) !== JSON.stringify(known?.sent)
    const isAuthNew =
      phone !== known?.phone ||
      requestId !== known.requestId ||
      mayBeDeleted !== known.mayBeDeleted ||
      isSentNew
    const isAccountNew = account !== known?.account
    const isProfileNew = profile !== known?.profile || isNameSkipped !== known.isNameSkipped
    known = facts
    if (isAdopting) return
    if (isAccountNew || isAuthNew) {
      const stored = isAccountNew ? account : (readAuth(storage)?.account ?? null)
      writeAuth(storage, { phone, account: stored, requestId, sent, mayBeDeleted })
    }
    if (isProfileNew) writePerson(storage, profile, isNameSkipped)
  }
  const subscription = auth.subscribe(write)
  write(auth.getSnapshot())
  return {
    adopt(change: () => void) {
      isAdopting = true
      change()
      isAdopting = false
    },
    stop: () => subscription.unsubscribe(),
  }
}
