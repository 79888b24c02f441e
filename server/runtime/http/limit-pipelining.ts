import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, socketsRead } from '../clock.ts'
import type { Services } from '../services.ts'
import { createClientAddress } from './client-address.ts'
import { clientNetwork } from './client-network.ts'
import { createWindowCounter } from './window-counter.ts'

/** Requests that may wait behind the one that is answered. Browsers and proxies pipeline none. */
const maxWaiting = 4
const banMs = 60_000
/** Milliseconds for which a banned connection waits for its refusal, and then for its client to read it. */
const holdMs = 1_000

type Connection = { waiting: (() => void)[]; isBusy: boolean; isClosed: boolean }

/** Refuses a connection without parsing its requests. */
function refuse(socket: Socket, { later }: Pick<Clock, 'later'>, retryAfter: number): void {
  // Node resumes a new connection in the next tick, which comes before this.
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
 * Answers pipelined requests one after the other, other connections in between: Node would start all requests of a
 * 64 KB read, about 1,800, at once. A connection that sends more than a few ahead is closed, and its address refused for
 * a minute, since parsing such a read costs more than a client that reconnects should get.
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
    // The parser doesn't stop at the end of its connection.
    if (connection.isClosed) return
    if (!connection.isBusy) return start()
    if (connection.waiting.length < maxWaiting) connection.waiting.push(start)
    else close(socket, connection)
  })
}
