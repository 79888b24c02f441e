import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publish } from '../metrics/measurements.ts'
import { newId, type Random } from '../random.ts'
import { addOrderId } from './call-facts.ts'
import { probes } from './probes.ts'

const header = 'x-request-id'

/** Reuses the id set by a trusted proxy, else creates one. It's in every log line and in the response. */
export const requestIdBy =
  (trustsProxy: boolean, random: Random) =>
  ({ headers }: { headers: FastifyRequest['headers'] }): string => {
    const given = headers[header]
    return trustsProxy && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId(random)
  }

const isFile = (route: string): boolean =>
  route.startsWith('/assets/') || (!route.startsWith('/api/') && /\.\w+$/.test(route))

/** Route pattern, since URLs may contain ids and signatures. `files` for the files of the web build. */
export const routeOf = ({ routeOptions: { url = 'none' } }: FastifyRequest): string =>
  isFile(url) ? 'files' : url

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(header, request.id)
    addOrderId(request, request.params)
  })
  app.addHook('preHandler', async (request) => addOrderId(request, request.body))
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const level = probes.has(route) || (route === 'files' && reply.statusCode < 400) ? 'debug' : 'info'
    const { method } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    publish('answered', { method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    request.log[level]({ method, route, status: reply.statusCode, ms }, 'answered')
  })
}
