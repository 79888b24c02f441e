import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { hasManyHosts } from '../http/one-host.ts'

const hopHeaders = new Set(['upgrade', 'http2-settings'])

/** The values of `Connection` without the upgrade. */
const connectionTokens = (value: string): string =>
  value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => !hopHeaders.has(token.toLowerCase()))
    .join(', ')

/**
 * The request's head without its upgrade, as bytes of the wire. The connection of the last one closes after its answer.
 */
function headWithoutUpgrade(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  { isLast }: { isLast: boolean },
): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...(isLast ? ['Connection: close'] : [])]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const value = rawHeaders[index + 1] ?? ''
    if (hopHeaders.has(name.toLowerCase())) continue
    const kept = name.toLowerCase() === 'connection' ? connectionTokens(value) : value
    if (kept !== '' || value === '') lines.push(`${name}: ${kept}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Refuses an upgrade with an HTTP status and closes its connection. */
export function refuseUpgrade(socket: Duplex, status: string, headers: readonly string[] = []): void {
  const head = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Length: 0', ...headers, '\r\n']
  socket.end(head.join('\r\n'), () => socket.destroy())
}

/**
 * Whether a browser's page may open a WebSocket here: `Origin` names the requested host, as the page or the proxy sees
 * it. Programs that are no browser send none.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.origin === undefined) return true
  if (!URL.canParse(headers.origin)) return false
  const { host } = new URL(headers.origin)
  // A page cannot set X-Forwarded-Host on a WebSocket, so it need not come from a trusted proxy here.
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')[0]
    ?.trim()
  return host === headers.host || (forwarded !== '' && host === forwarded)
}

/**
 * Passes WebSocket upgrades of one path to `accept`. Node removes its own listeners from a socket that asks for an
 * upgrade, so each gets an error listener first. Any other upgrade is ignored, as HTTP allows: the request is answered
 * like one without it (`curl --http2`). A connection that asks again is closed after that answer.
 */
export function handleUpgrades(
  server: Server,
  path: string,
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  /** Connections that asked before: each round leaves a parser and listeners behind, so there are two at most. */
  const ignored = new WeakSet<Duplex>()
  server.on('request', (request, response) => answers.set(request.socket, response))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isWebSocket && request.url?.split('?')[0] === path) {
      if (hasManyHosts(request)) return refuseUpgrade(socket, '400 Bad Request')
      return accept(request, socket, head)
    }
    const isLast = ignored.has(socket)
    ignored.add(socket)
    const goOn = () => {
      socket.unshift(Buffer.concat([headWithoutUpgrade(request, { isLast }), head]))
      server.emit('connection', socket)
    }
    // An earlier request on the same connection is answered first.
    const earlier = answers.get(socket)
    if (!earlier || earlier.writableFinished) goOn()
    else earlier.once('close', () => socket.destroyed || goOn())
  })
}
