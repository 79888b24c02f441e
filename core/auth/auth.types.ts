import type { Account, Phone, UserProfile } from '../api/contract/user.ts'
import type { Result } from '../result.ts'

/** Why sending a code, checking it, or saving the profile did not work. */
export type AuthProblem =
  | { code: 'invalidPhone' }
  | { code: 'tooSoon'; retryAfter: number }
  | { code: 'codeRequired' }
  | { code: 'wrongCode'; triesLeft: number }
  | { code: 'burntCode' }
  | { code: 'expiredCode' }
  | { code: 'nameRequired' }
  | { code: 'invalidEmail' }
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'unexpected' }

/** Fields of the profile that a traveller may change. */
export type ProfileFields = { name: string; email: string }

export type CodeSent = { resendAfter: number; expiresIn: number; demoCode: string | null }

export type AuthInput = {
  /** What the last visit left, if anything. */
  restored: {
    phone: Phone
    account: Account | null
    profile: UserProfile | null
    isNameSkipped: boolean
  } | null
  /** Milliseconds since 1970. */
  now: () => number
}

export type AuthContext = {
  now: () => number
  phone: { dialCode: string; phoneNumber: string }
  code: string
  /** The number that the last code went to. */
  sentTo: string | null
  /** When another code may be asked for, milliseconds since 1970. */
  resendAt: number
  /** Seconds until then, for the countdown. */
  secondsLeft: number
  expiresIn: number
  /** The code itself, in the demo only. */
  demoCode: string | null
  account: Account | null
  profile: UserProfile | null
  /** The traveller wants to give a name later: it is not asked again until the next sign-in. */
  isNameSkipped: boolean
  draft: ProfileFields
  problem: AuthProblem | null
}

export type AuthEvent =
  | { type: 'auth.begin' }
  | { type: 'phone.change'; phone: Partial<Phone> }
  | { type: 'phone.edit' }
  | { type: 'code.request' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'code.resend' }
  | { type: 'code.sent' }
  | { type: 'profile.save'; fields: ProfileFields }
  | { type: 'profile.skip' }
  | { type: 'profile.retry' }
  | { type: 'profile.changed'; fields: ProfileFields }
  | { type: 'auth.signOut' }
  | { type: 'session.ended' }
  | { type: 'account.removed' }
  | { type: 'account.found'; account: Account }

/** `auth.codeSent`: a code is out, time to type it. `reason`: asked for, ended by the server (1010), or signed out in another tab. */
export type AuthEmitted =
  | { type: 'auth.codeSent' }
  | { type: 'auth.signedIn'; account: Account }
  | { type: 'auth.profileNeeded' }
  | { type: 'auth.profileSettled' }
  | { type: 'auth.signedOut'; reason: 'request' | 'ended' | 'elsewhere' }

export type SendResult = Result<CodeSent, AuthProblem>
export type SignInResult = Result<Account, AuthProblem>
export type ProfileResult = Result<UserProfile, AuthProblem>
export type SaveProfileResult = Result<ProfileFields, AuthProblem>
