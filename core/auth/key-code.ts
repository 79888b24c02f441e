import type { SnapshotFrom } from 'xstate'
import { isEmail } from '../lib/email.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import { policy } from '../policy/numbers.ts'
import { isAboutCode } from './auth-problem.ts'
import type { keyCodeMachine } from './key-code.machine.ts'
import { isUnexpired } from './sent-code.ts'
import { type AuthProblem, type SentCode, secondsUntil } from './sign-in.ts'

/** Where the code is sent. Both are as typed; a use of the machine may need one of them only. */
export type KeyEntry = { email: string; phone: PhoneEntry }

/** The part that is stored across reloads. */
export type PendingKeyCode = { sent: SentCode; resendAt: number; expiresAt: number }

export type KeyCodeInput = {
  now: () => number
  entry: KeyEntry
  pending?: PendingKeyCode | null
}

export type KeyCodeContext = Omit<KeyCodeInput, 'pending'> & {
  sent: SentCode | null
  /** When another code may be requested, and when the sent one expires, in ms since 1970. */
  resendAt: number
  expiresAt: number
  secondsLeft: number
  code: string
  problem: AuthProblem | null
}

export const initialKeyCode = ({ pending, ...input }: KeyCodeInput): KeyCodeContext => ({
  ...input,
  sent: pending?.sent ?? null,
  resendAt: pending?.resendAt ?? 0,
  expiresAt: pending?.expiresAt ?? 0,
  secondsLeft: secondsUntil(pending?.resendAt ?? 0, input.now()),
  code: '',
  problem: null,
})

export const isKeyCodeValid = ({ expiresAt, now }: KeyCodeContext): boolean => isUnexpired(expiresAt, now())

/** Whether a code was sent recently, perhaps before a reload. */
export const wasKeyCodeSentRecently = (context: KeyCodeContext, problem: AuthProblem): boolean =>
  problem.code === 'tooSoon' && (isKeyCodeValid(context) || problem.retryAfter <= policy.codeResendSeconds)

/** A code for the previous entry is useless for another one. */
export const changeEntry = (
  { entry }: KeyCodeContext,
  changed: Partial<KeyEntry>,
): Partial<KeyCodeContext> => ({
  entry: { ...entry, ...changed },
  problem: null,
})

export const forgetCode = (): Partial<KeyCodeContext> => ({
  sent: null,
  resendAt: 0,
  expiresAt: 0,
  code: '',
  problem: null,
})

export const afterSending = ({ now }: KeyCodeContext, sent: SentCode): Partial<KeyCodeContext> => ({
  sent,
  resendAt: now() + sent.resendAfter * 1_000,
  expiresAt: now() + sent.expiresIn * 1_000,
  secondsLeft: sent.resendAfter,
  code: '',
  problem: null,
})

/** Starts the wait that the server requires before the next code. Drops an expired code's `requestId`. */
export function afterRefusal(context: KeyCodeContext, problem: AuthProblem): Partial<KeyCodeContext> {
  const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
  const resendAt = context.now() + seconds * 1_000
  return { sent: isKeyCodeValid(context) ? context.sent : null, resendAt, secondsLeft: seconds, problem }
}

/** After a refused code. A dead code may be replaced immediately; a code that wasn't rejected stays entered. */
export function afterCodeProblem(problem: AuthProblem): Partial<KeyCodeContext> {
  const isDead = problem.code === 'burntCode' || problem.code === 'expiredCode'
  return {
    problem,
    ...(isAboutCode(problem) && { code: '' }),
    ...(isDead && { resendAt: 0, expiresAt: 0 }),
  }
}

/** Whether an address as typed can get mail. */
export const isMailable = (email: string): boolean => isEmail(email.trim())

type Snapshot = SnapshotFrom<typeof keyCodeMachine>

/** Whether a new account's number is being entered or sent. */
export const selectIsAddingPhone = (snapshot: Snapshot): boolean =>
  snapshot.matches('addingPhone') || snapshot.matches('creating')
/** Whether a code is being entered or checked; also once it was accepted. */
export const selectIsEnteringKeyCode = (snapshot: Snapshot): boolean =>
  snapshot.matches('entering') || snapshot.matches('checking') || snapshot.matches('done')
/** Seconds until another code may be requested; null if one may be now. */
export const selectKeyCodeWait = (snapshot: Snapshot): number | null =>
  snapshot.matches({ entering: 'waiting' }) ? snapshot.context.secondsLeft : null
