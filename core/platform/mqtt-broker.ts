import mqtt from 'mqtt'
import type { Platform } from '../lib/platform.ts'

/** One MQTT 3.1.1 connection over WebSocket. No automatic reconnects: the machine handles them. */
export const connectBroker: Platform['connectBroker'] = (
  { url, clientId, username, password, topics, keepalive, connectTimeoutMs },
  { onOpen, onMessage, onClose },
) => {
  let isOver = false
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clean: true,
    clientId,
    username,
    password,
    keepalive,
    connectTimeout: connectTimeoutMs,
    reconnectPeriod: 0,
    resubscribe: false,
  })
  const stop = () => {
    isOver = true
    client.end(true)
  }
  const close = () => {
    if (isOver) return
    stop()
    onClose()
  }
  client.on('connect', () => {
    client.subscribe([...topics], { qos: 0 }, (error) => {
      if (error) close()
      else if (!isOver) onOpen()
    })
  })
  client.on('message', (topic, payload) => {
    if (!isOver) onMessage(topic, payload.toString())
  })
  client.on('error', close)
  client.on('close', close)
  return stop
}
