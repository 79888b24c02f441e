import type { SnapshotFrom } from 'xstate'
import type { authMachine } from './auth.machine.ts'

type AuthSnapshot = SnapshotFrom<typeof authMachine>

export const selectAccount = (snapshot: AuthSnapshot) => snapshot.context.account
/** Authenticated means that the account has a token (spec section 3). */
export const selectIsSignedIn = (snapshot: AuthSnapshot) => snapshot.context.account !== null
export const selectPhone = (snapshot: AuthSnapshot) => snapshot.context.phone
export const selectProfile = (snapshot: AuthSnapshot) => snapshot.context.profile
export const selectIsAskingCode = ({ context: { signIn, sent } }: AuthSnapshot) =>
  signIn?.getSnapshot().matches('code') ?? sent !== null
export const selectNeedsProfile = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedIn: { profile: 'incomplete' } })
/** The awaited code, for a reload; null when there is none, or another number is being entered. */
export const selectCodeOut = (snapshot: AuthSnapshot) => snapshot.context.sent
