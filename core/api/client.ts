import { createFetch, type FetchOptions } from 'ofetch'
import * as v from 'valibot'
import type { Platform } from '../platform.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CallRequest, CallResult, CallShape } from './contract/call.ts'
import type { Locale } from './contract/common.ts'
import { errorCodes } from './error-codes.ts'
import type { ApiFailure } from './failure.ts'

/** Time-out of every call but an upload, milliseconds (spec section 9). */
export const requestTimeoutMs = 10_000

export type ApiClientOptions = {
  platform: Pick<Platform, 'fetch'>
  /** Base URL without the `/api` prefix: empty for the page's own origin. */
  baseUrl: string
  locale: () => Locale
  token: () => string | null
  /** Called when an answer says that the token is dead (1010). */
  onNotLoggedIn: () => void
}

type Options = { signal?: AbortSignal; headers?: Record<string, string> }

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

/** Arrays in brackets style: `types[]=1&types[]=2` (spec section 7). */
const queryString = (query: Record<string, unknown> | undefined): string => {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const item of value) parameters.append(`${key}[]`, String(item))
    else if (value !== undefined) parameters.append(key, String(value))
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/**
 * Ends each attempt after `requestTimeoutMs`, its body included. ofetch's own time-out does not run beside a signal.
 * `stop` forgets the time-out.
 */
function withinTime(signal: AbortSignal | undefined): { hooks: FetchOptions<'text'>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    hooks: {
      onRequest({ options }) {
        const attempt = new AbortController()
        const giveUp = () => attempt.abort(signal?.reason)
        timer = setTimeout(() => attempt.abort(new Error('time-out')), requestTimeoutMs)
        if (signal?.aborted) giveUp()
        signal?.addEventListener('abort', giveUp, { once: true, signal: attempt.signal })
        options.signal = attempt.signal
      },
      onRequestError: stop,
    },
  }
}

/** The API client: envelope, headers, error codes and time-outs in one place. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const request = createFetch({ fetch: options.platform.fetch })
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
    return value.success ? ok(value.output) : fail({ kind: 'network' })
  }

  return {
    url,
    headers,
    read,
    async call(shape, { params, query, body, idempotencyKey }, { signal, headers: extra } = {}) {
      const sentToken = options.token()
      const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
      )
      const { hooks, stop } = withinTime(signal)
      const text = await request<string, 'text'>(url(path) + queryString(query as Record<string, unknown>), {
        ...hooks,
        method: shape.method,
        headers: {
          ...headers(),
          ...(shape.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
          ...extra,
        },
        ...(shape.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        responseType: 'text',
        ignoreResponseError: true,
        // Only what got no answer: any status is an answer, and its envelope decides.
        retry: shape.method === 'GET' || idempotencyKey ? 1 : 0,
        retryDelay: 300,
      }).catch(() => null)
      stop()
      if (text === null) return fail({ kind: 'network' })
      const parsed = parseJson(text)
      // An answer to a token that is no longer ours says nothing about the one we hold now.
      const isDead = v.is(v.object({ code: v.literal(errorCodes.notLoggedIn) }), parsed)
      if (isDead && sentToken !== options.token()) return fail({ kind: 'network' })
      return read(shape, parsed)
    },
  }
}
