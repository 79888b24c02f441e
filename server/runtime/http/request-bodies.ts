import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'

/** Milliseconds. */
export type RequestTimes = {
  /** From the first byte of a request (or the connection's opening) to the end of its headers. */
  headers: number
  check: number
  /** Interval in which a body must deliver `leastBytes` or end. */
  body: number
  /** Idle timeout of a connection, for example if the client doesn't read. */
  idle: number
  /** From an early answer to closing the connection. */
  lingerMs: number
}

export const requestTimes: RequestTimes = {
  headers: 10_000,
  check: 1_000,
  body: 30_000,
  idle: 120_000,
  lingerMs: 1_000,
}

type BodyTimes = Pick<RequestTimes, 'body' | 'lingerMs'>

/** Less than a slow hotel connection delivers. Slower clients only hold the connection. */
const minBytesPerInterval = 32 * 1024

const isArriving = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Closes a connection whose request is answered before its body ended. Node would read an endless body, and an
 * immediate destroy would lose the answer.
 */
function endUnread({ raw }: FastifyRequest, lingerMs: number): void {
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  // Node calls it after writing the answer, when it has already started to drain the body.
  socket.destroySoon = () => {
    raw.unpipe()
    raw.pause()
    socket.pause()
    socket.end()
    socket.once(
      'close',
      systemClock.after(lingerMs, () => socket.destroy()),
    )
  }
}

/** Closes connections with a stalled body. Ignores time in which the server doesn't read. */
function watchBody(request: FastifyRequest, milliseconds: number): void {
  const { raw } = request
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  let read = socket.bytesRead
  const stop = systemClock.every(milliseconds, () => {
    const arrived = socket.bytesRead - read
    read = socket.bytesRead
    if (raw.complete) return stop()
    if (arrived >= minBytesPerInterval || raw.readableFlowing !== true) return
    stop()
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  raw.once('close', stop)
}

/** Stops reading bodies after the answer, and limits the wait for them. */
export function limitBodies(app: FastifyInstance, times: BodyTimes): void {
  app.addHook('onRequest', async (request) => {
    if (isArriving(request)) watchBody(request, times.body)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isArriving(request)) return
    reply.header('connection', 'close')
    endUnread(request, times.lingerMs)
  })
}
