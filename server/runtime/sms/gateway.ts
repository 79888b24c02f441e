import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { timeLimit } from '../clock.ts'
import { ApiError } from '../http/api-error.ts'
import type { TextMessage } from './text-kinds.ts'

/** The gateway rejected the message. After any other error, it may have been sent. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

/** A request to our address for reports. `key` is its last part. */
export type ReportRequest = { key: string; body: Buffer; headers: IncomingHttpHeaders }

/** `messageId` is what the gateway returned when it accepted the message. */
export type DeliveryReport = { messageId: string; isDelivered: boolean; reason: string | null }

export type Gateway = {
  /** Returns the gateway's id of the message, or null if it has none. Throws `MessageRefused`. */
  send(phone: Phone, message: TextMessage): Promise<string | null>
  /** Throws 1001 unless the gateway sent the request. Skips reports that a message is still on its way. */
  readReports(request: ReportRequest): DeliveryReport[]
  /** The response that the gateway expects after its reports. */
  reportAnswer: Record<string, unknown>
}

export type Fetch = typeof globalThis.fetch

/** Statuses of a proxy whose gateway didn't answer. */
const noAnswerStatuses = new Set([502, 504])

/** Posts to a gateway. Throws unless it answers 2xx within 5 s, and `MessageRefused` if it rejected the request. */
export async function post(
  send: Fetch,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  codeOf: (answer: unknown) => string | null,
): Promise<unknown> {
  const response = await send(url, { method: 'POST', headers, body, signal: timeLimit(5_000) })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const code = codeOf(answer)
  const message = `the gateway responded with ${response.status}${code === null ? '' : `: ${code}`}`
  throw noAnswerStatuses.has(response.status) ? new Error(message) : new MessageRefused(message)
}

const forged = () => new ApiError(errorCodes.signatureNotMatch, 'signature not match')

/** Throws 1001 unless both are equal. */
export function requireSame(given: string, wanted: string): void {
  const bytes = Buffer.from(given)
  const wantedBytes = Buffer.from(wanted)
  if (bytes.length !== wantedBytes.length || !timingSafeEqual(bytes, wantedBytes)) throw forged()
}

/** For gateways that don't sign: their reports come to an address that only they know. */
export function requireSecret({ key }: ReportRequest, secret: string | null): void {
  if (secret === null) throw forged()
  requireSame(key, secret)
}

/** Parses the body of reports. Throws 1008. */
export function parseReports<Schema extends v.GenericSchema>(
  schema: Schema,
  body: Buffer,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString())
  if (!parsed.success) throw new ApiError(errorCodes.paramError, 'param error')
  return parsed.output
}
