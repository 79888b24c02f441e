import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { errorCodes, type Locale, locales } from '@handsfree/core/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { packageFolder } from '../package-folder.ts'
import { ApiError } from './api-error.ts'
import { localeOf } from './caller.ts'
import { type PageHeads, type PageReader, readPageHeads } from './page-heads.ts'
import { refuse } from './refusals.ts'

export const webFolder = (): string => join(packageFolder(), '..', 'web', 'dist')

/** Names in `assets` hold a hash of their content and never change; all else is revalidated. */
const cacheControl = (file: string): string =>
  file.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Whether a request is for a page of the app, rather than a call or a file. */
const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  const name = path.split('/').pop() ?? ''
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|sandbox|mqtt)(\/|$)/.test(path) &&
    !name.includes('.')
  )
}

const isLocale = (tag: string | undefined): tag is Locale => locales.some((locale) => locale === tag)

/** The cookies mirror what the page itself stores: the chosen language, and that there is an account. */
function readerOf(request: FastifyRequest): PageReader {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  const cookies = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  const language = cookies.get('language')
  return {
    locale: isLocale(language) ? language : localeOf(request),
    hasAccount: cookies.get('account') === 'yes',
  }
}

/** A service worker drops its files when the build of a page is another one. */
const buildHeader = 'x-app-build'

type Compressed = { etag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> }

const compress = (page: string): Compressed => ({
  // Weak: the same page in three encodings.
  etag: `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`,
  bodies: { br: brotliCompressSync(page), gzip: gzipSync(page), identity: Buffer.from(page) },
})

/** Answers every route of the app with its page, which names the files that the route needs. */
function serveRoutes(app: FastifyInstance, { routes, build, pageOf }: PageHeads): void {
  // As many as there are routes, languages and kinds of readers.
  const pages = new Map<string, Compressed>()
  for (const route of routes) {
    app.get(route.path, (request, reply) => {
      const reader = readerOf(request)
      const key = JSON.stringify([route.path, reader])
      const page = pages.get(key) ?? compress(pageOf(route, reader))
      pages.set(key, page)
      reply.headers({
        'cache-control': 'no-cache',
        vary: 'accept-encoding, accept-language, cookie',
        etag: page.etag,
        [buildHeader]: build,
      })
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
      // Browsers name gzip first, without meaning it.
      const encoding = (['br', 'gzip'] as const).find((name) => request.encoding([name]))
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type('text/html; charset=utf-8').send(page.bodies[encoding ?? 'identity'])
    })
  }
}

/**
 * Serves the web's build, compressed ahead of time, and a page for every route: the app knows the others.
 * What is nothing of ours answers 1002. Without a build (in development and tests) pages do too.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'))
  const heads = isBuilt ? readPageHeads(root) : null
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      // One route a file, so that a page's path does not look for a file first.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', cacheControl(relative(root, path)))
      },
    })
  }
  if (heads) serveRoutes(app, heads)
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isPage(request)) return refuse(reply, new ApiError(errorCodes.notFound, 'not found'))
    if (heads) reply.header(buildHeader, heads.build)
    return reply.sendFile('index.html')
  })
}
