import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Aedes } from 'aedes'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws'
import { leanMqtt } from '../../tools/lean-mqtt.ts'
import { createConnectBroker } from '../../web/platform/broker.ts'

const folder = mkdtempSync(join(tmpdir(), 'handsfree-mqtt-'))
let connect: ReturnType<typeof createConnectBroker>
let broker: Aedes
let server: Server
let lines: WebSocketServer
let url = ''
/** Messages that came from the client, by their first byte. */
let sent: number[] = []

beforeAll(async () => {
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leanMqtt()],
    build: {
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: 'mqtt',
        output: { entryFileNames: 'mqtt.mjs' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  process.env.NODE_ENV = NODE_ENV
  const mqtt = await import(pathToFileURL(join(folder, 'mqtt.mjs')).href)
  connect = createConnectBroker(async (address, options) => mqtt.connect(address, options))
  broker = await Aedes.createBroker()
  broker.authenticate = (_client, username, password, done) =>
    done(null, username === 'u1' && String(password) === 'secret')
  server = createServer().listen(0)
  lines = new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data) => sent.push((data as Buffer)[0] ?? 0))
    broker.handle(createWebSocketStream(socket))
  })
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`
})
afterAll(() => {
  broker.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** A line, and what was heard on it. */
function open({ password = 'secret', keepalive = 20 } = {}) {
  vi.stubGlobal('WebSocket', WebSocket)
  sent = []
  const heard: unknown[] = []
  const stop = connect(
    {
      url,
      clientId: 'TMS-u1',
      username: 'u1',
      password,
      topics: ['TOPIC-TMS-u1'],
      keepalive,
      connectTimeoutMs: 5_000,
    },
    {
      onOpen: () => heard.push('open'),
      onMessage: (topic, payload) => heard.push([topic, payload]),
      onClose: () => heard.push('close'),
    },
  )
  return { heard, stop }
}

const publish = (payload: string) =>
  new Promise<void>((resolve, reject) =>
    broker.publish(
      { cmd: 'publish', topic: 'TOPIC-TMS-u1', payload, qos: 0, retain: false, dup: false },
      (error) => (error ? reject(error) : resolve()),
    ),
  )

test('connects, subscribes and hears messages of any length and language, each packet in one message', async () => {
  const { heard, stop } = open()
  await vi.waitFor(() => expect(heard).toEqual(['open']))
  expect(sent).toEqual([0x10, 0x82])
  const long = '行李已送达'.repeat(20_000)
  await publish('{"code":0}')
  await publish(long)
  await vi.waitFor(() => expect(heard).toHaveLength(3))
  expect(heard.slice(1)).toEqual([
    ['TOPIC-TMS-u1', '{"code":0}'],
    ['TOPIC-TMS-u1', long],
  ])
  stop()
  await publish('{"code":1}')
  await vi.waitFor(() => expect(broker.connectedClients).toBe(0))
  expect(heard).toHaveLength(3)
})

test('reports a refused password and a lost line as closed', async () => {
  const refused = open({ password: 'wrong' })
  await vi.waitFor(() => expect(refused.heard).toEqual(['close']))
  const lost = open()
  await vi.waitFor(() => expect(lost.heard).toEqual(['open']))
  for (const line of lines.clients) line.terminate()
  await vi.waitFor(() => expect(lost.heard).toEqual(['open', 'close']))
})

test('pings a silent line', async () => {
  const { heard, stop } = open({ keepalive: 1 })
  await vi.waitFor(() => expect(sent).toEqual([0x10, 0x82, 0xc0]), { timeout: 5_000 })
  expect(heard).toEqual(['open'])
  stop()
})
