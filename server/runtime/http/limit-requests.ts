import { Socket } from 'node:net'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './api-error.ts'
import { isBrokerHook } from './broker-hook.ts'
import { sentTokenHash } from './caller.ts'
import { probes } from './probes.ts'

/**
 * Rejects requests over the limits. Doesn't count probes, the external broker, in-process calls for pages and, in
 * the demo, this machine.
 */
export function limitRequests(
  app: FastifyInstance,
  { requestLimits, settings }: Pick<Services, 'requestLimits' | 'settings'>,
): void {
  const isExempt = (request: FastifyRequest): boolean =>
    // In-process calls don't have a socket.
    !(request.raw.socket instanceof Socket) ||
    probes.has(request.routeOptions.url ?? '') ||
    isBrokerHook(request, settings) ||
    requestLimits.isExempt(request.ip)

  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    const tokenHash = sentTokenHash(request)
    const retryAfter =
      (await requestLimits.countAddress(request.ip)) ??
      (tokenHash && (await requestLimits.countAccount(tokenHash)))
    if (retryAfter === null) return
    // A proxy's connection also carries other clients.
    if (request.ip === request.raw.socket.remoteAddress) {
      reply.header('connection', 'close')
      await requestLimits.hold()
    }
    throw new ApiError(errorCodes.accessDenied, 'too many requests', {
      status: 429,
      details: { field: 'requests', retryAfter },
    })
  })
}
