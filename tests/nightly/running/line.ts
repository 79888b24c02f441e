import { brokerClientId, topicOf } from '@handsfree/core/realtime'
import mqtt from 'mqtt'
import { fetchConfiguration } from '../../../core/api/secrets.ts'
import { must, type Traveller } from '../../e2e/backend.ts'

/** A page's MQTT connection, at the server's address. It reconnects like a page. */
export async function openLine(
  { account, api }: Traveller,
  staticKey: string,
  onEnd: (end: () => Promise<void>) => unknown,
) {
  const secrets = must(await fetchConfiguration(api, { staticKey, now: Date.now }))
  const clientId = brokerClientId(account.uin)
  const client = mqtt.connect(`ws://${secrets.mqttHostDomain}:${secrets.mqttWSSPort}/mqtt`, {
    clientId,
    username: secrets.mqttUsername,
    password: secrets.mqttPassword,
    reconnectPeriod: 250,
    resubscribe: false,
  })
  const heard: string[] = []
  let losses = 0
  let isOpen = false
  const opened = new Promise<void>((resolve, reject) => {
    client.on('connect', () => {
      client.subscribeAsync(topicOf(clientId)).then(() => {
        isOpen = true
        resolve()
      }, reject)
    })
    client.once('error', reject)
  })
  client.on('message', (_topic, payload) => heard.push(payload.toString()))
  client.on('close', () => {
    isOpen = false
    losses++
  })
  client.on('error', () => {})
  const end = async (): Promise<void> => {
    await client.endAsync(true)
  }
  onEnd(end)
  await opened
  return { heard, losses: () => losses, isOpen: () => isOpen, end }
}
