import { createFetch } from 'ofetch'
import { type CancelSignal, newCancel } from '../lib/cancel.ts'
import type { Clock, FetchInit, Platform } from '../lib/platform.ts'
import type { TimedAnswer } from '../lib/server-clock.ts'

/** Timeout of every call except uploads, in ms (spec section 9). */
const requestTimeoutMs = 10_000

/** A call with a longer body carries a file: 3 million characters take 24 s at 1 Mbit/s. */
const uploadCharacters = 100_000
const uploadTimeoutMs = 60_000

/** Total time for a read and its retry, in ms, before the page shows “Load failed”. */
const readTimeoutMs = 12_000

/** Pause before the only retry, in ms. */
const retryDelayMs = 300

export type Answer = TimedAnswer & { text: string; requestId: string | undefined }
type Options = { canRepeat: boolean; now: () => number; signal?: CancelSignal | undefined }

/** Aborts with either signal; older phones lack `AbortSignal.any`. */
function anySignal(...signals: (CancelSignal | undefined)[]): CancelSignal {
  const controller = newCancel()
  for (const signal of signals) {
    const abort = () => controller.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    controller.signal.addEventListener('abort', () => signal?.removeEventListener('abort', abort), {
      once: true,
    })
  }
  return controller.signal
}

/** Aborts after a delay in ms. `TimeoutError`, since ofetch doesn't retry after an `AbortError`. */
function abortAfter(clock: Clock, milliseconds: number) {
  const controller = newCancel()
  const late = () => Object.assign(new Error('no response in time'), { name: 'TimeoutError' })
  const timer = clock.setTimeout(() => controller.abort(late()), milliseconds)
  return { signal: controller.signal, cancel: () => clock.clearTimeout(timer) }
}

/** The parts of `Headers` and `Response` that ofetch uses; core's types lack both. */
type Request = Omit<FetchInit, 'headers'> & { headers: Iterable<[string, string]> }
type Response = { text(): Promise<string>; body: string; answer: Answer }

/** Fetches and reads the body in one step: ofetch doesn't time out or retry a body that hangs or breaks off. */
const fetchWithBody =
  (fetch: Platform['fetch'], now: () => number) =>
  async (url: string, { headers, ...init }: Request): Promise<Response> => {
    const sentAt = now()
    const response = await fetch(url, { ...init, headers: Object.fromEntries(headers) })
    const receivedAt = now()
    const text = await response.text()
    const [date, age] = [response.headers.get('date'), response.headers.get('age')]
    const requestId = response.headers.get('x-request-id') ?? undefined
    return { text: async () => text, body: text, answer: { text, sentAt, receivedAt, date, age, requestId } }
  }

/**
 * Sends a request; null without a response. If `canRepeat`, retries once without a response; any status is a response.
 * Reads end after `readTimeoutMs` in total, since the page is empty until then. Posts get a full second attempt, which
 * reveals the result of the first.
 * `now` is the device's clock, in ms since 1970.
 */
export async function send(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  url: string,
  init: Omit<FetchInit, 'signal'>,
  { canRepeat, now, signal }: Options,
): Promise<Answer | null> {
  const timeoutMs = (init.body?.length ?? 0) > uploadCharacters ? uploadTimeoutMs : requestTimeoutMs
  const readTimeout = init.method === 'GET' ? abortAfter(clock, readTimeoutMs) : null
  const combinedSignal = anySignal(signal, readTimeout?.signal)
  let attempt = null as ReturnType<typeof abortAfter> | null
  try {
    const response: unknown = await createFetch({ fetch: fetchWithBody(fetch, now) as never }).raw(url, {
      ...init,
      ignoreResponseError: true,
      responseType: 'text',
      retry: canRepeat ? 1 : false,
      // With a timeout set, ofetch also retries after an `AbortError`, with which older browsers reject for any signal
      // reason. Its own timer runs only without a signal.
      timeout: timeoutMs,
      onRequest({ options }) {
        combinedSignal.throwIfAborted()
        attempt = abortAfter(clock, timeoutMs)
        options.signal = anySignal(combinedSignal, attempt.signal)
      },
      async onRequestError({ options }) {
        attempt?.cancel()
        if (combinedSignal.aborted) options.retry = false
        else if (options.retry)
          await new Promise<void>((resolve) => void clock.setTimeout(resolve, retryDelayMs))
      },
    })
    return (response as Response).answer
  } catch {
    return null
  } finally {
    attempt?.cancel()
    readTimeout?.cancel()
  }
}
