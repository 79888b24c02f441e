import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { hashToken } from '../../runtime/random.ts'
import { StartError } from '../../runtime/start-error.ts'

/** Compares hashes in constant time. */
function mayRead({ headers }: IncomingMessage, token: string | null): boolean {
  if (token === null) return true
  const given = headers.authorization?.replace(/^Bearer /, '') ?? ''
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}

/** Serves only `GET /metrics`. Throws `StartError` if the port is in use. */
export async function serveMetrics(
  exporter: Pick<PrometheusExporter, 'getMetricsRequestHandler'>,
  { port, token }: { port: number; token: string | null },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      return response.writeHead(404).end()
    }
    if (!mayRead(request, token)) return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    exporter.getMetricsRequestHandler(request, response)
  })
  server.listen(port)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new StartError(
      `Port ${port} (METRICS_PORT) is in use. Stop the other process, or set METRICS_PORT to another port.`,
    )
  })
  // For example EMFILE; unhandled, it would crash the process.
  server.on('error', () => {})
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
