import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, socketsRead } from '../clock.ts'
import type { Services } from '../services.ts'
import { createClientAddress } from './client-address.ts'
import { clientNetwork } from './client-network.ts'
import { createWindowCounter } from './window-counter.ts'

/** Maximum pipelined requests. Browsers and proxies don't pipeline. */
const maxWaiting = 4
const banMs = 60_000
/** Milliseconds until a banned connection is answered, and then until it's closed. */
const holdMs = 1_000

type Connection = { waiting: (() => void)[]; isBusy: boolean; isClosed: boolean }

function refuse(socket: Socket, { later }: Pick<Clock, 'later'>, retryAfter: number): void {
  // Node resumes new connections on the next tick, which runs before this microtask.
  void Promise.resolve().then(() => socket.pause())
  socket.on('error', () => {})
  const cancelAnswer = later(holdMs, () => {
    socket.end(
      `HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`,
    )
  })
  const cancelEnd = later(2 * holdMs, () => socket.destroy())
  socket.once('close', () => {
    cancelAnswer()
    cancelEnd()
  })
}

/**
 * Handles pipelined requests one at a time, interleaved with other connections. By default, Node starts all requests
 * of a 64 KB read (about 1,800) at once. Connections that pipeline more than a few are closed and their address is
 * banned for a minute: parsing such reads is expensive.
 */
export function limitPipelining(
  server: Server,
  { clock, settings, requestLimits }: Pick<Services, 'clock' | 'settings' | 'requestLimits'>,
): void {
  const { isProxy } = createClientAddress(settings.trustedProxy)
  const bans = createWindowCounter(clock, banMs)
  const connections = new WeakMap<Socket, Connection>()
  const handlers = server.listeners('request')
  server.removeAllListeners('request')

  const close = (socket: Socket, connection: Connection) => {
    connection.isClosed = true
    connection.waiting = []
    const { remoteAddress = '' } = socket
    if (!isProxy(remoteAddress) && !requestLimits.isExempt(remoteAddress))
      bans.add(clientNetwork(remoteAddress))
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const retryAfter = bans.secondsLeft(clientNetwork(socket.remoteAddress ?? ''))
    if (retryAfter > 0) refuse(socket, clock, retryAfter)
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { waiting: [], isBusy: false, isClosed: false }
    connections.set(socket, connection)
    const startNext = () => {
      const start = connection.waiting.shift()
      if (start) start()
      else connection.isBusy = false
    }
    const start = () => {
      connection.isBusy = true
      response.once('close', () => void socketsRead().then(startNext))
      for (const handle of handlers) handle.call(server, request, response)
    }
    // The parser continues after its connection is destroyed.
    if (connection.isClosed) return
    if (!connection.isBusy) return start()
    if (connection.waiting.length < maxWaiting) connection.waiting.push(start)
    else close(socket, connection)
  })
}
