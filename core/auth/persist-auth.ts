import type { SnapshotFrom } from 'xstate'
import type { KeyValueStorage } from '../lib/platform.ts'
import type { AuthActor } from './auth.machine.ts'
import { selectPendingCode } from './auth.ts'
import { readAuth, writeAuth, writePerson } from './stored-auth.ts'

const persistedStateOf = (snapshot: SnapshotFrom<AuthActor>) => {
  const { phone, account, requestId, profile, isNameSkipped, mayBeDeleted } = snapshot.context
  return {
    phone,
    account,
    requestId,
    profile,
    isNameSkipped,
    mayBeDeleted,
    sent: selectPendingCode(snapshot),
  }
}

/** Stores the session for the next visit. `adopt` runs a change that came from storage without writing it back. */
export function persistAuth(auth: AuthActor, storage: KeyValueStorage) {
  let lastState: ReturnType<typeof persistedStateOf> | null = null
  let isApplyingExternalChange = false
  /** Writes only what changed here: stored values may be another tab's. */
  const write = (snapshot: SnapshotFrom<AuthActor>) => {
    const nextState = persistedStateOf(snapshot)
    const { phone, account, requestId, profile, isNameSkipped, mayBeDeleted, sent } = nextState
    const isSentNew = JSON.stringify(sent) !== JSON.stringify(lastState?.sent)
    const isAuthNew =
      phone !== lastState?.phone ||
      requestId !== lastState.requestId ||
      mayBeDeleted !== lastState.mayBeDeleted ||
      isSentNew
    const isAccountNew = account !== lastState?.account
    const isProfileNew = profile !== lastState?.profile || isNameSkipped !== lastState.isNameSkipped
    lastState = nextState
    if (isApplyingExternalChange) return
    if (isAccountNew || isAuthNew) {
      const stored = isAccountNew ? account : (readAuth(storage)?.account ?? null)
      writeAuth(storage, { phone, account: stored, requestId, sent, mayBeDeleted })
    }
    if (isProfileNew) writePerson(storage, profile, isNameSkipped)
  }
  const subscription = auth.subscribe(write)
  write(auth.getSnapshot())
  return {
    applyExternalChange(change: () => void) {
      isApplyingExternalChange = true
      change()
      isApplyingExternalChange = false
    },
    stop: () => subscription.unsubscribe(),
  }
}
