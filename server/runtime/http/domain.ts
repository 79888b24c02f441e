import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** One domain's part of the server: `server/<domain>/<domain>.plugin.ts` registers its calls. */
export type DomainPlugin = (app: FastifyInstance, services: Services) => void | Promise<void>
