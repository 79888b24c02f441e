import type { SnapshotFrom } from 'xstate'
import type { authMachine } from './auth.machine.ts'

type AuthSnapshot = SnapshotFrom<typeof authMachine>

export const selectAccount = (snapshot: AuthSnapshot) => snapshot.context.account
/** Authenticated means that the account has a token (spec section 3). */
export const selectIsSignedIn = (snapshot: AuthSnapshot) => snapshot.context.account !== null
export const selectPhone = (snapshot: AuthSnapshot) => snapshot.context.phone
export const selectProfile = (snapshot: AuthSnapshot) => snapshot.context.profile
export const selectAuthProblem = (snapshot: AuthSnapshot) => snapshot.context.problem
export const selectAuthIsBusy = (snapshot: AuthSnapshot) => snapshot.hasTag('busy')
export const selectIsAskingCode = (snapshot: AuthSnapshot) => snapshot.matches({ signedOut: 'code' })
export const selectIsCheckingCode = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: { code: { entry: 'checking' } } })
export const selectIsCodeSpent = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: { code: { entry: 'spent' } } })
export const selectCanResend = (snapshot: AuthSnapshot) => snapshot.can({ type: 'code.resend' })
export const selectNeedsProfile = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedIn: { profile: 'incomplete' } })
