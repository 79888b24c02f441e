import { errorCodes } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/api-error.ts'
import { clientNetwork } from '../http/client-network.ts'
import type { Services } from '../services.ts'

const hour = 3_600_000
/** Addresses that are counted at once; beyond, the one that tried longest ago is forgotten. */
const counted = 20_000

const unknown: readonly number[] = [errorCodes.expressNotFound, errorCodes.notFound]

/**
 * Bounds the unknown tokens that an address tries in an hour: 1012 (429) beyond, whatever it asks. Each instance counts
 * its own: with 128 bits it is a bound on floods, not what keeps a link from being guessed.
 */
export function createUnknownLinkLimit({ now }: Pick<Services, 'now'>) {
  const tries = new LRUCache<string, { count: number }>({
    max: counted,
    ttl: hour,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  return async <Value>(request: FastifyRequest, ask: () => Promise<Value>): Promise<Value> => {
    const network = clientNetwork(request.ip)
    if ((tries.get(network)?.count ?? 0) >= policy.linkWrongTriesPerHour) {
      throw new ApiError(errorCodes.accessDenied, 'too many unknown links', {
        status: 429,
        details: { field: 'links', retryAfter: Math.ceil(tries.getRemainingTTL(network) / 1000) },
      })
    }
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiError && unknown.includes(error.code)) {
        const known = tries.get(network)
        if (known) known.count += 1
        else tries.set(network, { count: 1 })
      }
      throw error
    }
  }
}
