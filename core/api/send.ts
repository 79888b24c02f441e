import { createFetch } from 'ofetch'
import { type CancelSignal, newCancel } from '../cancel.ts'
import type { TimedAnswer } from '../clock/server-clock.ts'
import type { Clock, Platform } from '../platform.ts'

/** Time-out of every call but an upload, milliseconds (spec section 9). */
export const requestTimeoutMs = 10_000

/** Milliseconds for which a page waits for a read and its retry, until it says “Load failed”. */
const readTimeoutMs = 12_000

/** Pause before the one retry, milliseconds. */
const retryDelayMs = 300

type Init = { method: string; headers: Record<string, string>; body?: string; keepalive?: boolean }
/** A complete answer, its body as text. */
export type Answer = TimedAnswer & { text: string }
type Options = { canRepeat: boolean; now: () => number; signal?: CancelSignal | undefined }

/** Aborts with either signal; older phones lack `AbortSignal.any`. */
function eitherOf(...signals: (CancelSignal | undefined)[]): CancelSignal {
  const either = newCancel()
  for (const signal of signals) {
    const abort = () => either.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    either.signal.addEventListener('abort', () => signal?.removeEventListener('abort', abort), { once: true })
  }
  return either.signal
}

/** Aborts after so many milliseconds. `TimeoutError`, since ofetch does not repeat after an `AbortError`. */
function endAfter(clock: Clock, milliseconds: number) {
  const ending = newCancel()
  const late = () => Object.assign(new Error('no answer in time'), { name: 'TimeoutError' })
  const timer = clock.setTimeout(() => ending.abort(late()), milliseconds)
  return { signal: ending.signal, cancel: () => clock.clearTimeout(timer) }
}

/** ofetch sets headers of its own, which nobody sends, and reads an answer, which has been read: a platform may lack both. */
const bare = { Headers: Map as never }
const empty = { status: 200 } as never

/**
 * Sends a request; null when no answer came. Only a request without an answer is retried, once and only where
 * `canRepeat`: any status is an answer. A read is over after `readTimeoutMs` in all, since somebody looks at an empty
 * page; a post gets its whole second attempt, which finds out the result of the first. `now` is the device's clock,
 * milliseconds since 1970.
 */
export async function send(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  url: string,
  init: Init,
  { canRepeat, now, signal }: Options,
): Promise<Answer | null> {
  const whole = init.method === 'GET' ? endAfter(clock, readTimeoutMs) : null
  let answer: Answer | null = null
  const request = createFetch({
    ...bare,
    // The body is read within the attempt: it can hang and break off as the answer can. ofetch has timers of its own.
    fetch: async () => {
      signal?.throwIfAborted()
      const attempt = endAfter(clock, requestTimeoutMs)
      const ends = eitherOf(signal, whole?.signal, attempt.signal)
      try {
        const sentAt = now()
        const response = await fetch(url, { ...init, signal: ends })
        const receivedAt = now()
        const { headers } = response
        const text = await response.text()
        answer = { text, sentAt, receivedAt, date: headers.get('date'), age: headers.get('age') }
        return empty
      } catch (error) {
        // Older browsers reject with an `AbortError`, whatever the reason.
        throw attempt.signal.aborted ? attempt.signal.reason : error
      } finally {
        attempt.cancel()
      }
    },
  })
  await request(url, {
    retry: canRepeat ? 1 : false,
    // The status that ofetch gives a request without an answer; a real one never comes here.
    retryStatusCodes: [500],
    onRequestError: async ({ options: attempt }) => {
      if (signal?.aborted || whole?.signal.aborted) attempt.retry = false
      else if (attempt.retry)
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, retryDelayMs))
    },
  }).catch(() => null)
  whole?.cancel()
  return answer
}
