import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { precompress } from '../../../tools/precompress.ts'
import { listenHere } from '../../listen-here.ts'

export type Floor = { url: string; stop: () => Promise<void> }

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

async function buildPage(root: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [precompress()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
}

export const startFloor = (): Promise<Floor> =>
  servePage(fileURLToPath(new URL('floor-page/', import.meta.url)))

/** Builds the page in a folder and serves it like the app's server: precompressed with Brotli, files cached by name. */
export async function servePage(root: string): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), 'handsfree-floor-'))
  const { NODE_ENV } = process.env
  await buildPage(root, folder)
  // Vite sets it, and servers started from here would refuse it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    const file = join(folder, path)
    const isBrotli = existsSync(`${file}.br`)
    if (!isBrotli && !existsSync(file)) return response.writeHead(404).end()
    const body = await readFile(isBrotli ? `${file}.br` : file)
    const headers = {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-length': body.length,
    }
    response.writeHead(200, isBrotli ? { ...headers, 'content-encoding': 'br' } : headers).end(body)
  })
  const port = await listenHere(server)
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
