import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale, ShownBrand } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'

/** See `web/server.tsx` for the fields. */
export type PageVisit = {
  route: string
  params: Record<string, string>
  path: string
  locale: Locale
  hasAccount: boolean
  dismissed: string[]
  brand?: ShownBrand | undefined
  now: number
}

type Answers = Record<string, unknown>
export type RenderedPage = { html: string; css: string; title: string; facts: object }

export type PageRenderer = {
  /** Returns null if none of the page's calls succeeded. */
  readPage(visit: PageVisit, fetch: typeof globalThis.fetch): Promise<Answers | null>
  renderPage(visit: PageVisit, answers: Answers): Promise<RenderedPage>
}

/** Returns a lazy loader of the renderer. Null for a build without one. */
export function findRenderer(webFolder: string): (() => Promise<PageRenderer>) | null {
  const file = join(webFolder, '.server/server.js')
  let loading: Promise<PageRenderer> | undefined
  return existsSync(file) ? () => (loading ??= import(pathToFileURL(file).href)) : null
}

/** Calls the server in process, without a network. */
export const fetchFromServer =
  (app: FastifyInstance): typeof globalThis.fetch =>
  async (input, init) => {
    const answer = await app.inject({
      method: 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
  }
