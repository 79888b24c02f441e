/** States of the machine's two regions. */
export type SessionRegions = {
  visit: 'reserved' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled'
  asking: 'idle' | 'checking' | 'ending' | 'givenUp'
}

/**
 * What the guards of a visit to a provider's page read. Times in milliseconds since 1970. `tries` counts the questions
 * without an answer since the last one; `dueTime` is when a job asks the provider next.
 */
export type SessionFacts = {
  now: number
  startTime: number
  expiresAt: number
  tries: number
  dueTime: number | null
}

export type SessionEvent =
  | { type: 'page.opened' }
  | { type: 'page.failed' }
  | { type: 'session.lapse' }
  | { type: 'session.cancel' }
  | { type: 'provider.open' }
  | { type: 'provider.processing' }
  | { type: 'provider.paid' }
  | { type: 'provider.mispaid' }
  | { type: 'provider.failed' }
  | { type: 'provider.expired' }
  | { type: 'provider.silent' }
  | { type: 'operator.retry' }
