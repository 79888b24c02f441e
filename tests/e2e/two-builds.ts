import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listenHere } from '../listen-here.ts'

/** Names of scripts contain a hash: `./parts-CicAEF-x.js`, `assets/parts-CicAEF-x.js`. */
const script = /((?:assets|\.)\/[\w.-]+-[\w-]{7,8})\.js/g
/** The service worker's cache, named by a digest of the build. */
const cache = /(app-[\w-]{16})(?=[`'"])/g
const readable = /^(?:text|application)\/(?:html|javascript|css|manifest\+json)/
const notSent = ['connection', 'content-length', 'keep-alive', 'transfer-encoding']

/** The server would return 304, but the names in the file have changed. */
const notAsked = ['host', 'connection', 'accept-encoding', 'if-none-match', 'if-modified-since']

function headersOf({ headers }: IncomingMessage): Headers {
  const sent = new Headers({ 'accept-encoding': 'identity' })
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notAsked.includes(name)) sent.set(name, String(value))
  }
  return sent
}

/**
 * Proxies a running server to simulate a later build of the web app. `release` renames every script; requests for
 * older names return 404. `failWith` returns a status for every page.
 */
export async function serveBuilds(upstream: string) {
  const origin = new URL(upstream)
  let build = 0
  let failure = 0
  const suffix = () => (build === 0 ? '' : `v${build}`)
  const rename = (text: string, version: string) =>
    text.replace(script, `$1${version}.js`).replace(cache, `$1${version}`)
  /** The path on the server; null for another build's script. */
  const pathAtServer = (path: string): string | null => {
    const [, name, version = ''] = /^(\/assets\/[\w.-]+?-[\w-]{7,8})(v\d+)?\.js(?:\?\d+)?$/.exec(path) ?? []
    if (!name) return path
    return version === suffix() ? `${name}.js` : null
  }
  const server = createServer(async (request, response) => {
    const version = suffix()
    const path = pathAtServer(request.url ?? '/')
    const isFailing = failure > 0 && request.headers['sec-fetch-dest'] === 'document'
    if (path === null || isFailing) {
      response.writeHead(isFailing ? failure : 404).end()
      return
    }
    const { method = 'GET' } = request
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request))
    const answer = await fetch(new URL(path, origin), { method, headers: headersOf(request), body }).catch(
      () => null,
    )
    if (!answer) {
      response.destroy()
      return
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isReadable = readable.test(answer.headers.get('content-type') ?? '')
    const headers = [...answer.headers].filter(([name]) => !notSent.includes(name))
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(isReadable ? rename(bytes.toString(), version) : bytes)
  })
  server.on('upgrade', (request, socket) => {
    const line = connect(Number(origin.port), origin.hostname, () => {
      const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]))
      line.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      line.pipe(socket).pipe(line)
    })
    for (const [one, other] of [
      [line, socket],
      [socket, line],
    ] as const) {
      one.on('error', () => other.destroy())
    }
  })
  const port = await listenHere(server)
  return {
    url: `http://localhost:${port}`,
    release() {
      build += 1
    },
    failWith(status: number) {
      failure = status
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
