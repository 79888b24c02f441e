import type { CodeDelivery, Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { codeLimits, policy } from '@handsfree/core/policy'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { deleteBefore } from '../../runtime/db/delete-before.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import {
  countTries,
  forgiveGuesses,
  guesserOf,
  hasTooManyGuesses,
  recordGuess,
  secondsUntilGuess,
} from './guesses.ts'
import { countryOf } from './mail-address.ts'
import { isCodeOf, tooSoon } from './request-code.ts'
import {
  type CodeRequest,
  findRequest,
  findRequestsForPhone,
  findValidCode,
  hashRequest,
  secondsBefore,
  secondsSince,
} from './requests.ts'
import { lockPhone, lockSender, type Sender } from './sender.ts'
import { countVerified, sweepCounts } from './sending.ts'
import { verificationCodes as codes, verificationGuesses } from './verification.table.ts'

/** Marks a code as not sent or possibly sent. The code is invalid, but the request still counts. */
export const markFailed = (db: Database, codeId: string, failure: 'refused' | 'unknown') =>
  db.update(codes).set({ failure }).where(eq(codes.codeId, codeId))

export const setMessageId = (db: Database, codeId: string, messageId: string | null) =>
  db.update(codes).set({ messageId }).where(eq(codes.codeId, codeId))

export const setDelivery = (
  tx: Transaction,
  messageId: string,
  delivery: NonNullable<CodeRequest['delivery']>,
) => tx.update(codes).set({ delivery }).where(eq(codes.messageId, messageId))

/** Returns what became of the message with a device's code, until the code expires. */
export async function findDelivery(
  tx: Database,
  { now }: Pick<Services, 'now'>,
  requestId: string,
): Promise<CodeDelivery> {
  const [found] = await tx
    .select({ delivery: codes.delivery })
    .from(codes)
    .where(
      and(
        eq(codes.requestHash, hashRequest(requestId)),
        gt(codes.createTime, secondsBefore(now(), policy.codeValidSeconds)),
      ),
    )
  return { isUndelivered: found?.delivery === 'undelivered' }
}

/** Returns the sign-in's request: the device's own, or the address's latest for this phone. */
const findOwnRequest = (requests: readonly CodeRequest[], { sender }: Sender, device: CodeRequest | null) =>
  device ?? requests.find((request) => request.sender === sender)

async function consumeCode(
  tx: Transaction,
  phone: Phone,
  code: CodeRequest,
  {
    sender,
    device,
    requests,
    now,
  }: { sender: Sender; device: CodeRequest | null; requests: readonly CodeRequest[]; now: Date },
): Promise<void> {
  await tx.update(codes).set({ useTime: now }).where(eq(codes.codeId, code.codeId))
  const own = findOwnRequest(requests, sender, device)
  if (own) {
    await tx.update(codes).set({ useTime: now, verifyTime: now }).where(eq(codes.codeId, own.codeId))
  }
  await forgiveGuesses(tx, phone, sender, now)
  const country = countryOf(phone)
  const isFirstOfDay = !requests.some(({ useTime }) => useTime !== null)
  if (country && isFirstOfDay) await countVerified(tx, country, code.createTime)
}

/**
 * Uses a phone's latest code. Returns null if it's right. Otherwise **returns** the refusal, so that the try is
 * committed; the caller must return it too. 2002 has the sender's `triesLeft`, 2003 is for the device whose request
 * expired, 2004 for too many tries. Others can't tell whether a code is live. Concurrent guesses are serialized.
 */
export async function useCode(
  tx: Transaction,
  { keys, now, random }: Pick<Services, 'keys' | 'now' | 'random'>,
  phone: Phone,
  { code, requestId, sender }: { code: string; requestId: string | undefined; sender: Sender },
): Promise<ApiError | null> {
  const time = now()
  const device = await findRequest(tx, phone, requestId, time)
  if (!device) {
    await lockSender(tx, sender)
    if (await hasTooManyGuesses(tx, sender, time)) return tooSoon({ reason: 'network' })
  }
  await lockPhone(tx, phone)
  const requests = await findRequestsForPhone(tx, phone, time)
  const activeCode = findValidCode(requests, time)
  const isDeviceLate = device && secondsSince(device.createTime, time) >= policy.codeValidSeconds
  if (device && (isDeviceLate || !activeCode)) return codeExpired()

  const guesser = guesserOf(sender, device, requests, time)
  const tries = await countTries(tx, phone, guesser)
  if (tries >= policy.codeTries) return wrongCode(0)
  const wait = await secondsUntilGuess(tx, phone, guesser.kind, time)
  if (device && wait > 0) return tooSoon({ retryAfter: wait })

  const comparedCode = wait > 0 ? null : activeCode
  if (comparedCode && isCodeOf(keys, comparedCode, code)) {
    await consumeCode(tx, phone, comparedCode, { sender, device, requests, now: time })
    return null
  }
  await recordGuess(tx, random, phone, { guesser, sender, device, code: comparedCode }, time)
  return wrongCode(policy.codeTries - tries - 1)
}

const codeExpired = () => new ApiError(errorCodes.verificationCodeExpired, 'verification code expired')
const wrongCode = (triesLeft: number) =>
  new ApiError(errorCodes.verificationCodeError, 'verification code error', { details: { triesLeft } })

/** Unlinks a phone's devices. Its codes are then swept within a day. */
export const forgetDevices = (tx: Transaction, { dialCode, phoneNumber }: Phone) =>
  tx
    .update(codes)
    .set({ isKnown: false, verifyTime: null, tokenHash: null })
    .where(and(eq(codes.dialCode, dialCode), eq(codes.phoneNumber, phoneNumber)))

export async function sweepCodes(db: Database, now: Date): Promise<void> {
  const dayAgo = secondsBefore(now, 86_400)
  const isOfStranger = and(isNull(codes.verifyTime), eq(codes.isKnown, false), lt(codes.createTime, dayAgo))
  await db
    .delete(codes)
    .where(or(isOfStranger, lt(codes.createTime, secondsBefore(now, codeLimits.knownDevice))))
  await deleteBefore(db, verificationGuesses, verificationGuesses.createTime, dayAgo)
  await sweepCounts(db, now)
}
