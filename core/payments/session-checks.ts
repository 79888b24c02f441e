import type { SessionFacts } from './payment-session.types.ts'

const hour = 3_600_000

/** Milliseconds after which the provider is first asked when no news came. */
export const firstCheck = 10_000

/** How often in a row a provider may say nothing before an operator has to look: about 10 h. */
export const sessionTries = 24

/** When a page is checked next: the more rarely, the older it is, every quarter of its age, and at its end. */
export function nextCheck({ now, startTime, expiresAt }: SessionFacts): number {
  const next = now + Math.min(Math.max((now - startTime) / 4, firstCheck), hour)
  return now < expiresAt && expiresAt < next ? expiresAt : next
}

/** When the page of a visit that is over is checked for the last time: what a bank says so late is said by then. */
export const lastCheck = ({ expiresAt }: SessionFacts): number => expiresAt + 3 * hour
