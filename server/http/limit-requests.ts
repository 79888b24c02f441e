import { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import { errorCodes } from '@handsfree/core/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { ApiError } from './api-error.ts'
import { sentTokenHash } from './caller.ts'
import { clientNetwork } from './client-network.ts'
import { probes } from './probes.ts'

const windowMs = 60_000
/** Addresses and accounts that are counted at once; beyond, the one that asked longest ago is forgotten. */
const counted = 20_000

const ownMachine = new Set(['127.0.0.1', '::1'])

/**
 * Bounds the requests of a minute: from one address, or /64 of IPv6, and with one token. Each instance counts its own:
 * it is a bound on floods, not a promise. Probes, the pages' own calls and, in the demo, this machine are not counted.
 */
export async function limitRequests(
  app: FastifyInstance,
  { limits, demo }: Pick<Settings, 'limits' | 'demo'>,
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: counted })
  const isFree = (request: FastifyRequest): boolean =>
    // Pages ask the server's calls without a connection.
    !(request.raw.socket instanceof Socket) ||
    probes.has(request.routeOptions.url ?? '') ||
    (demo && ownMachine.has(clientNetwork(request.ip)))
  const byAddress = app.createRateLimit({
    max: limits.perAddress,
    timeWindow: windowMs,
    keyGenerator: (request) => clientNetwork(request.ip),
  })
  const byAccount = app.createRateLimit({
    max: limits.perAccount,
    timeWindow: windowMs,
    keyGenerator: (request) => sentTokenHash(request) ?? '',
  })

  const refuseOver = async (request: FastifyRequest, limit: typeof byAddress): Promise<void> => {
    const counted = await limit(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new ApiError(errorCodes.accessDenied, 'too many requests', {
      status: 429,
      details: { field: 'requests', retryAfter: counted.ttlInSeconds },
    })
  }
  app.addHook('onRequest', async (request) => {
    if (isFree(request)) return
    if (limits.perAddress > 0) await refuseOver(request, byAddress)
    if (limits.perAccount > 0 && request.headers.token) await refuseOver(request, byAccount)
  })
}
