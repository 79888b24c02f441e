import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { PasskeyProblem } from './passkey-problem.ts'
import type { passkeysMachine } from './passkeys.machine.ts'

type Snapshot = SnapshotFrom<typeof passkeysMachine>

export const selectPasskeysReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
export const selectPasskeys = ({ context }: Snapshot) => context.list
export const selectCanAddPasskey = ({ context }: Snapshot): boolean => context.canAdd
export const selectPasskeysProblem = ({ context }: Snapshot): PasskeyProblem | null => context.problem
export const selectRenamedPasskey = (snapshot: Snapshot) =>
  snapshot.matches('renaming') || snapshot.matches('saving') ? snapshot.context.entry : null
export const selectRemovedPasskey = (snapshot: Snapshot) =>
  snapshot.matches('confirming') || snapshot.matches('removing') ? snapshot.context.entry : null
/** Whether the passkey that is removed is the only one. */
export const selectIsLastPasskey = ({ context }: Snapshot): boolean => context.list?.length === 1
export const selectIsPasskeyNameless = (snapshot: Snapshot): boolean =>
  snapshot.matches({ renaming: 'showingError' }) && snapshot.context.entry?.name.trim() === ''
export const selectPasskeysAreBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
