import type { SnapshotFrom } from 'xstate'
import { policy } from '../policy/numbers.ts'
import type { authMachine } from './auth.machine.ts'
import { isCodeValid } from './sent-code.ts'
import type { AuthProblem } from './sign-in.types.ts'

type AuthSnapshot = SnapshotFrom<typeof authMachine>

const notLoaded: AuthProblem = { code: 'network' }

/** The signing-in child; undefined until it is loaded, and once it is done. */
const signInOf = ({ context }: AuthSnapshot) => context.signIn?.getSnapshot()

export const selectAuthProblem = (snapshot: AuthSnapshot): AuthProblem | null =>
  signInOf(snapshot)?.context.problem ?? (snapshot.matches({ signedOut: 'unavailable' }) ? notLoaded : null)
export const selectAuthIsBusy = (snapshot: AuthSnapshot) => signInOf(snapshot)?.hasTag('busy') ?? false
/** Whether neither the number nor the code can be entered yet. */
export const selectIsSignInStarting = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: 'starting' }) || signInOf(snapshot)?.matches('detectingDialCode') === true
export const selectIsEnteringPhone = (snapshot: AuthSnapshot) => signInOf(snapshot)?.matches('phone') ?? false
export const selectCode = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.code ?? ''
/** The code itself, in the demo only. */
export const selectDemoCode = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.demoCode ?? null
/** Seconds for which the last code is valid. */
export const selectCodeLifetime = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.context.expiresIn ?? policy.codeValidSeconds
/** Seconds until another code may be requested. */
export const selectSecondsLeft = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.secondsLeft ?? 0
export const selectIsCountingDown = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { countdown: 'ticking' } }) ?? false
export const selectIsResending = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { countdown: 'resending' } }) ?? false
/** Validity of the last code: it works, it may (another device may have requested one), or it is over. */
export const selectCodeValidity = (snapshot: AuthSnapshot): 'works' | 'mayWork' | 'over' => {
  if (selectIsCodeSpent(snapshot)) return 'over'
  const signIn = signInOf(snapshot)
  return signIn && isCodeValid(signIn.context) ? 'works' : 'mayWork'
}
export const selectIsCodeSpent = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { entry: 'codeExhausted' } }) ?? false
export const selectCanResend = (snapshot: AuthSnapshot) => snapshot.can({ type: 'code.resend' })
