import type { SnapshotFrom } from 'xstate'
import type { authMachine } from './auth.machine.ts'
import type { CodeOut } from './auth.types.ts'
import { isCodeOut } from './code-out.ts'

type AuthSnapshot = SnapshotFrom<typeof authMachine>

export const selectAccount = (snapshot: AuthSnapshot) => snapshot.context.account
/** Authenticated means that the account has a token (spec section 3). */
export const selectIsSignedIn = (snapshot: AuthSnapshot) => snapshot.context.account !== null
export const selectPhone = (snapshot: AuthSnapshot) => snapshot.context.phone
export const selectProfile = (snapshot: AuthSnapshot) => snapshot.context.profile
export const selectAuthProblem = (snapshot: AuthSnapshot) => snapshot.context.problem
export const selectAuthIsBusy = (snapshot: AuthSnapshot) => snapshot.hasTag('busy')
export const selectIsAskingCode = (snapshot: AuthSnapshot) => snapshot.matches({ signedOut: 'code' })
/** What is known of the last code: it works, it may (another device may have asked for one), or it is over. */
export const selectCodeStanding = (snapshot: AuthSnapshot): 'works' | 'mayWork' | 'over' => {
  if (selectIsCodeSpent(snapshot)) return 'over'
  return isCodeOut(snapshot.context) ? 'works' : 'mayWork'
}
export const selectIsCheckingCode = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: { code: { entry: 'checking' } } })
export const selectIsCodeSpent = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: { code: { entry: 'spent' } } })
export const selectCanResend = (snapshot: AuthSnapshot) => snapshot.can({ type: 'code.resend' })
export const selectNeedsProfile = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedIn: { profile: 'incomplete' } })
/** The code that is being typed, for a reload; null when there is none, or another number is being entered. */
export const selectCodeOut = (snapshot: AuthSnapshot): CodeOut | null => {
  const { resendAt, expiresAt, qrId } = snapshot.context
  return selectIsAskingCode(snapshot) && isCodeOut(snapshot.context) ? { resendAt, expiresAt, qrId } : null
}
