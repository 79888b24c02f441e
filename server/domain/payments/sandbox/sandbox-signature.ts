import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../../runtime/keys.ts'

/** `t={epoch seconds},v1={hex HMAC-SHA256 of "t.body"}`. */
export const signatureHeader = 'sandbox-signature'

/** Maximum clock difference, either way. */
const toleranceSeconds = 300

const sign = (keys: Keys, seconds: number, raw: Buffer | string) =>
  createHmac('sha256', keys.sandbox).update(`${seconds}.`).update(raw).digest('hex')

export function signWebhook(keys: Keys, now: Date, raw: Buffer | string): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${sign(keys, seconds, raw)}`
}

export function isWebhookSigned(keys: Keys, now: Date, raw: Buffer, header: unknown): boolean {
  const [, time, given = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(header)) ?? []
  if (!time) return false
  const seconds = Number(time)
  const isFresh = Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds
  return isFresh && timingSafeEqual(Buffer.from(given), Buffer.from(sign(keys, seconds, raw)))
}
