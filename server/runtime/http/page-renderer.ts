import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'

/** What a page is rendered for; `web/server.tsx` says more of each. */
export type PageVisit = {
  route: string
  params: Record<string, string>
  path: string
  locale: Locale
  hasAccount: boolean
  dismissed: string[]
  now: number
}

type Answers = Record<string, unknown>
/** `css` holds rules for this very content. */
export type RenderedPage = { html: string; css: string; title: string; facts: object }

/** The web app as a server runs it: `web/server.tsx`, built. */
export type PageRenderer = {
  /** Null when none of the answers came that the page reads. */
  readPage(visit: PageVisit, fetch: typeof globalThis.fetch): Promise<Answers | null>
  renderPage(visit: PageVisit, answers: Answers): Promise<RenderedPage>
}

/** The renderer in a web build; null for a build without one. Its code loads with the first page. */
export function findRenderer(webFolder: string): (() => Promise<PageRenderer>) | null {
  const file = join(webFolder, '.server/server.js')
  let loading: Promise<PageRenderer> | undefined
  return existsSync(file) ? () => (loading ??= import(pathToFileURL(file).href)) : null
}

/** Asks the server's own calls, without a network. */
export const fetchOwn =
  (app: FastifyInstance): typeof globalThis.fetch =>
  async (input, init) => {
    const answer = await app.inject({
      method: 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
  }
