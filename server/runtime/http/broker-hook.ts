import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'

export const brokerHookPath = '/api/broker/:secret'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Compares in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash(given), hash(expected))

/** Whether the configured external broker asks. It has one address and asks about all clients. */
export function isBrokerHook(
  { params, routeOptions }: Pick<FastifyRequest, 'params' | 'routeOptions'>,
  { mqttUrl, mqttHookSecret }: Pick<Settings, 'mqttUrl' | 'mqttHookSecret'>,
): boolean {
  if (!mqttUrl || !mqttHookSecret || !routeOptions.url?.startsWith(`${brokerHookPath}/`)) return false
  const { secret = '' } = params as { secret?: string }
  return isSameSecret(secret, mqttHookSecret)
}
