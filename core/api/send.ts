import type { Platform } from '../platform.ts'

/** Time-out of every call but an upload, milliseconds (spec section 9). */
export const requestTimeoutMs = 10_000

/** Pause before the one retry, milliseconds. */
const retryDelayMs = 300

type Fetch = Platform['fetch']
type Init = { method: string; headers: Record<string, string>; body?: string }

/** One attempt: ends after `requestTimeoutMs`, its body included. Null when no whole answer came. */
async function attempt(fetch: Fetch, url: string, init: Init, signal?: AbortSignal): Promise<string | null> {
  const ending = new AbortController()
  const giveUp = () => ending.abort(signal?.reason)
  const timer = setTimeout(() => ending.abort(new Error('time-out')), requestTimeoutMs)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const response = await fetch(url, { ...init, signal: ending.signal })
    return await response.text()
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/**
 * Sends a request and answers its body as text, or null. Only what got no answer is tried again, once and only where
 * `canRepeat`: any status is an answer.
 */
export async function send(
  fetch: Fetch,
  url: string,
  init: Init,
  { canRepeat, signal }: { canRepeat: boolean; signal?: AbortSignal | undefined },
): Promise<string | null> {
  const text = await attempt(fetch, url, init, signal)
  if (text !== null || !canRepeat || signal?.aborted) return text
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  return signal?.aborted ? null : attempt(fetch, url, init, signal)
}
