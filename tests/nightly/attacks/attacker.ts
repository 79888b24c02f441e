import { Agent, request } from 'node:http'
import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** An attack on a server of this machine, from its own loopback address. */
export type Attack = { port: number; localAddress: string; lines: number } & (
  | { kind: 'pings'; connect: string; bytesPerSecond: number; reads: boolean; endOthers?: string }
  | { kind: 'pipelining'; bytesPerSecond: number }
  | { kind: 'requests'; paths: string[]; perSecond: number }
  | { kind: 'waits'; token: string; version: string }
  | { kind: 'wrongLinks'; perSecond: number }
)

/** Milliseconds between two writes, and before reconnecting. */
const turnMs = 50

const attack = JSON.parse(process.argv[2] ?? '{}') as Attack
const { port, localAddress, lines } = attack
let sent = 0

function pings({ connect, bytesPerSecond, reads }: Attack & { kind: 'pings' }) {
  const flood = Buffer.alloc(Math.round((bytesPerSecond * turnMs) / 1_000), Buffer.from([0xc0, 0]))
  return new Promise<void>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt', { localAddress })
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    socket.once('open', async () => {
      socket.send(Buffer.from(connect, 'base64'))
      await pause(turnMs)
      if (!reads) socket.pause()
      while (socket.readyState === WebSocket.OPEN) {
        socket.send(flood)
        sent += flood.length / 2
        await pause(turnMs)
      }
      resolve()
    })
  })
}

function pipelining({ bytesPerSecond }: Attack & { kind: 'pipelining' }) {
  const line = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'
  const count = Math.round((bytesPerSecond * turnMs) / 1_000 / line.length)
  return new Promise<void>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('connect', async () => {
      while (!socket.destroyed) {
        socket.write(line.repeat(count))
        sent += count
        await pause(turnMs)
      }
    })
  })
}

const agent = new Agent({ keepAlive: true })
const sendRequest = (path: string, body?: object, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    sent++
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        localAddress,
        agent,
        path,
        method: body ? 'POST' : 'GET',
        headers: { 'accept-encoding': 'br', 'content-type': 'application/json', ...headers },
      },
      async (response) => resolve(Buffer.concat(await response.toArray()).toString()),
    )
    asking.on('error', () => resolve(''))
    asking.end(body && JSON.stringify(body))
  })

/** Varies a path's spelling on each call, to miss caches. */
const respell = (path: string): string =>
  path.replace(/[a-z]/g, (letter) => (Math.random() < 0.5 ? letter : `%${letter.charCodeAt(0).toString(16)}`))

async function once(): Promise<void> {
  switch (attack.kind) {
    case 'pings':
      return pings(attack)
    case 'pipelining':
      return pipelining(attack)
    case 'requests': {
      const path = attack.paths[sent % attack.paths.length] ?? '/'
      const parts = path.split('/')
      const last = respell(parts.pop() ?? '')
      await sendRequest([...parts, last].join('/'))
      return pause((1_000 * lines) / attack.perSecond)
    }
    case 'waits':
      await sendRequest('/api/trips/wait', { token: attack.token, version: attack.version })
      return
    case 'wrongLinks':
      await sendRequest('/api/trips', {
        token: Math.random().toString(36).slice(2).padEnd(22, 'A').slice(0, 22),
      })
      return pause((1_000 * lines) / attack.perSecond)
  }
}

async function line(): Promise<never> {
  for (;;) {
    await once()
    if (attack.kind === 'pings' || attack.kind === 'pipelining') await pause(turnMs)
  }
}

if (attack.kind === 'pings' && attack.endOthers) {
  const headers = { token: `Bearer ${attack.endOthers}` }
  const hint = async () => {
    for (let count = 0; count < 110; count++) {
      await sendRequest('/api/account/devices/end-others', {}, headers)
    }
  }
  void pause(500).then(hint)
}
for (let count = 0; count < lines; count++) void line()
process.on('message', () => process.send?.(sent))
process.send?.('begun')
