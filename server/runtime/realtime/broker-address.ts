import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'

const defaultPorts: Record<string, string> = { 'https:': '443', 'wss:': '443', 'http:': '80', 'ws:': '80' }

/**
 * Returns the clients' broker address: `MQTT_PUBLIC_URL`, or the request's host (a proxy may forward `/mqtt` to an
 * external broker). Throws 1008 for an invalid `Host`.
 */
export function brokerAddress(
  request: FastifyRequest,
  publicUrl: string | null,
): { host: string; port: string } {
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) throw new ApiError(errorCodes.paramError, 'invalid Host header')
  const url = new URL(address)
  return { host: url.hostname, port: url.port || defaultPorts[url.protocol] || '443' }
}
