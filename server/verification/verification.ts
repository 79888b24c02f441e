import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { errorCodes, type Phone } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { and, desc, eq, lt } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Database, Transaction } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { verificationCodes } from './verification.table.ts'

const hashCode = (secret: string, codeId: string, code: string): string =>
  createHmac('sha256', secret).update(`code:${codeId}:${code}`).digest('hex')

/** A keyed hash of where a request came from, good for counting and nothing else. */
export const hashSender = (secret: string, network: string): string =>
  createHmac('sha256', secret).update(`sender:${network}`).digest('hex')

/** Makes a code for a phone. From now on no earlier one counts. */
export async function makeCode(
  tx: Transaction,
  { secret, now }: Pick<Services, 'secret' | 'now'>,
  { dialCode, phoneNumber, sender }: Phone & { sender: string },
): Promise<{ codeId: string; code: string }> {
  const codeId = newId()
  const code = String(randomInt(10 ** policy.codeDigits)).padStart(policy.codeDigits, '0')
  const codeHash = hashCode(secret, codeId, code)
  await tx
    .insert(verificationCodes)
    .values({ codeId, dialCode, phoneNumber, sender, codeHash, createTime: now() })
  return { codeId, code }
}

/** Takes back a code that could not be sent: it neither counts nor opens anything. */
export const withdrawCode = (db: Database, codeId: string) =>
  db.delete(verificationCodes).where(eq(verificationCodes.codeId, codeId))

/**
 * Uses a phone's latest code up. Answers null when it was right, else the refusal (2002 with `triesLeft`, 2003) which
 * the caller **returns**, so that the try stays counted. The code's row is locked until then: tries at once take turns,
 * and never come to more than three.
 */
export async function useCode(
  tx: Transaction,
  { secret, now }: Pick<Services, 'secret' | 'now'>,
  { dialCode, phoneNumber }: Phone,
  code: string,
): Promise<ApiError | null> {
  const time = now()
  const [latest] = await tx
    .select()
    .from(verificationCodes)
    .where(and(eq(verificationCodes.dialCode, dialCode), eq(verificationCodes.phoneNumber, phoneNumber)))
    .orderBy(desc(verificationCodes.createTime))
    .limit(1)
    .for('update')
  const isOver =
    !latest ||
    latest.useTime ||
    time.getTime() - latest.createTime.getTime() >= policy.codeValidSeconds * 1000
  if (isOver) return new ApiError(errorCodes.verificationCodeExpired, 'verification code expired')
  if (latest.tries >= policy.codeTries) return wrongCode(0)

  const isRight = timingSafeEqual(
    Buffer.from(latest.codeHash),
    Buffer.from(hashCode(secret, latest.codeId, code)),
  )
  const tries = latest.tries + 1
  await tx
    .update(verificationCodes)
    .set({ tries, useTime: isRight ? time : null })
    .where(eq(verificationCodes.codeId, latest.codeId))
  return isRight ? null : wrongCode(policy.codeTries - tries)
}

const wrongCode = (triesLeft: number) =>
  new ApiError(errorCodes.verificationCodeError, 'verification code error', { details: { triesLeft } })

/** Deletes codes that no limit counts any more. */
export const sweepCodes = (db: Database, now: Date) =>
  db.delete(verificationCodes).where(lt(verificationCodes.createTime, new Date(now.getTime() - 86_400_000)))
