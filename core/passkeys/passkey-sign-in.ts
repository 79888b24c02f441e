import type { SnapshotFrom } from 'xstate'
import type { PasskeyOptions, UsedPasskey } from '../contract/passkey.ts'
import type { PasskeyProblem } from './passkey-problem.ts'
import type { passkeySignInMachine } from './passkey-sign-in.machine.ts'

export type PasskeyAbilities = { hasAutofill: boolean }

export type PasskeySignInContext = PasskeyAbilities & {
  /** Unused, for the next prompt; null while they are fetched. */
  options: PasskeyOptions | null
  /** The device's answer; null until a passkey is chosen. */
  passkey: UsedPasskey | null
  problem: PasskeyProblem | null
}

export type PasskeySignInEvent = { type: 'passkey.use' }

export type PasskeyPrompt = Pick<PasskeySignInContext, 'options'>
export type PasskeyAnswer = Pick<PasskeySignInContext, 'passkey'>

type Snapshot = SnapshotFrom<typeof passkeySignInMachine>

export const selectHasPasskeys = (snapshot: Snapshot): boolean =>
  !snapshot.matches('checking') && !snapshot.matches('missing')
export const selectPasskeySignInProblem = ({ context }: Snapshot): PasskeyProblem | null => context.problem
export const selectIsUsingPasskey = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('busy') || snapshot.matches('done')
