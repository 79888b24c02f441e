import * as v from 'valibot'
import type { ServerClock } from '../clock/server-clock.ts'
import type { Platform } from '../platform.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CallRequest, CallResult, CallShape } from './contract/call.ts'
import type { Locale } from './contract/common.ts'
import { errorCodes } from './error-codes.ts'
import type { ApiFailure } from './failure.ts'
import { loadSend } from './load-send.ts'
import { pathOf, queryString } from './path.ts'

export type ApiClientOptions = {
  platform: Pick<Platform, 'fetch'>
  /** Base URL without the `/api` prefix: empty for the page's own origin. */
  baseUrl: string
  locale: () => Locale
  token: () => string | null
  /** Learns the server's time from the answers. */
  clock?: Pick<ServerClock, 'deviceNow' | 'learn'>
  /** Called when an answer says that the token is dead (1010). */
  onNotLoggedIn: () => void
}

type Options = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** The call outlives the page that makes it. */
  keepalive?: boolean
}

export type ApiClient = {
  /** Makes one call of the contract. Never throws: what goes wrong is in the result. */
  call<Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
    options?: Options,
  ): Promise<Result<CallResult<Shape>, ApiFailure>>
  /** Reads an envelope that came another way, such as an upload's answer. */
  read<Shape extends CallShape>(shape: Shape, body: unknown): Result<CallResult<Shape>, ApiFailure>
  url(path: string): string
  /** Headers of every call: language, and the token when signed in. */
  headers(): Record<string, string>
}

const Envelope = v.object({
  code: v.number(),
  message: v.optional(v.string(), ''),
  result: v.optional(v.unknown()),
})

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The API client: envelope, headers, error codes and time-outs in one place. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const url = (path: string) => `${options.baseUrl}/api${path}`
  const headers = (): Record<string, string> => {
    const token = options.token()
    return { 'Accept-Language': options.locale(), ...(token ? { token: `Bearer ${token}` } : {}) }
  }

  const read: ApiClient['read'] = (shape, body) => {
    const envelope = v.safeParse(Envelope, body)
    if (!envelope.success) return fail({ kind: 'network' })
    const { code, message, result } = envelope.output
    if (code !== errorCodes.success) {
      if (code === errorCodes.notLoggedIn) options.onNotLoggedIn()
      return fail({ kind: 'refused', code, message, details: result })
    }
    const value = v.safeParse(shape.result, result)
    if (value.success) return ok(value.output)
    if (result !== null && result !== undefined) return fail({ kind: 'network' })
    // Some backends say null for a result without fields, for an empty list, and for what is not there.
    for (const nothing of [{}, []]) {
      const empty = v.safeParse(shape.result, nothing)
      if (empty.success) return ok(empty.output)
    }
    return shape.method === 'GET'
      ? fail({ kind: 'refused', code: errorCodes.notFound, message, details: null })
      : fail({ kind: 'network' })
  }

  return {
    url,
    headers,
    read,
    async call(shape, { params, query, body, idempotencyKey }, { signal, headers: extra, keepalive } = {}) {
      const sentToken = options.token()
      const isPost = shape.method === 'POST'
      const init = {
        method: shape.method,
        headers: {
          ...headers(),
          ...(isPost ? { 'Content-Type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
          ...extra,
        },
        ...(isPost ? { body: JSON.stringify(body ?? {}) } : {}),
        ...(keepalive ? { keepalive } : {}),
      }
      const send = await loadSend().catch(() => null)
      const answer = await send?.(
        options.platform.fetch,
        url(pathOf(shape, params) + queryString(query)),
        init,
        {
          canRepeat: !isPost || idempotencyKey !== undefined,
          now: options.clock?.deviceNow ?? (() => 0),
          signal,
        },
      )
      if (!answer) return fail({ kind: 'network' })
      const parsed = parseJson(answer.text)
      // A page that a hotel's network puts in the way has a clock of its own.
      if (v.is(Envelope, parsed)) options.clock?.learn(answer)
      // An answer to a token that is no longer ours says nothing about the one we hold now.
      const isDead = v.is(v.object({ code: v.literal(errorCodes.notLoggedIn) }), parsed)
      if (isDead && sentToken !== options.token()) return fail({ kind: 'network' })
      return read(shape, parsed)
    },
  }
}
