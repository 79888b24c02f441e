import { getConfigurationSecrets, getDecryptionKey } from '@handsfree/core/contract'
import { brokerClientId } from '@handsfree/core/realtime'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'
import { brokerAddress } from '../runtime/realtime/broker-address.ts'
import { brokerPassword, withDevice } from '../runtime/realtime/password.ts'
import { checkSignature, configurationKey, encryptConfiguration } from '../runtime/realtime/secrets.ts'
import type { Services, Traveller } from '../runtime/services.ts'

export const realtimePlugin: DomainPlugin = (app, services: Services) => {
  const { settings, keys, now, random } = services
  const passwordOf = ({ uin, tokenHash }: Traveller, device: string | null) =>
    brokerPassword(keys, { holder: uin, clientId: brokerClientId(uin), device, tokenHash }, now())

  route(app, services, getDecryptionKey, async ({ request, traveller }) => {
    checkSignature(request, settings, now())
    return configurationKey(keys, traveller?.tokenHash ?? '').toString('base64')
  })

  route(app, services, getConfigurationSecrets, async ({ request, traveller }) => {
    checkSignature(request, settings, now())
    const { host, port } = brokerAddress(request, settings.mqttPublicUrl)
    const device = settings.mqttUrl ? newId(random) : null
    const values = {
      mqttHostDomain: host,
      mqttUsername: traveller ? withDevice(traveller.uin, device) : '',
      mqttPassword: traveller ? await passwordOf(traveller, device) : '',
      mqttWSSPort: port,
    }
    return encryptConfiguration(values, configurationKey(keys, traveller?.tokenHash ?? ''))
  })
}
