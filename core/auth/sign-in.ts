import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate'
import type { Account } from '../contract/user.ts'
import { digitsOf, withAsciiDigits } from '../lib/digits.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import { policy } from '../policy/numbers.ts'
import type { authMachine } from './auth.machine.ts'
import { fullNumber, isCodeValid } from './sent-code.ts'

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

export const secondsUntil = (time: number, now: number): number =>
  Math.max(0, Math.ceil((time - now) / 1_000))

const half = policy.codeDigits / 2
const wholeCode = new RegExp(`\\b\\d{${policy.codeDigits}}\\b`)
/** As keyboards and messages group it: `123 456`. */
const groupedCode = new RegExp(`\\b\\d{${half}}[\\s\\p{Pd}·.]\\d{${half}}\\b`, 'u')

/** Digits of a code, pasted in any writing; of a whole message the code alone, whatever numbers are before it. */
export function codeIn(text: string): string {
  const plain = withAsciiDigits(text)
  const [code = plain] = wholeCode.exec(plain) ?? groupedCode.exec(plain) ?? []
  return digitsOf(code).slice(0, policy.codeDigits)
}

/** Whether a code was sent a moment ago, perhaps to another device. */
export const maybeSent = (context: SignInContext, problem: AuthProblem): boolean =>
  problem.code === 'tooSoon' && (isCodeValid(context) || problem.retryAfter <= policy.codeResendSeconds)

/** The first context of signing in, perhaps after a reload. */
export const initialSignIn = ({ sent, ...input }: SignInStart): SignInContext => ({
  ...input,
  isRequested: false,
  code: '',
  sentTo: sent && fullNumber(input.phone),
  resendAt: sent?.resendAt ?? 0,
  expiresAt: sent?.expiresAt ?? 0,
  secondsLeft: secondsUntil(sent?.resendAt ?? 0, input.now()),
  expiresIn: policy.codeValidSeconds,
  demoCode: sent?.demoCode ?? null,
  problem: sent?.triesLeft ? { code: 'wrongCode', triesLeft: sent.triesLeft } : null,
})

/** The context once a code was sent. */
export const afterSending = (
  { phone, now }: SignInContext,
  { requestId, resendAfter, expiresIn, demoCode }: CodeSent,
): Partial<SignInContext> => ({
  code: '',
  problem: null,
  sentTo: fullNumber(phone),
  resendAt: now() + resendAfter * 1_000,
  expiresAt: now() + expiresIn * 1_000,
  secondsLeft: resendAfter,
  expiresIn,
  requestId,
  demoCode,
})

/** The countdown a second later. It never grows: a clock that was set back meanwhile moves its end. */
export function afterTick({
  resendAt,
  secondsLeft,
  now,
}: Pick<SignInContext, 'resendAt' | 'secondsLeft' | 'now'>) {
  const left = secondsUntil(resendAt, now())
  return left > secondsLeft ? { resendAt: now() + secondsLeft * 1_000 } : { secondsLeft: left }
}

/** How long the server lets no other code be sent. */
export function afterRefusal({ now }: SignInContext, problem: AuthProblem): Partial<SignInContext> {
  const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
  return { problem, resendAt: now() + seconds * 1_000, secondsLeft: seconds }
}

/** The digits of the code with what was typed. */
export const typedCode = ({ code }: SignInContext, event: SignInEvent): string =>
  event.type === 'code.change' ? codeIn(event.code) : code

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
