import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** Registers the calls of one domain (`server/api/<domain>.plugin.ts`). */
export type DomainPlugin = (app: FastifyInstance, services: Services) => void | Promise<void>
