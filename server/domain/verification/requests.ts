import { createHash } from 'node:crypto'
import type { Phone } from '@handsfree/core/contract'
import { codeLimits, policy } from '@handsfree/core/policy'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import type { Sender } from './sender.ts'
import { verificationCodes } from './verification.table.ts'

export type CodeRequest = typeof verificationCodes.$inferSelect

export const hashRequest = (requestId: string): string => createHash('sha256').update(requestId).digest('hex')

/** Absolute difference, so that a clock set back doesn't extend a code or a pause. */
export const secondsSince = (time: Date, now: Date): number => Math.abs(now.getTime() - time.getTime()) / 1000
export const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** Returns null for a missing or unknown id, or another phone's. */
export async function findRequest(
  tx: Transaction,
  { dialCode, phoneNumber }: Phone,
  requestId: string | undefined,
  now: Date,
): Promise<CodeRequest | null> {
  if (requestId === undefined) return null
  const [found] = await tx
    .select()
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.requestHash, hashRequest(requestId)),
        eq(verificationCodes.dialCode, dialCode),
        eq(verificationCodes.phoneNumber, phoneNumber),
        gt(verificationCodes.createTime, secondsBefore(now, codeLimits.knownDevice)),
      ),
    )
  return found ?? null
}

export const isKnownDevice = (request: CodeRequest | null): boolean =>
  request !== null && (request.isKnown || request.verifyTime !== null)

export const findRequestsForPhone = (
  tx: Transaction,
  { dialCode, phoneNumber }: Phone,
  now: Date,
): Promise<CodeRequest[]> =>
  tx
    .select()
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.dialCode, dialCode),
        eq(verificationCodes.phoneNumber, phoneNumber),
        gt(verificationCodes.createTime, secondsBefore(now, 86_400)),
      ),
    )
    .orderBy(desc(verificationCodes.position))

/** Returns the latest sent code of requests sorted newest first. Null if it's used or expired. */
export function findValidCode(requests: readonly CodeRequest[], now: Date): CodeRequest | null {
  const latest = requests.find(({ isJoined, failure }) => !isJoined && !failure)
  const isOver =
    !latest || latest.useTime !== null || secondsSince(latest.createTime, now) >= policy.codeValidSeconds
  return isOver ? null : latest
}

export const isFrom =
  ({ sender }: Sender, request: CodeRequest | null) =>
  (other: CodeRequest): boolean =>
    other.sender === sender || other.codeId === request?.codeId
