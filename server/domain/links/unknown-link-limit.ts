import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/http/api-error.ts'
import { clientNetwork } from '../../runtime/http/client-network.ts'
import { createWindowCounter } from '../../runtime/http/window-counter.ts'
import type { Services } from '../../runtime/services.ts'

const hour = 3_600_000

/**
 * Returns a function that counts unknown tokens by network and throws 1012 (429) above the hourly limit. Only unknown
 * tokens count, because guests of a hotel share one address. Counted per instance: 128-bit tokens can't be guessed,
 * so this only limits floods.
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
