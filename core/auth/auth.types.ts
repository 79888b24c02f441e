import type { Account, Phone, UserProfile } from '../api/contract/user.ts'

/** Why sending a code, checking it, or saving the profile did not work. */
export type AuthProblem =
  | { code: 'invalidPhone' }
  /** A calling code of no country. */
  | { code: 'unknownDialCode'; dialCode: string }
  | { code: 'notMobile' }
  /** The sign-in began at a QR code of no place. */
  | { code: 'unknownPlace' }
  | { code: 'countryNotServed' }
  | { code: 'tooSoon'; retryAfter: number }
  | { code: 'tooManyFromHere' }
  | { code: 'sendingPaused' }
  | { code: 'codeRequired' }
  | { code: 'wrongCode'; triesLeft: number }
  | { code: 'burntCode' }
  | { code: 'tooManyTries'; retryAfter: number }
  | { code: 'expiredCode' }
  | { code: 'nameRequired' }
  | { code: 'invalidEmail' }
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'unexpected' }

/** Fields of the profile that a traveller may change. */
export type ProfileFields = { name: string; email: string }

export type CodeSent = {
  requestId: string
  resendAfter: number
  expiresIn: number
  demoCode: string | null
}

/** `requestId` is that of the last code this device asked for, for whichever number. */
export type SendInput = {
  phone: Phone
  requestId: string | null
  /** The QR code at whose site the sign-in began. */
  qrId: string | null
}
export type SignInInput = SendInput & { code: string }

/** A code that is out: what is known of it after a reload. */
export type CodeOut = {
  /** Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
  qrId: string | null
}

export type AuthInput = {
  /** What the last visit left, if anything. */
  restored: {
    phone: Phone
    account: Account | null
    profile: UserProfile | null
    isNameSkipped: boolean
    requestId?: string | null
    sent?: CodeOut | null
  } | null
  /** Milliseconds since 1970. */
  now: () => number
}

export type AuthContext = {
  now: () => number
  phone: { dialCode: string; phoneNumber: string }
  code: string
  /** The number that the last code went to, as long as that code may work. */
  sentTo: string | null
  /** When another code may be asked for, milliseconds since 1970. */
  resendAt: number
  /** When the last code that was sent ends, milliseconds since 1970. */
  expiresAt: number
  /** Seconds until another code may be asked for, for the countdown. */
  secondsLeft: number
  expiresIn: number
  /** Of the last code this device asked for. Outlives sign-in and sign-out: the server knows the device by it. */
  requestId: string | null
  /** The QR code at whose site the sign-in began; null elsewhere. */
  qrId: string | null
  /** The code itself, in the demo only. */
  demoCode: string | null
  account: Account | null
  profile: UserProfile | null
  /** The traveller wants to give a name later: it is not asked again until the next sign-in. */
  isNameSkipped: boolean
  problem: AuthProblem | null
}

export type AuthEvent =
  | { type: 'auth.begin'; qrId?: string | null }
  | { type: 'phone.change'; phone: Partial<Phone> }
  | { type: 'phone.edit' }
  | { type: 'code.request' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'code.resend' }
  | { type: 'code.sent' }
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
