import type { IncomingMessage } from 'node:http'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Node reads the first `Host`, a proxy possibly the last. */
export const hasManyHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** Rejects requests with several `Host` headers (RFC 9112, 3.2) with 1008. */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasManyHosts(raw)) throw new ApiError(errorCodes.paramError, 'more than one Host')
  })
}
