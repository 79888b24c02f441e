import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Phone, TooSoon } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { codeLimits, policy } from '@handsfree/core/policy'
import type { Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { findAddressTrust } from './address-limits.ts'
import { hasNoTriesLeft, secondsUntilGuess } from './guesses.ts'
import {
  type CodeRequest,
  findRequest,
  findRequestsForPhone,
  findValidCode,
  hashRequest,
  isFrom,
  isKnownDevice,
  secondsSince,
} from './requests.ts'
import { lockPhone, lockSender, type Sender } from './sender.ts'
import { countSent, isPaused, pauseIfOverloaded } from './sending.ts'
import { verificationCodes } from './verification.table.ts'
import { secondsToWait } from './windows.ts'

export const tooSoon = (details: TooSoon) =>
  new ApiError(errorCodes.verificationCodeTooSoon, 'sent too soon', { details })

const hashCode = (keys: Keys, codeId: string, code: string): string =>
  createHmac('sha256', keys.codes).update(`${codeId}:${code}`).digest('hex')

export const isCodeOf = (keys: Keys, { codeId, codeHash }: CodeRequest, code: string): boolean =>
  acceptedKeys(keys).some((accepted) =>
    timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashCode(accepted, codeId, code))),
  )

type CodeRequestInput = {
  phone: Phone
  country: string
  sender: Sender
  /** The device's latest request, for any phone. */
  requestId: string | undefined
  onPause: (country: string) => void
}

/** `code` is to be sent; null if another sender's valid code is reused. */
type IssuedCode = { requestId: string; codeId: string; code: string | null }

/**
 * Returns the seconds that this device must wait (0 if none), and another sender's valid request that it may join.
 */
async function checkPhoneLimits(
  tx: Transaction,
  { phone, sender }: CodeRequestInput,
  device: CodeRequest | null,
  now: Date,
): Promise<{ wait: number; joinedRequest: CodeRequest | null }> {
  const isKnown = isKnownDevice(device)
  const requests = await findRequestsForPhone(tx, phone, now)
  const isPausing = ({ createTime }: CodeRequest) => secondsSince(createTime, now) < policy.codeResendSeconds
  const ownRequest = requests.find((request) => isPausing(request) && isFrom(sender, device)(request))
  const activeRequest = findValidCode(requests, now)
  const isReplaceable =
    ownRequest?.failure === 'refused' ||
    ownRequest?.useTime ||
    (ownRequest &&
      ownRequest === activeRequest &&
      (await hasNoTriesLeft(tx, phone, activeRequest, sender, device, now)))
  const pause =
    ownRequest && !isReplaceable
      ? Math.ceil(policy.codeResendSeconds - secondsSince(ownRequest.createTime, now))
      : 0
  const sentTimes = requests
    .filter((request) => !request.isJoined && request.isKnown === isKnown)
    .map(({ createTime }) => createTime)
  const wait = Math.max(
    pause,
    secondsToWait(sentTimes, codeLimits.phone, now),
    await secondsUntilGuess(tx, phone, isKnown ? 'knownDevice' : 'asker', now),
  )
  return {
    wait,
    joinedRequest:
      activeRequest && isPausing(activeRequest) && activeRequest !== ownRequest ? activeRequest : null,
  }
}

/**
 * Requests a code. Returns a refusal (2004) instead of throwing it, and the caller must too, so that a pause is
 * committed. While another sender's code is valid, a stranger gets the same answer, but no message is sent.
 */
export async function requestCode(
  tx: Transaction,
  { keys, now, random }: Pick<Services, 'keys' | 'now' | 'random'>,
  input: CodeRequestInput,
): Promise<IssuedCode | ApiError> {
  const time = now()
  const { phone, country, sender, onPause } = input
  const device = await findRequest(tx, phone, input.requestId, time)
  const isKnown = isKnownDevice(device)
  // Before taking locks, because most requests under attack end here.
  const isPausedNow = !isKnown && (await isPaused(tx, country, time))
  if (isPausedNow && (await findAddressTrust(tx, sender, phone, time)) !== 'trusted')
    return tooSoon({ reason: 'paused' })
  await lockSender(tx, sender)
  await lockPhone(tx, phone)
  const { wait, joinedRequest } = await checkPhoneLimits(tx, input, device, time)
  if (wait > 0) return tooSoon({ retryAfter: wait })
  if (!isKnown) {
    const standing = await findAddressTrust(tx, sender, phone, time)
    if (standing === 'full') return tooSoon({ reason: 'network' })
    if (standing === 'usual' && (isPausedNow || (await pauseIfOverloaded(tx, country, time, onPause))))
      return tooSoon({ reason: 'paused' })
  }
  const requestId = random.bytes(16).toString('base64url')
  const codeId = newId(random)
  const code = joinedRequest
    ? null
    : String(random.below(10 ** policy.codeDigits)).padStart(policy.codeDigits, '0')
  await tx.insert(verificationCodes).values({
    codeId,
    requestHash: hashRequest(requestId),
    ...phone,
    ...sender,
    codeHash: code === null ? '' : hashCode(keys, codeId, code),
    isJoined: code === null,
    isKnown,
    createTime: time,
  })
  if (code !== null) await countSent(tx, country, time)
  return { requestId, codeId, code }
}
