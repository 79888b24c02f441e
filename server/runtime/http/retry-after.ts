import type { FastifyInstance } from 'fastify'

const defaultWaitSeconds = 60

const retryAfterOf = (envelope: unknown): number => {
  const result = envelope instanceof Object && 'result' in envelope ? envelope.result : null
  const seconds = result instanceof Object && 'retryAfter' in result ? result.retryAfter : null
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : defaultWaitSeconds
}

/** Sets `Retry-After` on every 429, from its details or 60 s. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook('preSerialization', async (_request, reply, envelope) => {
    if (reply.statusCode === 429) reply.header('retry-after', retryAfterOf(envelope))
    return envelope
  })
}
