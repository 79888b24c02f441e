import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/http/api-error.ts'
import { clientNetwork } from '../../runtime/http/client-network.ts'
import type { Services } from '../../runtime/services.ts'

const hour = 3_600_000

/**
 * Returns a function that counts unknown tokens by network and throws 1012 (429) above the hourly limit. Only unknown
 * tokens count, because guests of a hotel share one address. `kind` names the links.
 */
export function createUnknownLinkLimit({ requestLimits }: Pick<Services, 'requestLimits'>, kind: string) {
  const limit = requestLimits.sharedLimit(`links ${kind}`, hour)
  return async (request: FastifyRequest): Promise<void> => {
    const retryAfter = await limit(clientNetwork(request.ip), policy.linkWrongTriesPerHour)
    if (retryAfter === null) return
    throw new ApiError(errorCodes.accessDenied, 'too many unknown links', {
      status: 429,
      details: { field: 'links', retryAfter },
    })
  }
}
