import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Page, PageHeads, PageReader, PageRoute } from './page-heads.ts'
import { fetchOwn, type PageRenderer, type PageVisit } from './page-renderer.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** A page is compressed once and sent often; the best quality takes ten times as long for a twentieth. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export type SentPage = {
  etag: string
  allowed: Page['allowed']
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
}

/** For how long a page's answers are as new as anybody's, milliseconds: a changed price is seen within a second. */
const answersMs = 1_000
/** Pages and answers that are held in memory. */
const maxPages = 500
/** How often a page that shows times is rendered again, milliseconds. */
const minute = 60_000
const day = 24 * 60 * minute

type Rendering = { route: PageRoute; reader: PageReader; visit: PageVisit; answers: Record<string, unknown> }

const compress = async ({ text, allowed }: Page): Promise<SentPage> => ({
  // Weak: the same page in three encodings.
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  allowed,
  bodies: { br: await brotli(text, quality), gzip: await zip(text), identity: Buffer.from(text) },
})

/**
 * Pages as they are sent, from memory: each is rendered once for its language, its content and, where it shows times, the
 * minute. One that cannot be rendered is sent without its content, which the app then brings.
 */
export function createPages(
  app: FastifyInstance,
  heads: PageHeads,
  loadRenderer: (() => Promise<PageRenderer>) | null,
  now: () => Date,
) {
  const fetch = fetchOwn(app)
  const answers = new LRUCache<string, Record<string, unknown>, PageVisit>({
    max: maxPages,
    ttl: answersMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_key, _stale, { context }) =>
      loadRenderer ? (await loadRenderer()).readPage(context, fetch) : {},
  })
  const pages = new LRUCache<string, SentPage, Rendering>({
    max: maxPages,
    fetchMethod: async (_key, _stale, { context }) => {
      const { route, reader, visit, answers } = context
      const renderer = await loadRenderer?.()
      try {
        return compress(heads.pageOf(route, reader, (await renderer?.renderPage(visit, answers)) ?? null))
      } catch (error) {
        app.log.error({ err: error, route: route.path }, 'the page could not be rendered')
        return compress(heads.pageOf(route, reader, null))
      }
    },
  })

  return async (
    route: PageRoute,
    reader: PageReader,
    path: string,
    params: Record<string, string>,
  ): Promise<SentPage> => {
    const time = now().getTime()
    const visit = { ...reader, route: route.path, path, params, now: time }
    const { locale, hasAccount } = reader
    const known = await answers.forceFetch(JSON.stringify([path, locale]), { context: visit })
    const step = Object.keys(known).length > 0 ? minute : day
    visit.now = time - (time % step)
    const key = JSON.stringify([path, locale, hasAccount, visit.now, known])
    return pages.forceFetch(key, { context: { route, reader, visit, answers: known } })
  }
}
