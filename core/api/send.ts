import { createFetch } from 'ofetch'
import type { TimedAnswer } from '../clock/server-clock.ts'
import type { Platform } from '../platform.ts'

/** Time-out of every call but an upload, milliseconds (spec section 9). */
export const requestTimeoutMs = 10_000

/** Milliseconds for which a page waits for a read and its retry, until it says “Load failed”. */
const readTimeoutMs = 12_000

/** Pause before the one retry, milliseconds. */
const retryDelayMs = 300

type Fetch = Platform['fetch']
type Init = { method: string; headers: Record<string, string>; body?: string; keepalive?: boolean }
/** A complete answer, its body as text. */
export type Answer = TimedAnswer & { text: string }
type Options = { canRepeat: boolean; now: () => number; signal?: AbortSignal | undefined }

/** Aborts with either signal; older phones lack `AbortSignal.any`. */
function eitherOf(...signals: (AbortSignal | undefined)[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}

/**
 * Sends a request; null when no answer came. Only a request without an answer is retried, once and only where
 * `canRepeat`: any status is an answer. A read is over after `readTimeoutMs` in all, since somebody looks at an empty
 * page; a post gets its whole second attempt, which finds out the result of the first. `now` is the device's clock,
 * milliseconds since 1970.
 */
export async function send(fetch: Fetch, url: string, init: Init, options: Options): Promise<Answer | null> {
  const { canRepeat, now, signal } = options
  const end = init.method === 'GET' ? performance.now() + readTimeoutMs : Number.POSITIVE_INFINITY
  let answer: Answer | null = null
  const request = createFetch({
    // The body is read within the attempt: it can hang and break off as the answer can.
    fetch: async (_, attempt) => {
      signal?.throwIfAborted()
      const sentAt = now()
      const response = await fetch(url, { ...init, signal: eitherOf(signal, attempt?.signal ?? undefined) })
      const receivedAt = now()
      const { headers } = response
      const text = await response.text()
      answer = { text, sentAt, receivedAt, date: headers.get('date'), age: headers.get('age') }
      return new Response()
    },
  })
  await request(url, {
    retry: canRepeat ? 1 : false,
    // The status that ofetch gives a request without an answer; a real one never comes here.
    retryStatusCodes: [500],
    retryDelay: retryDelayMs,
    onRequest: ({ options: attempt }) => {
      // Each attempt has its own time: ofetch would pass the signal of the first to the second.
      delete attempt.signal
      attempt.timeout = Math.max(1, Math.min(requestTimeoutMs, end - performance.now()))
    },
    onRequestError: ({ options: attempt }) => {
      if (signal?.aborted) attempt.retry = false
    },
  }).catch(() => null)
  return answer
}
