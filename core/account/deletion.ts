import type { SnapshotFrom } from 'xstate'
import { isAboutCode } from '../auth/auth-problem.ts'
import { isUnexpired } from '../auth/sent-code.ts'
import { type AuthProblem, type CodeSent, secondsUntil } from '../auth/sign-in.ts'
import type { DeletionTerms } from '../contract/account.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { policy } from '../policy/numbers.ts'
import type { accountDeletionMachine } from './deletion.machine.ts'

export type DeletionContext = {
  now: () => number
  terms: DeletionTerms | null
  /** The code that this device has requested. */
  sent: CodeSent | null
  /** When another code may be requested, and when the one that was sent ends. Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
  secondsLeft: number
  code: string
  /** Why no code came, or why the account is still there. */
  problem: AuthProblem | null
}

/** The code that was sent, as it outlives a reload. */
export type DeletionCode = Pick<DeletionContext, 'sent' | 'resendAt' | 'expiresAt'>

export type DeletionStart = {
  now: () => number
  /** What an earlier visit has requested, while it is valid. */
  code?: DeletionCode | null
}

/** Before anything was read. */
export const initialDeletion = ({ now, code }: DeletionStart): DeletionContext => ({
  now,
  terms: null,
  sent: code?.sent ?? null,
  resendAt: code?.resendAt ?? 0,
  expiresAt: code?.expiresAt ?? 0,
  secondsLeft: secondsUntil(code?.resendAt ?? 0, now()),
  code: '',
  problem: null,
})

/** Whether the code that this page has requested is still valid. */
export const isOwnCodeValid = ({ expiresAt, now }: DeletionContext): boolean => isUnexpired(expiresAt, now())

/** Whether a code was sent a moment ago, perhaps before a reload. */
export const maybeSent = (context: DeletionContext, problem: AuthProblem): boolean =>
  problem.code === 'tooSoon' && (isOwnCodeValid(context) || problem.retryAfter <= policy.codeResendSeconds)

/** The context once a code was sent. */
export const afterSending = ({ now }: DeletionContext, sent: CodeSent): Partial<DeletionContext> => ({
  sent,
  resendAt: now() + sent.resendAfter * 1_000,
  expiresAt: now() + sent.expiresIn * 1_000,
  secondsLeft: sent.resendAfter,
  code: '',
  problem: null,
})

/** The context once the server sends no other code for a while. A code that has ended identifies no request. */
export function afterRefusal(context: DeletionContext, problem: AuthProblem): Partial<DeletionContext> {
  const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
  const resendAt = context.now() + seconds * 1_000
  const sent = isOwnCodeValid(context) ? context.sent : null
  return { sent, resendAt, secondsLeft: seconds, problem }
}

/**
 * The context once the account could not be deleted. A code that no longer works may be replaced at once; one that nobody
 * has refused stays entered.
 */
export function afterCodeProblem(problem: AuthProblem): Partial<DeletionContext> {
  const isDead = problem.code === 'burntCode' || problem.code === 'expiredCode'
  return { problem, ...(isAboutCode(problem) && { code: '' }), ...(isDead && { resendAt: 0, expiresAt: 0 }) }
}

type DeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>

/** Reads the terms; takes `reading.retry`. */
export const selectDeletionReading = ({ children }: DeletionSnapshot): ReadingRef | undefined =>
  children.reading

/** The code is asked for, or what was entered is under way. */
export const selectIsAskingDeletionCode = (snapshot: DeletionSnapshot): boolean =>
  snapshot.matches('enteringCode') || snapshot.matches('deleting')

/** Seconds until another code may be requested; null when one may be now. */
export const selectDeletionWait = (snapshot: DeletionSnapshot): number | null =>
  snapshot.matches({ enteringCode: 'waiting' }) ? snapshot.context.secondsLeft : null
