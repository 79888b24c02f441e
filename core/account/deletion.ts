import type { SnapshotFrom } from 'xstate'
import { isAboutCode } from '../auth/auth-problem.ts'
import { isUnexpired } from '../auth/sent-code.ts'
import { type AuthProblem, type SentCode, secondsUntil } from '../auth/sign-in.ts'
import type { DeletionTerms } from '../contract/account.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { policy } from '../policy/numbers.ts'
import type { accountDeletionMachine } from './deletion.machine.ts'

export type DeletionContext = {
  now: () => number
  terms: DeletionTerms | null
  sent: SentCode | null
  /** When another code may be requested, and when the sent one expires, in ms since 1970. */
  resendAt: number
  expiresAt: number
  secondsLeft: number
  code: string
  /** Why no code was sent, or why the deletion failed. */
  problem: AuthProblem | null
}

/** The part that is stored across reloads. */
export type DeletionCode = Pick<DeletionContext, 'sent' | 'resendAt' | 'expiresAt'>

export type DeletionMachineInput = {
  now: () => number
  code?: DeletionCode | null
}

export const initialDeletion = ({ now, code }: DeletionMachineInput): DeletionContext => ({
  now,
  terms: null,
  sent: code?.sent ?? null,
  resendAt: code?.resendAt ?? 0,
  expiresAt: code?.expiresAt ?? 0,
  secondsLeft: secondsUntil(code?.resendAt ?? 0, now()),
  code: '',
  problem: null,
})

/** Whether the code requested by this page is still valid. */
export const isOwnCodeValid = ({ expiresAt, now }: DeletionContext): boolean => isUnexpired(expiresAt, now())

/** Whether a code was sent recently, perhaps before a reload. */
export const wasCodeSentRecently = (context: DeletionContext, problem: AuthProblem): boolean =>
  problem.code === 'tooSoon' && (isOwnCodeValid(context) || problem.retryAfter <= policy.codeResendSeconds)

export const afterSending = ({ now }: DeletionContext, sent: SentCode): Partial<DeletionContext> => ({
  sent,
  resendAt: now() + sent.resendAfter * 1_000,
  expiresAt: now() + sent.expiresIn * 1_000,
  secondsLeft: sent.resendAfter,
  code: '',
  problem: null,
})

/** Starts the wait that the server requires before the next code. Drops an expired code's `requestId`. */
export function afterRefusal(context: DeletionContext, problem: AuthProblem): Partial<DeletionContext> {
  const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
  const resendAt = context.now() + seconds * 1_000
  const sent = isOwnCodeValid(context) ? context.sent : null
  return { sent, resendAt, secondsLeft: seconds, problem }
}

/** After a failed deletion. A dead code may be replaced immediately; a code that wasn't rejected stays entered. */
export function afterCodeProblem(problem: AuthProblem): Partial<DeletionContext> {
  const isDead = problem.code === 'burntCode' || problem.code === 'expiredCode'
  return { problem, ...(isAboutCode(problem) && { code: '' }), ...(isDead && { resendAt: 0, expiresAt: 0 }) }
}

type DeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>

export const selectDeletionReading = ({ children }: DeletionSnapshot): ReadingRef | undefined =>
  children.reading

/** Whether a code is being entered or checked. */
export const selectIsEnteringDeletionCode = (snapshot: DeletionSnapshot): boolean =>
  snapshot.matches('enteringCode') || snapshot.matches('deleting')

/** Seconds until another code may be requested; null if one may be now. */
export const selectDeletionWait = (snapshot: DeletionSnapshot): number | null =>
  snapshot.matches({ enteringCode: 'waiting' }) ? snapshot.context.secondsLeft : null
