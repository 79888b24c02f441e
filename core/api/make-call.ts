import * as v from 'valibot'
import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import type { Locale } from '../contract/locales.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf } from '../lib/failure.ts'
import { parseJson } from '../lib/json.ts'
import type { Platform } from '../lib/platform.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { withKnownZones } from './known-zones.ts'
import { pathOf, queryString } from './path.ts'
import { send } from './send.ts'

export type ApiClientOptions = {
  platform: Pick<Platform, 'fetch' | 'clock'>
  /** Base URL without the `/api` prefix: empty for the page's own origin. */
  baseUrl: string
  locale: () => Locale
  token: () => string | null
  /** Synced from response headers. */
  clock?: Pick<ServerClock, 'deviceNow' | 'sync'>
  /** Called when a response rejects the token (1010). */
  onNotLoggedIn: () => void
}

export type CallOptions = {
  signal?: CancelSignal
  headers?: Record<string, string>
  /** The request outlives its page. */
  keepalive?: boolean
}

const Envelope = v.object({
  code: v.number(),
  message: v.optional(v.string(), ''),
  result: v.optional(v.unknown()),
})

export function readAnswer<Shape extends CallShape>(
  { onNotLoggedIn }: Pick<ApiClientOptions, 'onNotLoggedIn'>,
  shape: Shape,
  body: unknown,
  requestId?: string | undefined,
): Result<CallResult<Shape>, ApiFailure> {
  const envelope = v.safeParse(Envelope, body)
  if (!envelope.success) return fail({ kind: 'network' })
  const { code, message, result } = envelope.output
  if (code !== errorCodes.success) {
    if (code === errorCodes.notLoggedIn) onNotLoggedIn()
    // Rate limit per network: the request wasn't processed, so treat it as retryable.
    if (code === errorCodes.accessDenied && fieldOf(result) === 'requests') return fail({ kind: 'network' })
    return fail({ kind: 'refused', code, message, details: result, requestId })
  }
  const value = v.safeParse(shape.result, result)
  if (value.success) return ok(withKnownZones(value.output))
  if (result !== null && result !== undefined) return fail({ kind: 'network' })
  // Some backends send null for a result without fields, an empty list, or not found.
  for (const nothing of [{}, []]) {
    const empty = v.safeParse(shape.result, nothing)
    if (empty.success) return ok(empty.output)
  }
  return shape.method === 'GET'
    ? fail({ kind: 'refused', code: errorCodes.notFound, message, details: null })
    : fail({ kind: 'network' })
}

type RequestOptions = Omit<CallOptions, 'headers'> & { token: string | null; headers: Record<string, string> }

/** Makes a call with the token and headers at the time of the request. */
export async function makeCall<Shape extends CallShape>(
  options: ApiClientOptions,
  url: (path: string) => string,
  shape: Shape,
  { params, query, body, idempotencyKey }: CallRequest<Shape>,
  { token, headers, keepalive, signal }: RequestOptions,
): Promise<Result<CallResult<Shape>, ApiFailure>> {
  const isPost = shape.method === 'POST'
  const text = shape.body && JSON.stringify(body ?? {})
  const init = {
    method: shape.method,
    headers: {
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
    ...(keepalive ? { keepalive } : {}),
  }
  const address = url(pathOf(shape, params) + queryString(query))
  const answer = await send(options.platform, address, init, {
    canRepeat: !isPost || idempotencyKey !== undefined,
    now: options.clock?.deviceNow ?? (() => 0),
    signal,
  })
  if (!answer) return fail({ kind: 'network' })
  const parsed = parseJson(answer.text)
  // Only sync to our own envelopes: a captive portal has its own clock.
  if (v.is(Envelope, parsed)) options.clock?.sync(answer)
  // A rejected old token says nothing about the current one.
  const isDead = v.is(v.object({ code: v.literal(errorCodes.notLoggedIn) }), parsed)
  if (isDead && token !== options.token()) return fail({ kind: 'network' })
  return readAnswer(options, shape, parsed, answer.requestId)
}
