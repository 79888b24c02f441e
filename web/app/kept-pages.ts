import type { App } from '@handsfree/core'
import guard from './kept-guard.ts?worker&url'
import type { RouteConfig } from './route-config.ts'

const cacheName = 'kept-pages'
const mostPages = 8
/** Milliseconds after which a page counts as looked at. */
const settledMs = 3_000

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path)

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Removes styles that the policy forbids, photos that expire, and "live". */
function removePassing(content: Element): void {
  for (const element of content.querySelectorAll('[style]')) element.removeAttribute('style')
  for (const picture of content.querySelectorAll('img')) {
    if (/^(blob:|\/api\/)/.test(picture.getAttribute('src') ?? '')) picture.removeAttribute('src')
  }
  for (const line of content.querySelectorAll<HTMLElement>('[data-as-of]')) {
    line.textContent = line.dataset.asOf ?? ''
    line.dataset.state = 'asOf'
  }
}

/** The page as HTML that paints without running the app, or null while it has no content. */
function pageHtml(routes: readonly RouteConfig[], owner: string, script: string): string | null {
  const root = document.getElementById('root')
  const route = routes.find(({ path }) => matches(path, location.pathname))
  const isPlain = /^(\?t=\d+)?$/.test(location.search)
  if (!root || !isPlain || !route?.isKept || root.querySelector('[aria-busy="true"], [role="alert"]'))
    return null
  const content = root.cloneNode(true) as HTMLElement
  removePassing(content)
  const head = [
    ...document.head.querySelectorAll('meta, title, link:not([rel="modulepreload"]), #brand, #brand-colors'),
  ]
  const late = [...document.body.querySelectorAll(':scope > link[rel="stylesheet"]')]
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const scripts = files.filter((file) => /^\/assets\/.*\.js$/.test(file) && file !== guard)
  return [
    `<!doctype html><html lang="${document.documentElement.lang}"><head>`,
    ...[...head, ...late].map(({ outerHTML }) => outerHTML),
    ...[...new Set(scripts)].map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    `<script src="${guard}" data-owner="${escapeAttribute(owner)}"></script></head><body>`,
    `<div id="root" data-route="${escapeAttribute(route.path)}">${content.innerHTML}</div>`,
    `<script type="module" crossorigin src="${script}"></script></body></html>`,
  ].join('\n')
}

const forget = () => caches.delete(cacheName).catch(() => false)

/**
 * Keeps the pages that an account looked at as HTML, which the service worker shows at once on the next visit
 * (`openKeptPage`). The app then reads the data again and replaces the content.
 */
export function keepPages({ auth }: App, routes: readonly RouteConfig[]): void {
  if (!('caches' in window) || !navigator.serviceWorker) return
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  if (!script) return
  const owner = () => auth.getSnapshot().context.account?.uin

  async function keep(): Promise<void> {
    const uin = owner()
    const html = uin && navigator.onLine ? pageHtml(routes, uin, script as string) : null
    if (!uin || !html) return
    const url = location.origin + location.pathname
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'kept-at': `${Date.now()}`,
      'kept-by': `${script}`,
    }
    const pages = await caches.open(cacheName)
    await fetch(guard)
    await pages.delete(url)
    await pages.put(url, new Response(html, { headers }))
    for (const old of (await pages.keys()).slice(0, -mostPages)) await pages.delete(old)
    if (owner() !== uin) await forget()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  // A full disk only stops keeping.
  const keepNow = () => void keep().catch(() => undefined)
  const keepSettled = () => {
    clearTimeout(timer)
    timer = setTimeout(keepNow, settledMs)
  }
  for (const type of ['pushState', 'replaceState', 'popstate']) addEventListener(type, keepSettled)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow())
  auth.on('auth.signedOut', () => void forget())
  keepSettled()
}
