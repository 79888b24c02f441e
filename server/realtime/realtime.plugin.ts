import { errorCodes, getConfigurationSecrets, getDecryptionKey } from '@handsfree/core/api'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { brokerPassword } from './password.ts'
import { checkSignature, configurationKey, encryptConfiguration } from './secrets.ts'

const defaultPorts: Record<string, string> = { 'https:': '443', 'wss:': '443', 'http:': '80', 'ws:': '80' }

/**
 * Where clients connect: `MQTT_PUBLIC_URL`, or `/mqtt` at the address of their request, which a proxy may forward to an
 * external broker. Throws 1008 for an invalid `Host`.
 */
function brokerAddress(request: FastifyRequest, publicUrl: string | null): { host: string; port: string } {
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) throw new ApiError(errorCodes.paramError, 'Host is no address')
  const url = new URL(address)
  return { host: url.hostname, port: url.port || defaultPorts[url.protocol] || '443' }
}

export const realtimePlugin: DomainPlugin = (app, services: Services) => {
  const { settings, keys, now } = services

  route(app, services, getDecryptionKey, async ({ request, traveller }) => {
    checkSignature(request, settings, now())
    return configurationKey(keys, traveller?.tokenHash ?? '').toString('base64')
  })

  route(app, services, getConfigurationSecrets, async ({ request, traveller }) => {
    checkSignature(request, settings, now())
    const { host, port } = brokerAddress(request, settings.mqttPublicUrl)
    const values = {
      mqttHostDomain: host,
      mqttUsername: traveller?.uin ?? '',
      mqttPassword: traveller ? await brokerPassword(keys, traveller.uin, traveller.tokenHash, now()) : '',
      mqttWSSPort: port,
    }
    return encryptConfiguration(values, configurationKey(keys, traveller?.tokenHash ?? ''))
  })
}
