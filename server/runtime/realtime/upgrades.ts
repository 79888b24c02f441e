import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { hasManyHosts } from '../http/one-host.ts'

const hopHeaders = new Set(['upgrade', 'http2-settings'])

const connectionTokens = (value: string): string =>
  value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => !hopHeaders.has(token.toLowerCase()))
    .join(', ')

/** Serializes the request head without its upgrade. `isLast` closes the connection after the answer. */
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

export function refuseUpgrade(socket: Duplex, status: string, headers: readonly string[] = []): void {
  const head = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Length: 0', ...headers, '\r\n']
  socket.end(head.join('\r\n'), () => socket.destroy())
}

/**
 * Checks that `Origin` matches the requested host, as seen by the page or the proxy. Non-browser clients don't send
 * an origin.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.origin === undefined) return true
  if (!URL.canParse(headers.origin)) return false
  const { host } = new URL(headers.origin)
  // Pages can't set X-Forwarded-Host on a WebSocket, so no trusted proxy is needed here.
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')[0]
    ?.trim()
  return host === headers.host || (forwarded !== '' && host === forwarded)
}

/**
 * Passes WebSocket upgrades of one path to `accept`. Node removes its listeners from upgrading sockets, so add an
 * error listener first. Other upgrades are ignored, as HTTP allows, and answered normally (`curl --http2`). A second
 * upgrade on a connection closes it after the answer.
 */
export function handleUpgrades(
  server: Server,
  path: string,
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  /** Connections with an earlier ignored upgrade. Each round leaks a parser and listeners, so two is the limit. */
  const ignoredSockets = new WeakSet<Duplex>()
  server.on('request', (request, response) => answers.set(request.socket, response))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isWebSocket && request.url?.split('?')[0] === path) {
      if (hasManyHosts(request)) return refuseUpgrade(socket, '400 Bad Request')
      return accept(request, socket, head)
    }
    const isLast = ignoredSockets.has(socket)
    ignoredSockets.add(socket)
    const continueRequest = () => {
      socket.unshift(Buffer.concat([headWithoutUpgrade(request, { isLast }), head]))
      server.emit('connection', socket)
    }
    // Answer earlier requests on this connection first.
    const earlier = answers.get(socket)
    if (!earlier || earlier.writableFinished) continueRequest()
    else earlier.once('close', () => socket.destroyed || continueRequest())
  })
}
