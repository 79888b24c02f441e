import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/http/api-error.ts'
import { clientNetwork } from '../../runtime/http/client-network.ts'
import { createWindowCounter } from '../../runtime/http/window-counter.ts'
import type { Services } from '../../runtime/services.ts'

const hour = 3_600_000

/**
 * Returns a function that counts an unknown token of a request's address, and throws 1012 (429) beyond the limit of an
 * hour. Tokens are looked up first: many guests share one address, so a wrong link of one never blocks the valid links
 * of the others. Each instance counts its own: 128 bits keep links from being guessed, this only bounds floods.
 */
export function createUnknownLinkLimit({ clock }: Pick<Services, 'clock'>) {
  const tries = createWindowCounter(clock, hour)
  return (request: FastifyRequest): void => {
    const network = clientNetwork(request.ip)
    if (tries.add(network) <= policy.linkWrongTriesPerHour) return
    throw new ApiError(errorCodes.accessDenied, 'too many unknown links', {
      status: 429,
      details: { field: 'links', retryAfter: tries.secondsLeft(network) },
    })
  }
}
