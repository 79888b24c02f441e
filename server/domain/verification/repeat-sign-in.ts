import type { Phone } from '@handsfree/core/contract'
import { codeLimits, policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { countTries, guesserOf, recordGuess, secondsUntilGuess } from './guesses.ts'
import { isCodeOf } from './request-code.ts'
import { findRequest, findRequestsForPhone, secondsSince } from './requests.ts'
import { lockPhone, type Sender } from './sender.ts'
import { verificationCodes as codes } from './verification.table.ts'

type SignIn = { code: string; requestId: string | undefined; sender: Sender }

/**
 * Returns the token hash of a recent sign-in that the same device retries with the same code after a lost response,
 * else null. A wrong code counts as a try.
 */
export async function findRepeatedSignIn(
  tx: Transaction,
  { keys, now, random }: Pick<Services, 'keys' | 'now' | 'random'>,
  phone: Phone,
  { code, requestId, sender }: SignIn,
): Promise<string | null> {
  const time = now()
  if (!(await findRequest(tx, phone, requestId, time))) return null
  await lockPhone(tx, phone)
  const device = await findRequest(tx, phone, requestId, time)
  const { seconds, times } = codeLimits.repeat
  if (!device?.tokenHash || !device.verifyTime || device.repeats >= times) return null
  if (secondsSince(device.verifyTime, time) >= seconds) return null
  const requests = await findRequestsForPhone(tx, phone, time)
  // The code may belong to another sender's request that this one joined.
  const usedAt = device.verifyTime.getTime()
  const usedCode = requests.find(({ isJoined, useTime }) => !isJoined && useTime?.getTime() === usedAt)
  const guesser = guesserOf(sender, device, requests, time)
  const hasTries = (await countTries(tx, phone, guesser)) < policy.codeTries
  if (!usedCode || !hasTries || (await secondsUntilGuess(tx, phone, guesser.kind, time)) > 0) return null
  if (isCodeOf(keys, usedCode, code)) {
    await tx
      .update(codes)
      .set({ repeats: device.repeats + 1 })
      .where(eq(codes.codeId, device.codeId))
    return device.tokenHash
  }
  await recordGuess(tx, random, phone, { guesser, sender, device, code: usedCode }, time)
  return null
}

export async function recordSignIn(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  phone: Phone,
  requestId: string | undefined,
  tokenHash: string,
): Promise<void> {
  const device = await findRequest(tx, phone, requestId, now())
  if (device) await tx.update(codes).set({ tokenHash }).where(eq(codes.codeId, device.codeId))
}
