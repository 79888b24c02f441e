import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { systemClock } from '../clock.ts'
import type { Services } from '../services.ts'
import { describeError } from './describe-error.ts'
import type { PageBrand } from './page-brand.ts'
import type { Page, PageHeads, PageReader, PageRoute } from './page-heads.ts'
import { fetchFromServer, type PageRenderer, type PageVisit } from './page-renderer.ts'
import { createRenderBudget } from './render-budget.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Pages are compressed once and sent often. Quality 11 takes 40 ms instead of 15 and saves only 1/40. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

export type SentPage = {
  etag: string
  allowed: Page['allowed']
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
}

/** Cache lifetime of a page's data in ms: price changes show within a second. */
const answersMs = 1_000
/** Timeout of a page's data in ms, so that a stuck database doesn't block pages. */
const readTimeoutMs = 2_000
const maxPages = 500
/** Re-rendering interval in ms of pages that show times. */
const minute = 60_000
const day = 24 * 60 * minute

/** Data of a page; null if it couldn't be read. */
type PageData = { answers: Record<string, unknown> | null }
type ReadContext = { visit: PageVisit; beganAt: number }
type RenderContext = {
  route: PageRoute
  reader: PageReader
  brand: PageBrand | null
  visit: PageVisit
  answers: Record<string, unknown>
}

const compress = async ({ text, allowed }: Page): Promise<SentPage> => ({
  // Weak, because three encodings share it.
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  allowed,
  bodies: { br: await brotli(text, quality), gzip: await zip(text), identity: Buffer.from(text) },
})

/** Normalizes escapes and trailing slashes, so that equal pages share a cache entry. */
const canonicalPath = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const announcementIdsIn = (answers: string): string[] => [
  ...new Set([...answers.matchAll(/"announcementId":"([\w-]+)"/g)].map(([, id = '']) => id)),
]

/**
 * Caches pages by language, content and, if they show times, minute. Pages that can't be rendered, or exceed an
 * address's budget, are sent without content, which the app then loads.
 */
export function createPages(
  app: FastifyInstance,
  heads: PageHeads,
  loadRenderer: (() => Promise<PageRenderer>) | null,
  { now, clock }: Pick<Services, 'now' | 'clock'>,
) {
  const fetch = fetchFromServer(app)
  const noAnswers: PageData = { answers: null }
  async function readInTime(visit: PageVisit): Promise<PageData> {
    const reading = Promise.resolve(loadRenderer?.()).then(
      async (renderer): Promise<PageData> => ({
        answers: renderer ? await renderer.readPage(visit, fetch) : {},
      }),
    )
    let cancel = () => {}
    const over = new Promise<PageData>((resolve) => {
      cancel = systemClock.after(readTimeoutMs, () => resolve(noAnswers))
    })
    try {
      return await Promise.race([reading, over])
    } catch (error) {
      app.log.error({ ...describeError(error), route: visit.route }, 'could not load the page’s data')
      return noAnswers
    } finally {
      cancel()
    }
  }
  const budget = createRenderBudget(clock)
  const byClock = { ttlResolution: 0, perf: { now: clock.elapsedMs } }
  const answers = new LRUCache<string, PageData, ReadContext>({
    max: maxPages,
    ttl: answersMs,
    ...byClock,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const read = await readInTime(context.visit)
      // Count the lifetime from the start of the read, so that a slow read doesn't delay changes. Failed reads are
      // cached for the full time.
      if (read !== noAnswers) options.ttl = Math.max(1, context.beganAt + answersMs - clock.elapsedMs())
      return read
    },
  })
  const pages = new LRUCache<string, SentPage, RenderContext>({
    max: maxPages,
    ...byClock,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const { route, reader, brand, visit, answers } = context
      try {
        const renderer = await loadRenderer?.()
        const rendered = (await renderer?.renderPage(visit, answers)) ?? null
        return compress(heads.pageOf(route, reader, rendered, brand))
      } catch (error) {
        app.log.error({ ...describeError(error), route: route.path }, 'could not render the page')
        options.ttl = answersMs
        return compress(heads.pageOf(route, reader, null, brand))
      }
    },
  })

  const shells = new LRUCache<string, Promise<SentPage>>({ max: maxPages })
  const shellOf = (route: PageRoute, reader: PageReader, brand: PageBrand | null): Promise<SentPage> => {
    const key = JSON.stringify([route.path, reader.locale, reader.hasAccount, brand?.version])
    const shell = shells.get(key) ?? compress(heads.pageOf(route, reader, null, brand))
    shells.set(key, shell)
    return shell
  }

  /** `address` is charged for uncached work; null if exempt. */
  return async (
    route: PageRoute,
    reader: PageReader,
    params: Record<string, string>,
    address: string | null,
    brand: PageBrand | null,
  ): Promise<SentPage> => {
    const time = now().getTime()
    const path = canonicalPath(route.path, params)
    const shown = brand?.shown
    const baseVisit = { ...reader, route: route.path, path, params, brand: shown, now: time }
    const { locale, hasAccount } = reader
    const slot: { leave: (() => void) | null } = { leave: null }
    const mayWork = (): boolean => {
      if (address !== null) slot.leave ??= budget.enter(address)
      return address === null || slot.leave !== null
    }
    try {
      let read = noAnswers
      if (!route.isSecret) {
        const key = JSON.stringify([path, locale])
        if (!answers.has(key) && !mayWork()) return await shellOf(route, reader, brand)
        read = await answers.forceFetch(key, { context: { visit: baseVisit, beganAt: clock.elapsedMs() } })
      }
      const pageAnswers = read.answers ?? {}
      // Private pages are rendered without data or parameters, so one entry serves all orders and sites.
      const isShell = route.only === 'members' || route.isSecret || read.answers === null
      const isEmpty = (answer: unknown) => Array.isArray(answer) && answer.length === 0
      const step = Object.values(pageAnswers).every(isEmpty) ? day : minute
      const dismissed = announcementIdsIn(JSON.stringify(pageAnswers))
        .filter((id) => reader.dismissed.includes(id))
        .sort()
      const visit = {
        ...baseVisit,
        dismissed,
        ...(isShell && { path: route.path, params: {} }),
        now: time - (time % step),
      }
      const key = JSON.stringify([
        visit.path,
        locale,
        hasAccount,
        visit.now,
        pageAnswers,
        dismissed,
        brand?.version,
      ])
      if (!pages.has(key) && address !== null && !(mayWork() && budget.mayRender(address)))
        return await shellOf(route, reader, brand)
      return await pages.forceFetch(key, { context: { route, reader, brand, visit, answers: pageAnswers } })
    } finally {
      slot.leave?.()
    }
  }
}
