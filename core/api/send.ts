import type { TimedAnswer } from '../clock/server-clock.ts'
import type { Platform } from '../platform.ts'

/** Time-out of every call but an upload, milliseconds (spec section 9). */
export const requestTimeoutMs = 10_000

/** How long a page waits for what it reads, with its retry, until it says “Load failed”, milliseconds. */
const readTimeoutMs = 12_000

/** Pause before the one retry, milliseconds. */
const retryDelayMs = 300

type Fetch = Platform['fetch']
type Init = { method: string; headers: Record<string, string>; body?: string; keepalive?: boolean }
/** A whole answer, its body as text. */
export type Answer = TimedAnswer & { text: string }
type Options = { canRepeat: boolean; now: () => number; signal?: AbortSignal | undefined }

/** One attempt: ends after `requestTimeoutMs`, its body included. Null when no whole answer came. */
async function attempt(
  fetch: Fetch,
  url: string,
  init: Init,
  { now, signal }: Options,
): Promise<Answer | null> {
  const ending = new AbortController()
  const giveUp = () => ending.abort(signal?.reason)
  const timer = setTimeout(() => ending.abort(new Error('time-out')), requestTimeoutMs)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const sentAt = now()
    const response = await fetch(url, { ...init, signal: ending.signal })
    const receivedAt = now()
    const { headers } = response
    const text = await response.text()
    return { text, sentAt, receivedAt, date: headers.get('date'), age: headers.get('age') }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/**
 * Sends a request; null when no answer came. Only what got no answer is tried again, once and only where `canRepeat`:
 * any status is an answer. A reading is over after `readTimeoutMs` in all, since somebody looks at an empty page; a
 * posting gets its whole second attempt, which finds out what became of the first. `now` is the device's clock,
 * milliseconds since 1970.
 */
export async function send(fetch: Fetch, url: string, init: Init, options: Options): Promise<Answer | null> {
  const { canRepeat, signal } = options
  const whole = new AbortController()
  const giveUp = () => whole.abort(signal?.reason)
  const isReading = init.method === 'GET'
  const deadline = isReading ? setTimeout(() => whole.abort(), readTimeoutMs) : undefined
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  const within = { ...options, signal: whole.signal }
  try {
    const answer = await attempt(fetch, url, init, within)
    if (answer || !canRepeat || whole.signal.aborted) return answer
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    return whole.signal.aborted ? null : await attempt(fetch, url, init, within)
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', giveUp)
  }
}
