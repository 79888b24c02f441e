import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

export type DomainPlugin = (app: FastifyInstance, services: Services) => void | Promise<void>
