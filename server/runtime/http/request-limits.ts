import type { Clock } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { clientNetwork } from './client-network.ts'
import type { TakeShared } from './request-counts.ts'
import { createSharedLimit, type SharedLimit } from './shared-limit.ts'
import { createTurns, type InTurn } from './take-turns.ts'

const windowMs = 60_000
/** Delay of a rejection in ms, which makes floods cheap. */
const holdMs = 1_000

const ownMachine = new Set(['127.0.0.1', '::1'])

export type RequestLimits = {
  isExempt(ip: string): boolean
  /** Counts a request. Returns the seconds to wait above the limit, else null. */
  countAddress(ip: string): Promise<number | null>
  /** Same for a token, by hash. */
  countAccount(tokenHash: string): Promise<number | null>
  /** Another limit across instances. */
  sharedLimit(name: string, windowMs: number): SharedLimit
  hold(): Promise<void>
  /** Queues calls that need the same row or lock, per instance. */
  inTurn: InTurn
}

/**
 * Limits requests per minute, including WebSocket upgrades and MQTT logins, by address (IPv6 /64) and by token.
 * With `takeShared`, limits hold across instances.
 */
export function createRequestLimits({
  settings: { limits, demo },
  clock,
  takeShared = null,
}: {
  settings: Pick<Settings, 'limits' | 'demo'>
  clock: Pick<Clock, 'later' | 'elapsedMs'>
  /** Null in a single instance. */
  takeShared?: TakeShared | null
}): RequestLimits {
  const sharedLimit = (name: string, forMs: number) => createSharedLimit(clock, takeShared, name, forMs)
  const addresses = sharedLimit('address', windowMs)
  const accounts = sharedLimit('account', windowMs)
  const count = async (limit: SharedLimit, key: string, max: number) => (max > 0 ? limit(key, max) : null)
  return {
    sharedLimit,
    isExempt: (ip) => demo && ownMachine.has(clientNetwork(ip)),
    countAddress: (ip) => count(addresses, clientNetwork(ip), limits.perAddress),
    countAccount: (tokenHash) => count(accounts, tokenHash, limits.perAccount),
    hold: () => new Promise((resolve) => void clock.later(holdMs, resolve)),
    inTurn: createTurns(),
  }
}
