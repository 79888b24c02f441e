import type { Browser, Page, Request } from '@playwright/test'
import { phoneContext } from './phone-context.ts'

const kinds = ['HTML', 'JavaScript', 'CSS', 'fonts', 'images', 'JSON', 'other'] as const
export type Kind = (typeof kinds)[number]

/** Bytes of response and request bodies, compressed as sent. */
export type Traffic = { down: Record<Kind, number>; up: number; requests: number }

const kindOf = (type: string): Kind => {
  if (/\bhtml\b/.test(type)) return 'HTML'
  if (/javascript/.test(type)) return 'JavaScript'
  if (/\bcss\b/.test(type)) return 'CSS'
  if (/\bfont\b/.test(type)) return 'fonts'
  if (/^image\//.test(type)) return 'images'
  return /\bjson\b/.test(type) ? 'JSON' : 'other'
}

export const totalOf = ({ down }: Traffic): number =>
  Object.values(down).reduce((sum, bytes) => sum + bytes, 0)

/** Counts a page's requests from now on. The returned function computes the sum; call it when the page is idle. */
export function listen(page: Page): () => Promise<Traffic> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => {
    // Skips `data:` and `blob:` URLs.
    if (request.url().startsWith('http')) finished.push(request)
  })
  return async () => {
    const down = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
    let up = 0
    for (const request of finished) {
      const response = await request.response()
      if (!response) continue
      const sizes = await request.sizes()
      // Cached responses have a negative size.
      down[kindOf(response.headers()['content-type'] ?? '')] += Math.max(0, sizes.responseBodySize)
      // `requestBodySize` lacks uploaded files, so use the header.
      const { 'content-length': length } = await request.allHeaders()
      up += Math.max(sizes.requestBodySize, Number(length ?? 0))
    }
    return { down, up, requests: finished.length }
  }
}

/** Traffic of a new visitor's phone during `visit`, with an empty cache. */
export async function measureTraffic(
  browser: Browser,
  baseURL: string,
  visit: (page: Page) => Promise<void>,
): Promise<Traffic> {
  const context = await browser.newContext({ baseURL, ...phoneContext })
  try {
    const page = await context.newPage()
    const read = listen(page)
    await visit(page)
    await page.waitForLoadState('networkidle')
    return await read()
  } finally {
    await context.close()
  }
}
