import type { Clock } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { clientNetwork } from './client-network.ts'
import { createTurns, type InTurn } from './take-turns.ts'
import { createWindowCounter, type WindowCounter } from './window-counter.ts'

const windowMs = 60_000
/** Milliseconds for which a connection over the limit waits for its refusal, so that a flood of them costs little. */
const holdMs = 1_000

const ownMachine = new Set(['127.0.0.1', '::1'])

export type RequestLimits = {
  /** Whether nothing from this address is counted. */
  isExempt(ip: string): boolean
  /** Counts a request of an address. Returns the seconds to wait when there were too many, else null. */
  countAddress(ip: string): number | null
  /** Counts a request with a token, by its hash. Returns the same. */
  countAccount(tokenHash: string): number | null
  /** Resolves when a connection over the limit may be refused. */
  hold(): Promise<void>
  /** Queues calls that need the same row or lock, within this instance. */
  inTurn: InTurn
}

/**
 * Bounds the requests of a minute, WebSocket upgrades and MQTT logins among them: from one address, or /64 of IPv6, and
 * with one token. Each instance counts its own: it is a bound on floods, not a promise.
 */
export function createRequestLimits({
  settings: { limits, demo },
  clock,
}: {
  settings: Pick<Settings, 'limits' | 'demo'>
  clock: Pick<Clock, 'later' | 'elapsedMs'>
}): RequestLimits {
  const addresses = createWindowCounter(clock, windowMs)
  const accounts = createWindowCounter(clock, windowMs)
  const count = (counter: WindowCounter, key: string, max: number) =>
    max > 0 && counter.add(key) > max ? counter.secondsLeft(key) : null
  return {
    isExempt: (ip) => demo && ownMachine.has(clientNetwork(ip)),
    countAddress: (ip) => count(addresses, clientNetwork(ip), limits.perAddress),
    countAccount: (tokenHash) => count(accounts, tokenHash, limits.perAccount),
    hold: () => new Promise((resolve) => void clock.later(holdMs, resolve)),
    inTurn: createTurns(),
  }
}
