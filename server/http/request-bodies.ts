import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds. */
export type RequestTimes = {
  /** From the first byte of a request, or the opening of its line, to the end of its headers. */
  headers: number
  /** Between two looks for lines whose headers take too long. */
  check: number
  /** In which a body that is being read must bring `leastBytes`, or its end. */
  body: number
  /** Of a line on which nothing moves, such as one whose client does not read its answers. */
  idle: number
  /** Between an answer that came before the end of its request's body and the end of the line. */
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

/** A bad hotel line brings more; whoever sends less only holds the line. */
const leastBytes = 32 * 1024

/** Whether a part of the request's body has not arrived yet. */
const isArriving = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Ends a line whose request is answered although its body still arrives. Node would read the rest, without end for an
 * endless body; and to destroy the line at once would take the answer from the client that has not read it yet.
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
    const end = setTimeout(() => socket.destroy(), farewell)
    socket.once('close', () => clearTimeout(end))
  }
}

/** Closes the line of a body that has stopped, or nearly so. Time in which nobody reads it does not count. */
function watchBody(request: FastifyRequest, milliseconds: number): void {
  const { raw } = request
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  let read = socket.bytesRead
  const turn = setInterval(() => {
    const arrived = socket.bytesRead - read
    read = socket.bytesRead
    if (raw.complete) return clearInterval(turn)
    if (arrived >= leastBytes || raw.readableFlowing !== true) return
    clearInterval(turn)
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  }, milliseconds)
  raw.once('close', () => clearInterval(turn))
}

/** No request's body is read on once its answer is there, and none is waited for without end. */
export function boundBodies(app: FastifyInstance, times: BodyTimes): void {
  app.addHook('onRequest', async (request) => {
    if (isArriving(request)) watchBody(request, times.body)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isArriving(request)) return
    reply.header('connection', 'close')
    endUnread(request, times.farewell)
  })
}
