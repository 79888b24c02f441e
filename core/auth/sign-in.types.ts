import type { ActorRef, Snapshot } from 'xstate'
import type { Account } from '../contract/user.ts'
import type { PhoneEntry } from '../phone/phone.ts'

/** Why sending a code, checking it, or saving the profile failed. */
export type AuthProblem =
  | { code: 'invalidPhone' }
  /** A calling code of no country. */
  | { code: 'unknownDialCode'; dialCode: string }
  | { code: 'notMobile' }
  /** The sign-in began at an unknown QR code. */
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

export type CodeSent = {
  requestId: string
  resendAfter: number
  expiresIn: number
  demoCode: string | null
}

/** `requestId` is that of the last code this device requested, for any number. */
export type SendInput = {
  phone: PhoneEntry
  requestId: string | null
  /** The QR code at whose site the sign-in began. */
  qrId: string | null
}
export type SignInInput = SendInput & { code: string }

/** An awaited code, as stored for a reload. */
export type CodeOut = {
  /** Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
  qrId: string | null
  /** The code itself, in the demo only; missing in what earlier releases stored. */
  demoCode?: string | null
  /** Tries that a wrong code has left, as long as that is said. */
  triesLeft?: number
}

/** Input of signing in. */
export type SignInStart = {
  now: () => number
  phone: PhoneEntry
  requestId: string | null
  qrId: string | null
  /** The awaited code when the page was left. */
  sent: CodeOut | null
  listener: ActorRef<Snapshot<unknown>, SignInNews>
}

export type SignInContext = Omit<SignInStart, 'sent'> & {
  /** A code was asked for before the calling code was known. */
  isRequested: boolean
  code: string
  /** The number that the last code went to, as long as that code may work. */
  sentTo: string | null
  /** When another code may be requested, milliseconds since 1970. */
  resendAt: number
  /** When the last code that was sent ends, milliseconds since 1970. */
  expiresAt: number
  /** Seconds until another code may be requested, for the countdown. */
  secondsLeft: number
  /** How long the last code works, seconds. */
  expiresIn: number
  /** The code itself, in the demo only. */
  demoCode: string | null
  problem: AuthProblem | null
}

export type SignInEvent =
  | { type: 'auth.begin'; qrId?: string | null }
  | { type: 'phone.change'; phone: Partial<PhoneEntry> }
  | { type: 'phone.edit' }
  | { type: 'code.request' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'code.resend' }
  | { type: 'code.sent' }

/** A code was sent, or it has signed in. */
export type SignInNews = { type: 'code.sent' } | { type: 'account.found'; account: Account }
