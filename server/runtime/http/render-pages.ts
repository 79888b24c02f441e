import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { systemClock } from '../clock.ts'
import type { Services } from '../services.ts'
import { describeError } from './describe-error.ts'
import type { Page, PageHeads, PageReader, PageRoute } from './page-heads.ts'
import { fetchOwn, type PageRenderer, type PageVisit } from './page-renderer.ts'
import { createRenderBudget } from './render-budget.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** A page is compressed once and sent often; the best quality takes 40 ms instead of 15 for a fortieth less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

export type SentPage = {
  etag: string
  allowed: Page['allowed']
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
}

/** For how long after it was read an answer is sent, milliseconds: a changed price is seen within a second. */
const answersMs = 1_000
/** How long a page waits for its answers, milliseconds: a database that does not answer keeps no page back. */
const patienceMs = 2_000
/** Pages and answers that are held in memory. */
const maxPages = 500
/** How often a page that shows times is rendered again, milliseconds. */
const minute = 60_000
const day = 24 * 60 * minute

/** Answers of a page; null when those that it reads did not come. */
type Read = { answers: Record<string, unknown> | null }
type Reading = { visit: PageVisit; beganAt: number }
type Rendering = { route: PageRoute; reader: PageReader; visit: PageVisit; answers: Record<string, unknown> }

const compress = async ({ text, allowed }: Page): Promise<SentPage> => ({
  // Weak: the same page in three encodings.
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  allowed,
  bodies: { br: await brotli(text, quality), gzip: await zip(text), identity: Buffer.from(text) },
})

/** The one spelling of a page's address: escapes, letter case of hex digits and a slash at its end make no other page. */
const canonicalPath = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Ids of the announcements in a page's answers. */
const announcedIn = (answers: string): string[] => [
  ...new Set([...answers.matchAll(/"announcementId":"([\w-]+)"/g)].map(([, id = '']) => id)),
]

/**
 * Pages as they are sent, from memory: each is rendered once for its language, its content and, where it shows times, the
 * minute. One that cannot be rendered is sent for a second without its content, which the app then brings; so is one for
 * an address that has used up its share of the server's time.
 */
export function createPages(
  app: FastifyInstance,
  heads: PageHeads,
  loadRenderer: (() => Promise<PageRenderer>) | null,
  { now, clock }: Pick<Services, 'now' | 'clock'>,
) {
  const fetch = fetchOwn(app)
  const noAnswers: Read = { answers: null }
  /** A page waits for nobody: one whose answers do not come leaves them to the app. */
  async function readInTime(visit: PageVisit): Promise<Read> {
    const reading = Promise.resolve(loadRenderer?.()).then(
      async (renderer): Promise<Read> => ({ answers: renderer ? await renderer.readPage(visit, fetch) : {} }),
    )
    let cancel = () => {}
    const over = new Promise<Read>((resolve) => {
      cancel = systemClock.after(patienceMs, () => resolve(noAnswers))
    })
    try {
      return await Promise.race([reading, over])
    } catch (error) {
      app.log.error({ ...describeError(error), route: visit.route }, 'the page could not be read')
      return noAnswers
    } finally {
      cancel()
    }
  }
  const budget = createRenderBudget(clock)
  const byClock = { ttlResolution: 0, perf: { now: clock.elapsedMs } }
  const answers = new LRUCache<string, Read, Reading>({
    max: maxPages,
    ttl: answersMs,
    ...byClock,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const read = await readInTime(context.visit)
      // What changes while a slow read goes on is seen within its second too. One that failed is not tried again at once.
      if (read !== noAnswers) options.ttl = Math.max(1, context.beganAt + answersMs - clock.elapsedMs())
      return read
    },
  })
  const pages = new LRUCache<string, SentPage, Rendering>({
    max: maxPages,
    ...byClock,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const { route, reader, visit, answers } = context
      try {
        const renderer = await loadRenderer?.()
        return compress(heads.pageOf(route, reader, (await renderer?.renderPage(visit, answers)) ?? null))
      } catch (error) {
        app.log.error({ ...describeError(error), route: route.path }, 'the page could not be rendered')
        options.ttl = answersMs
        return compress(heads.pageOf(route, reader, null))
      }
    },
  })

  const shells = new Map<string, Promise<SentPage>>()
  const shellOf = (route: PageRoute, reader: PageReader): Promise<SentPage> => {
    const key = JSON.stringify([route.path, reader.locale, reader.hasAccount])
    const shell = shells.get(key) ?? compress(heads.pageOf(route, reader, null))
    shells.set(key, shell)
    return shell
  }

  /** `address` pays for what is not in memory; null for an exempt one. */
  return async (
    route: PageRoute,
    reader: PageReader,
    params: Record<string, string>,
    address: string | null,
  ): Promise<SentPage> => {
    const time = now().getTime()
    const path = canonicalPath(route.path, params)
    const asked = { ...reader, route: route.path, path, params, now: time }
    const { locale, hasAccount } = reader
    const place: { leave: (() => void) | null } = { leave: null }
    const mayWork = (): boolean => {
      if (address !== null) place.leave ??= budget.enter(address)
      return address === null || place.leave !== null
    }
    try {
      let read = noAnswers
      if (!route.isSecret) {
        const key = JSON.stringify([path, locale])
        if (!answers.has(key) && !mayWork()) return await shellOf(route, reader)
        read = await answers.forceFetch(key, { context: { visit: asked, beganAt: clock.elapsedMs() } })
      }
      const known = read.answers ?? {}
      // The frame of a page is the same for every order and every place, whatever a stranger asks for.
      const isFrame = route.only === 'members' || route.isSecret || read.answers === null
      const isEmpty = (answer: unknown) => Array.isArray(answer) && answer.length === 0
      const step = Object.values(known).every(isEmpty) ? day : minute
      const dismissed = announcedIn(JSON.stringify(known))
        .filter((id) => reader.dismissed.includes(id))
        .sort()
      const visit = {
        ...asked,
        dismissed,
        ...(isFrame && { path: route.path, params: {} }),
        now: time - (time % step),
      }
      const key = JSON.stringify([visit.path, locale, hasAccount, visit.now, known, dismissed])
      if (!pages.has(key) && address !== null && !(mayWork() && budget.mayRender(address)))
        return await shellOf(route, reader)
      return await pages.forceFetch(key, { context: { route, reader, visit, answers: known } })
    } finally {
      place.leave?.()
    }
  }
}
