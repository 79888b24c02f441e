import { EventEmitter } from 'node:events'
import type { BrokerOptions } from '@handsfree/core'
import type { IClientOptions, MqttClient } from 'mqtt'
import { beforeEach, describe, expect, test } from 'vitest'
import { createConnectBroker } from '../../../../../web/app/platform/broker.ts'

const options: BrokerOptions = {
  url: 'wss://broker.example:443/mqtt',
  clientId: 'TMS-u1',
  username: 'u1',
  password: 'secret',
  topics: ['TOPIC-TMS-u1'],
  keepalive: 20,
  connectTimeoutMs: 30_000,
}

class FakeClient extends EventEmitter {
  ended = false
  subscribed: readonly string[] = []
  answer: (error: Error | null, granted?: { topic: string; qos: number }[]) => void = () => {}
  subscribe(topics: string[], _: unknown, answer: FakeClient['answer']) {
    this.subscribed = topics
    this.answer = answer
  }
  end() {
    this.ended = true
    this.emit('close')
  }
}

let client: FakeClient
let opened: { url: string; options: IClientOptions }[]
let heard: unknown[]
const listener = {
  onOpen: () => heard.push('open'),
  onMessage: (topic: string, payload: string) => heard.push([topic, payload]),
  onClose: () => heard.push('close'),
}
const connect = createConnectBroker(async (url, clientOptions) => {
  opened.push({ url, options: clientOptions })
  return client as unknown as MqttClient
})
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  client = new FakeClient()
  opened = []
  heard = []
})

describe('one connection', () => {
  test('connects by MQTT 3.1.1 with a clean session and without automatic reconnects', async () => {
    connect(options, listener)
    await settle()
    expect(opened).toEqual([
      {
        url: 'wss://broker.example:443/mqtt',
        options: {
          protocolVersion: 4,
          clean: true,
          clientId: 'TMS-u1',
          username: 'u1',
          password: 'secret',
          keepalive: 20,
          connectTimeout: 30_000,
          reconnectPeriod: 0,
          resubscribe: false,
          writeCache: false,
          timerVariant: 'native',
        },
      },
    ])
  })

  test('reports open once every topic is subscribed, and passes messages on', async () => {
    connect(options, listener)
    await settle()
    client.emit('connect')
    expect([client.subscribed, heard]).toEqual([['TOPIC-TMS-u1'], []])
    client.answer(null, [{ topic: 'TOPIC-TMS-u1', qos: 0 }])
    client.emit('message', 'TOPIC-TMS-u1', new TextEncoder().encode('{"code":0}'))
    expect(heard).toEqual(['open', ['TOPIC-TMS-u1', '{"code":0}']])
  })

  test('closes the connection when a subscription is refused', async () => {
    connect(options, listener)
    await settle()
    client.emit('connect')
    client.answer(null, [{ topic: 'TOPIC-TMS-u1', qos: 128 }])
    expect([heard, client.ended]).toEqual([['close'], true])
  })

  test('reports an error followed by a close as one closed connection', async () => {
    connect(options, listener)
    await settle()
    client.emit('error', new Error('connection refused'))
    client.emit('close')
    expect(heard).toEqual(['close'])
  })

  test('reports nothing once stopped', async () => {
    const stop = connect(options, listener)
    await settle()
    client.emit('connect')
    stop()
    client.answer(null, [])
    expect([heard, client.ended]).toEqual([[], true])
  })

  test('ends a client that is created after the connection was stopped', async () => {
    connect(options, listener)()
    await settle()
    expect([heard, client.ended]).toEqual([[], true])
  })

  test('reports a closed connection when the library fails to load', async () => {
    createConnectBroker(() => Promise.reject(new TypeError('failed to fetch')))(options, listener)
    await settle()
    expect(heard).toEqual(['close'])
  })
})
