import { fromCallback } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import { fromCall } from '../lib/from-call.ts'
import type { Platform } from '../lib/platform.ts'
import { brokerClientId, readHint, topicOf } from './hint.ts'
import type { BrokerInput, RealtimeEvent } from './realtime.machine.ts'

type Options = {
  staticKey: string
  brokerScheme: 'ws' | 'wss'
  /** The server's time, in ms since 1970. */
  now: () => number
  /** Client id at the broker of a person. */
  clientIdOf?: (uin: string) => string
}

/** Implements the realtime actors. Loads the ciphers only after sign-in. */
export const provideRealtime = (
  api: ApiClient,
  platform: Pick<Platform, 'connectBroker'>,
  { staticKey, brokerScheme, now, clientIdOf = brokerClientId }: Options,
) => ({
  actors: {
    fetchSecrets: fromCall(async () => {
      const { fetchConfiguration } = await import('../api/secrets.ts')
      return fetchConfiguration(api, { staticKey, now })
    }),
    broker: fromCallback<RealtimeEvent, BrokerInput>(({ input: { secrets, uin }, sendBack }) => {
      if (!secrets) return sendBack({ type: 'broker.closed' })
      const topic = topicOf(clientIdOf(uin))
      // External brokers disconnect the older of two equal client ids, so there the user name has a device.
      const hasDevice = secrets.mqttUsername.startsWith(`${uin}.`)
      const clientId = clientIdOf(hasDevice ? secrets.mqttUsername : uin)
      return platform.connectBroker(
        {
          url: `${brokerScheme}://${secrets.mqttHostDomain}:${secrets.mqttWSSPort}/mqtt`,
          clientId,
          username: secrets.mqttUsername,
          password: secrets.mqttPassword,
          topics: [topic],
          keepalive: 20,
          connectTimeoutMs: 30_000,
        },
        {
          onOpen: () => sendBack({ type: 'broker.opened' }),
          onClose: () => sendBack({ type: 'broker.closed' }),
          onMessage: (from, payload) => {
            if (from === topic) sendBack({ type: 'broker.hinted', hint: readHint(payload) })
          },
        },
      )
    }),
  },
})
