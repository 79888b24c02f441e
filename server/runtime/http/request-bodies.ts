import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'

/** Milliseconds. */
export type RequestTimes = {
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  headers: number
  /** Between two checks of the headers' time. */
  check: number
  /** In which a body that is being read must bring `leastBytes`, or its end. */
  body: number
  /** Of a connection without traffic, such as one whose client does not read its answers. */
  idle: number
  /** Between an answer before the end of its request's body and the end of the connection. */
  farewell: number
}

export const requestTimes: RequestTimes = {
  headers: 10_000,
  check: 1_000,
  body: 30_000,
  idle: 120_000,
  farewell: 1_000,
}

type BodyTimes = Pick<RequestTimes, 'body' | 'farewell'>

/** A slow hotel connection brings more; a client that sends less only holds the connection. */
const leastBytes = 32 * 1024

const isArriving = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Ends the connection of a request that is answered while its body still arrives. Node would read an endless body to
 * its end, and destroying the connection at once would take the answer from the client.
 */
function endUnread({ raw }: FastifyRequest, farewell: number): void {
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  // Node calls this when the answer is written, after it has begun to read the rest of the body.
  socket.destroySoon = () => {
    raw.unpipe()
    raw.pause()
    socket.pause()
    socket.end()
    socket.once(
      'close',
      systemClock.after(farewell, () => socket.destroy()),
    )
  }
}

/** Closes the connection of a body that has stopped, or nearly so. Time in which nobody reads it does not count. */
function watchBody(request: FastifyRequest, milliseconds: number): void {
  const { raw } = request
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  let read = socket.bytesRead
  const stop = systemClock.every(milliseconds, () => {
    const arrived = socket.bytesRead - read
    read = socket.bytesRead
    if (raw.complete) return stop()
    if (arrived >= leastBytes || raw.readableFlowing !== true) return
    stop()
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  raw.once('close', stop)
}

/** Reads no body on once its answer is sent, and waits for none without end. */
export function limitBodies(app: FastifyInstance, times: BodyTimes): void {
  app.addHook('onRequest', async (request) => {
    if (isArriving(request)) watchBody(request, times.body)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isArriving(request)) return
    reply.header('connection', 'close')
    endUnread(request, times.farewell)
  })
}
