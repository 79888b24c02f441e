import type { Platform } from '@handsfree/core'
import type { IClientOptions, ISubscriptionGrant, MqttClient } from 'mqtt'

export type ConnectBroker = Platform['connectBroker']

export type OpenClient = (url: string, options: IClientOptions) => Promise<MqttClient>

const subscribeFailureCode = 128

/** One MQTT 3.1.1 connection over WebSocket. Doesn't reconnect; the realtime machine does. */
export const createConnectBroker =
  (open: OpenClient): ConnectBroker =>
  ({ url, clientId, username, password, topics, keepalive, connectTimeoutMs }, listener) => {
    let client: MqttClient | undefined
    let isOver = false

    const stop = () => {
      isOver = true
      client?.end(true)
    }
    const close = () => {
      if (isOver) return
      stop()
      listener.onClose()
    }
    const subscribe = (opened: MqttClient) =>
      opened.subscribe([...topics], { qos: 0 }, (error, granted: ISubscriptionGrant[] = []) => {
        if (isOver) return
        if (error || granted.some(({ qos }) => (qos as number) >= subscribeFailureCode)) close()
        else listener.onOpen()
      })

    open(url, {
      protocolVersion: 4,
      clean: true,
      clientId,
      username,
      password,
      keepalive,
      connectTimeout: connectTimeoutMs,
      reconnectPeriod: 0,
      resubscribe: false,
      // The cache allocates 65,536 buffers with the first packet.
      writeCache: false,
      // Worker timers need `blob:` in the Content Security Policy.
      timerVariant: 'native',
    }).then((opened) => {
      client = opened
      if (isOver) {
        client.end(true)
        return
      }
      client.on('connect', () => subscribe(opened))
      client.on(
        'message',
        (topic, payload) => isOver || listener.onMessage(topic, new TextDecoder().decode(payload)),
      )
      client.on('error', close)
      client.on('close', close)
    }, close)

    return stop
  }
