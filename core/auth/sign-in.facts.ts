import { digitsOf, withAsciiDigits } from '../lib/digits.ts'
import { policy } from '../policy/numbers.ts'
import { fullNumber, isCodeValid } from './sent-code.ts'
import type { AuthProblem, CodeSent, SignInContext, SignInEvent, SignInStart } from './sign-in.types.ts'

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
export const startOf = ({ sent, ...input }: SignInStart): SignInContext => ({
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
