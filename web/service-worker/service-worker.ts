/**
 * Makes an app work offline: the page, all light screens, and everything opened before. Caches only the app's own
 * files, never API responses or photos. The app itself stores its user's data and deletes it at sign-out.
 */
import { receivePushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope

/** Whether it is the worker of the employees' app, `crew-service-worker.js`. */
const isCrew = self.location.pathname.startsWith('/crew')
/** The build inserts this build's files (`tools/offline-files.ts`), the page's script first. */
const allFiles: readonly string[] = ['__OFFLINE_FILES__']
/** From the worker's URL; other languages are cached after a switch. */
const locale = self.location.search.slice(1)
const languagePattern = /^\/assets\/([a-z]{2}-[A-Z]{2})-/
const offlineFiles = allFiles.filter((file) => [undefined, locale].includes(languagePattern.exec(file)?.[1]))
/** One cache per build, so that its page finds all of its files. */
const cachePrefix = isCrew ? 'crew-' : 'app-'
const cacheName = `${cachePrefix}__BUILD__`
/** One page for all routes: the empty shell, because a server-rendered page belongs to a single route. */
const pageKey = isCrew ? '/crew' : '/index.html'
/** Milliseconds until a network without response counts as offline. */
const networkTimeoutMs = 4_000

self.addEventListener('install', (event) => event.waitUntil(cacheBuild()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/**
 * Hidden pages send `takeOver`. Taking over during a navigation would make Chromium stop the old worker, and the page
 * would never load. Other messages list files fetched before this worker was active.
 */
self.addEventListener('message', (event) =>
  event.waitUntil(event.data === 'takeOver' ? self.skipWaiting() : cacheLoadedFiles(event.data, event)),
)

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(openFile(event.request, event))
  else if (mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(event.request))
})

receivePushes({ scope: isCrew ? '/crew' : '/', locale, isPage: (path) => isPage(path) })

/** Excludes the server's other endpoints and file names. */
const isPage = (path: string): boolean =>
  /^\/crew(\/|$)/.test(path) === isCrew &&
  !/^\/(api|files|kiosk|sandbox|mqtt)(\/|$)/.test(path) &&
  !path.slice(path.lastIndexOf('/')).includes('.')

/** Rejects if a file can't be fetched; the previous worker then stays active. */
async function cacheBuild(): Promise<void> {
  const [script = ''] = offlineFiles
  const cache = await caches.open(cacheName)
  const answer = await fetch(pageKey, { cache: 'no-cache' })
  const page = await answer.text()
  // Another instance may serve another build, or a captive portal its own page.
  if (!answer.ok || !page.includes(script)) throw new Error('not the page of this build')
  await Promise.all(offlineFiles.map((file) => cacheFile(cache, file)))
  const policy = answer.headers.get('content-security-policy') ?? ''
  await cache.put(pageKey, new Response(page, { headers: pageHeaders(policy) }))
}

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
})

async function cacheFile(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return
  const kept = await caches.match(file)
  const answer = kept ?? (await fetch(new Request(file, { priority: 'low' })))
  if (!isFile(answer)) throw new Error(`no such file: ${file}`)
  await cache.put(file, answer)
}

/** Keeps the previous build's cache for open tabs, and deletes this app's older ones. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Guests of a hotel share an IP address and its rate limit. */
const tooManyRequests = 429

/** Hours of the same day, because pages say "today". */
const keptHours = 12

/** A page as its account last saw it (`web/app/kept-pages.ts`), if this build can continue it. */
async function openKeptPage(url: string): Promise<Response | null> {
  const { origin, pathname, search } = new URL(url)
  const isPlain = !isCrew && /^(\?t=\d+)?$/.test(search)
  const kept = isPlain ? await caches.match(origin + pathname, { cacheName: 'kept-pages' }) : undefined
  const keptAt = new Date(Number(kept?.headers.get('kept-at')))
  const now = new Date()
  const isRecent =
    Math.abs(now.getTime() - keptAt.getTime()) < keptHours * 3_600_000 && now.getDate() === keptAt.getDate()
  if (!kept || !isRecent || kept.headers.get('kept-by') !== offlineFiles[0]) return null
  const shell = await caches.match(pageKey, { cacheName })
  const policy = shell?.headers.get('content-security-policy')
  return policy ? new Response(kept.body, { headers: pageHeaders(policy) }) : null
}

async function openPage(request: Request): Promise<Response> {
  const kept = await openKeptPage(request.url).catch(() => null)
  if (kept) return kept
  const fromNetwork = fetch(request)
  const cachedPage = await (await caches.open(cacheName)).match(pageKey)
  if (!cachedPage) return fromNetwork
  const late = new Promise<Response>((resolve) => setTimeout(resolve, networkTimeoutMs, cachedPage))
  return Promise.race([fromNetwork, late])
    .then((answer) => (answer.status >= 500 || answer.status === tooManyRequests ? cachedPage : answer))
    .catch(() => cachedPage)
}

/** False for captive portals, which respond with HTML. */
const isFile = (answer: Response): boolean =>
  answer.ok && !/^text\/html/.test(answer.headers.get('content-type') ?? '')

/** File names in `assets` contain a content hash, so cached files are never stale. */
async function openFile(request: Request, event: ExtendableEvent): Promise<Response> {
  // Retries have a query, so ignore it.
  const kept = await caches.match(request.url, { ignoreSearch: true })
  if (kept) return kept
  const response = await fetch(request)
  if (isFile(response)) {
    const copy = response.clone()
    const keeping = caches.open(cacheName).then((cache) => cache.put(request.url, copy))
    // Not awaited. A full disk only stops caching.
    event.waitUntil(keeping.catch(() => undefined))
  }
  return response
}

async function cacheLoadedFiles(urls: unknown, event: ExtendableEvent): Promise<void> {
  if (!Array.isArray(urls)) return
  const files = urls.filter((url) => String(url).startsWith(`${self.location.origin}/assets/`))
  await Promise.all(files.map((url) => openFile(new Request(url), event)))
}
