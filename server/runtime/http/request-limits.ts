import type { Clock } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { clientNetwork } from './client-network.ts'
import { createTurns, type InTurn } from './take-turns.ts'
import { createWindowCounter, type WindowCounter } from './window-counter.ts'

const windowMs = 60_000
/** Delay of a rejection in ms, which makes floods cheap. */
const holdMs = 1_000

const ownMachine = new Set(['127.0.0.1', '::1'])

export type RequestLimits = {
  isExempt(ip: string): boolean
  /** Counts a request. Returns the seconds to wait above the limit, else null. */
  countAddress(ip: string): number | null
  /** Same for a token, by hash. */
  countAccount(tokenHash: string): number | null
  hold(): Promise<void>
  /** Queues calls that need the same row or lock, per instance. */
  inTurn: InTurn
}

/**
 * Limits requests per minute, including WebSocket upgrades and MQTT logins, by address (IPv6 /64) and by token.
 * Counts per instance: it stops floods, it isn't an exact quota.
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
