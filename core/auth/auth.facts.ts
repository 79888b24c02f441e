import type { Account } from '../contract/user.ts'
import type { AuthContext, AuthEvent, AuthInput, EndReason, Profile } from './auth.types.ts'
import { endOfCode, isUnexpired } from './sent-code.ts'
import type { SignInSnapshot } from './sign-in.machine.ts'
import type { SignInEvent } from './sign-in.types.ts'

/** What is left after signing out (spec section 4). */
export const nobody = {
  account: null,
  profile: null,
  isNameSkipped: false,
  mayBeDeleted: false,
  phone: { dialCode: '', phoneNumber: '' },
} satisfies Partial<AuthContext>

/** The context that the last visit stored. */
export const startOf = ({ restored, now }: AuthInput): AuthContext => {
  const account = restored?.account ?? null
  // A tab that waits for a code stores it beside the account that another tab has signed in meanwhile.
  const sent = account ? null : (restored?.sent ?? null)
  return {
    now,
    signIn: null,
    phone: restored?.phone ?? nobody.phone,
    sent: sent && isUnexpired(sent.expiresAt, now()) ? sent : null,
    requestId: restored?.requestId ?? null,
    qrId: sent?.qrId ?? null,
    queue: [],
    account,
    profile: restored?.profile ?? null,
    isNameSkipped: restored?.isNameSkipped ?? false,
    mayBeDeleted: account !== null && restored?.mayBeDeleted === true,
  }
}

/** What survives signing in, or a reload while the code is typed. */
export function entryOf(entry: SignInSnapshot): Pick<AuthContext, 'phone' | 'requestId' | 'sent'> {
  const { phone, requestId, resendAt, qrId, demoCode, now, problem } = entry.context
  const expiresAt = endOfCode(entry.context)
  const isAsking = entry.matches('code') && isUnexpired(expiresAt, now())
  const wrong = problem?.code === 'wrongCode' && { triesLeft: problem.triesLeft }
  return { phone, requestId, sent: isAsking ? { resendAt, expiresAt, qrId, demoCode, ...wrong } : null }
}

/** An account that was opened. Of the phone entry the calling code stays, for the next sign-in. */
export const signedIn = (
  { phone }: AuthContext,
  account: Account,
): Pick<AuthContext, 'account' | 'phone'> => ({
  account,
  phone: { ...phone, phoneNumber: '' },
})

/** The queue with an event, which replaces an older one of its type. */
export const queueWith = ({ queue }: AuthContext, event: SignInEvent): SignInEvent[] => [
  ...queue.filter(({ type }) => type !== event.type),
  event,
]

/** The profile with the fields that were saved. */
export const changedProfile = ({ profile }: AuthContext, event: AuthEvent): Profile | null =>
  event.type === 'profile.changed' && profile ? { ...profile, ...event.fields } : profile

/** Why the server ended the session. */
export const endReason = ({ mayBeDeleted }: AuthContext): EndReason =>
  mayBeDeleted ? 'unconfirmed' : 'ended'
