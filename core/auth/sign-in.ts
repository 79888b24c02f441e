import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate'
import type { Account } from '../contract/user.ts'
import { digitsOf, withAsciiDigits } from '../lib/digits.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import { policy } from '../policy/numbers.ts'
import type { authMachine } from './auth.machine.ts'
import { fullNumber, isCodeValid } from './sent-code.ts'

export type AuthProblem =
  | { code: 'invalidPhone' }
  /** The calling code doesn't exist. */
  | { code: 'unknownDialCode'; dialCode: string }
  | { code: 'notMobile' }
  /** The sign-in started at an unknown QR code. */
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
  /** The privacy policy isn't agreed to on this device. */
  | { code: 'consentRequired' }
  /** The server has a newer privacy policy than this page. */
  | { code: 'policyChanged' }
  /** The address is the account's only key. */
  | { code: 'onlyKey' }
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'unexpected' }

export type SentCode = {
  requestId: string
  resendAfter: number
  expiresIn: number
  demoCode: string | null
}

/** `requestId` is from this device's last code request, for any number. */
export type SendCodeInput = {
  phone: PhoneEntry
  requestId: string | null
  qrId: string | null
}
export type CheckCodeInput = SendCodeInput & { code: string }

export type PendingCode = {
  /** Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
  qrId: string | null
  /** The code itself, only in the demo. Earlier releases didn't store it. */
  demoCode?: string | null
  /** Remaining tries after a wrong code, while that is shown. */
  triesLeft?: number
}

export type SignInMachineInput = {
  now: () => number
  phone: PhoneEntry
  requestId: string | null
  qrId: string | null
  sent: PendingCode | null
  listener: ActorRef<Snapshot<unknown>, SignInUpdate>
}

export type SignInContext = Omit<SignInMachineInput, 'sent'> & {
  /** A code was requested before the calling code was detected. */
  isRequested: boolean
  code: string
  /** The number of the last code, while that code may work. */
  sentTo: string | null
  /** When another code may be requested, in ms since 1970. */
  resendAt: number
  /** Expiry of the last sent code, in ms since 1970. */
  expiresAt: number
  /** Seconds until another code may be requested, for the countdown. */
  secondsLeft: number
  /** Validity of the last code, in seconds. */
  expiresIn: number
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

export type SignInUpdate = { type: 'code.sent' } | { type: 'account.found'; account: Account }

export const secondsUntil = (time: number, now: number): number =>
  Math.max(0, Math.ceil((time - now) / 1_000))

const half = policy.codeDigits / 2
const wholeCode = new RegExp(`\\b\\d{${policy.codeDigits}}\\b`)
/** As keyboards and messages group it: `123 456`. */
const groupedCode = new RegExp(`\\b\\d{${half}}[\\s\\p{Pd}·.]\\d{${half}}\\b`, 'u')

/** Extracts a code's digits from any script. In a whole message, ignores other numbers. */
export function extractCode(text: string): string {
  const plain = withAsciiDigits(text)
  const [code = plain] = wholeCode.exec(plain) ?? groupedCode.exec(plain) ?? []
  return digitsOf(code).slice(0, policy.codeDigits)
}

/** Whether a code was sent recently, perhaps to another device. */
export const wasCodeSentRecently = (context: SignInContext, problem: AuthProblem): boolean =>
  problem.code === 'tooSoon' && (isCodeValid(context) || problem.retryAfter <= policy.codeResendSeconds)

export const initialSignIn = ({ sent, ...input }: SignInMachineInput): SignInContext => ({
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

export const afterSending = (
  { phone, now }: SignInContext,
  { requestId, resendAfter, expiresIn, demoCode }: SentCode,
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

/** One countdown tick. Never increases: if the device's clock was set back, the end moves instead. */
export function afterTick({
  resendAt,
  secondsLeft,
  now,
}: Pick<SignInContext, 'resendAt' | 'secondsLeft' | 'now'>) {
  const secondsNow = secondsUntil(resendAt, now())
  return secondsNow > secondsLeft ? { resendAt: now() + secondsLeft * 1_000 } : { secondsLeft: secondsNow }
}

/** Starts the wait that the server requires before the next code. */
export function afterRefusal({ now }: SignInContext, problem: AuthProblem): Partial<SignInContext> {
  const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
  return { problem, resendAt: now() + seconds * 1_000, secondsLeft: seconds }
}

export const codeOfEvent = ({ code }: SignInContext, event: SignInEvent): string =>
  event.type === 'code.change' ? extractCode(event.code) : code

type AuthSnapshot = SnapshotFrom<typeof authMachine>

const loadProblem: AuthProblem = { code: 'network' }

/** Undefined until loaded. */
const signInOf = ({ context }: AuthSnapshot) => context.signIn?.getSnapshot()

export const selectAuthProblem = (snapshot: AuthSnapshot): AuthProblem | null =>
  signInOf(snapshot)?.context.problem ?? (snapshot.matches({ signedOut: 'unavailable' }) ? loadProblem : null)
export const selectAuthIsBusy = (snapshot: AuthSnapshot) => signInOf(snapshot)?.hasTag('busy') ?? false
/** Whether neither number nor code can be entered yet. */
export const selectIsSignInStarting = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedOut: 'starting' }) || signInOf(snapshot)?.matches('detectingDialCode') === true
export const selectIsEnteringPhone = (snapshot: AuthSnapshot) => signInOf(snapshot)?.matches('phone') ?? false
export const selectCode = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.code ?? ''
export const selectDemoCode = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.demoCode ?? null
/** Validity of the last code, in seconds. */
export const selectCodeLifetime = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.context.expiresIn ?? policy.codeValidSeconds
/** Seconds until another code may be requested. */
export const selectSecondsLeft = (snapshot: AuthSnapshot) => signInOf(snapshot)?.context.secondsLeft ?? 0
export const selectIsCountingDown = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { countdown: 'ticking' } }) ?? false
export const selectIsResending = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { countdown: 'resending' } }) ?? false
/** `mayWork`: another device may have requested a code. */
export const selectCodeValidity = (snapshot: AuthSnapshot): 'works' | 'mayWork' | 'over' => {
  if (selectIsCodeSpent(snapshot)) return 'over'
  const signIn = signInOf(snapshot)
  return signIn && isCodeValid(signIn.context) ? 'works' : 'mayWork'
}
export const selectIsCodeSpent = (snapshot: AuthSnapshot) =>
  signInOf(snapshot)?.matches({ code: { entry: 'codeExhausted' } }) ?? false
export const selectCanResend = (snapshot: AuthSnapshot) => snapshot.can({ type: 'code.resend' })
