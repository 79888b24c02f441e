import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import type { Keys } from '../keys.ts'
import type { Settings } from '../settings/settings.ts'

/** Maximum clock difference, ms. */
const windowMs = 5 * 60_000

/**
 * Verifies X-Signature: SHA-256 hex of timestamp, static key (current or previous) and path. X-Timestamp (ms) must be
 * within five minutes. Throws 1001.
 */
export function checkSignature(
  request: FastifyRequest,
  { staticKey, previous }: Pick<Settings, 'staticKey' | 'previous'>,
  now: Date,
): void {
  const { 'x-signature': signature, 'x-timestamp': timestamp } = request.headers
  const path = request.url.split('?')[0]
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
  const isSigned = [staticKey, previous.staticKey].some((key) => {
    if (key === null) return false
    const expected = createHash('sha256').update(`${timestamp}${key}${path}`).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  const isTimely =
    /^\d{1,15}$/.test(String(timestamp)) && Math.abs(now.getTime() - Number(timestamp)) <= windowMs
  if (!isSigned || !isTimely) throw new ApiError(errorCodes.signatureNotMatch, 'signature not match')
}

/** The 256-bit key that encrypts a holder's configuration. Derived, so all instances share it. */
export const configurationKey = (keys: Keys, holder: string): Buffer =>
  createHmac('sha256', keys.configuration).update(holder).digest()

/** Base64 of a JSON object with AES-ECB/PKCS7 encrypted, base64 encoded values (spec section 7). */
export function encryptConfiguration(values: Record<string, string>, key: Buffer): string {
  const encrypt = (text: string): string => {
    const cipher = createCipheriv('aes-256-ecb', key, null)
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
  }
  const encrypted = Object.entries(values).map(([name, value]) => [name, encrypt(value)])
  return Buffer.from(JSON.stringify(Object.fromEntries(encrypted))).toString('base64')
}
