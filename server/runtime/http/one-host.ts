import type { IncomingMessage } from 'node:http'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Whether a request names more than one `Host`. Node reads the first, a proxy perhaps the last. */
export const hasManyHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** Refuses requests that name more than one `Host`, as HTTP asks (RFC 9112, 3.2): 1008. */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasManyHosts(raw)) throw new ApiError(errorCodes.paramError, 'more than one Host')
  })
}
