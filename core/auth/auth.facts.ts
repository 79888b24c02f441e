import type { AuthContext, AuthInput } from './auth.types.ts'
import { endOfCode, isUnexpired } from './sent-code.ts'
import type { SignInSnapshot } from './sign-in.machine.ts'

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
