import type { PushSubscriptionKeys } from '@handsfree/core/contract'
import webPush from 'web-push'
import type { Push, PushOutcome, Services } from '../services.ts'
import { isPushEndpoint } from './push-hosts.ts'
import { isPublicKey, type PushSettings } from './push-keys.ts'
import { type PushAnswer, type SendPush, sendPush } from './push-request.ts'

const maxRetryAfterMs = 3_600_000

/** Milliseconds of a `Retry-After` header, at most an hour. Null without a valid one. */
function retryAfterOf(header: string | null, now: Date): number | null {
  if (header === null) return null
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), maxRetryAfterMs) : null
}

/** Printable part of an answer, such as `{"reason":"BadJwtToken"}` of Apple's service. */
const reasonOf = ({ status, text }: PushAnswer): string =>
  `the push service responded with ${status} ${text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 100)}`.trim()

/** The message itself is at fault: a retry gets the same answer. */
const refusals = new Set([400, 413])

function outcomeOf(answer: PushAnswer, now: Date): PushOutcome {
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { type: 'sent' }
  if (status === 404 || status === 410) return { type: 'gone' }
  const reason = reasonOf(answer)
  if (refusals.has(status)) return { type: 'refused', reason }
  return { type: 'failed', reason, retryAfterMs: retryAfterOf(retryAfter, now) }
}

const isUsable = ({ endpoint, keys }: PushSubscriptionKeys, testHost: string | null): boolean =>
  isPushEndpoint(endpoint, testHost) && isPublicKey(keys.p256dh)

/** Encrypts for the device, signs for its push service, and sends. */
export const createPush = (
  { publicKey, privateKey, subject }: PushSettings,
  { testHost, now }: { testHost: string | null } & Pick<Services, 'now'>,
  send: SendPush = sendPush,
): Push => ({
  publicKey,
  isUsable: (subscription) => isUsable(subscription, testHost),
  async send(subscription, { payload, topic, ttlSeconds, urgency }) {
    // The list may have changed since the device subscribed.
    if (!isUsable(subscription, testHost)) return { type: 'gone' }
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    })
    const strings = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    return outcomeOf(await send({ endpoint, headers: strings, body }), now())
  },
})
