import { createHash } from 'node:crypto'
import type { Phone } from '@handsfree/core/contract'
import { codeLimits, policy } from '@handsfree/core/policy'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import type { Sender } from './sender.ts'
import { verificationCodes } from './verification.table.ts'

/** One request for a code, and the code that was made for it. */
export type CodeRequest = typeof verificationCodes.$inferSelect

export const hashRequest = (requestId: string): string => createHash('sha256').update(requestId).digest('hex')

/** Seconds from one to the other: a clock that was set back makes no code and no pause last longer. */
export const secondsSince = (time: Date, now: Date): number => Math.abs(now.getTime() - time.getTime()) / 1000
export const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** A device's request for this phone; null for no id, an unknown one, or one for another phone. */
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

/** Whether the device of a request has signed in with the phone before. */
export const isKnownDevice = (request: CodeRequest | null): boolean =>
  request !== null && (request.isKnown || request.verifyTime !== null)

/** A phone's requests of the last day, newest first. */
export const requestsForPhone = (
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

/** The latest code that was sent, of a phone's requests from the newest. Null when it is used or expired. */
export function validCode(requests: readonly CodeRequest[], now: Date): CodeRequest | null {
  const latest = requests.find(({ isJoined, failure }) => !isJoined && !failure)
  const isOver =
    !latest || latest.useTime !== null || secondsSince(latest.createTime, now) >= policy.codeValidSeconds
  return isOver ? null : latest
}

/** Whether a request was made by this device, or from this address. */
export const isFrom =
  ({ sender }: Sender, request: CodeRequest | null) =>
  (other: CodeRequest): boolean =>
    other.sender === sender || other.codeId === request?.codeId
