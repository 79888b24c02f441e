/**
 * Opens the app without a network: the page and every part that was opened before. Only the app's own files are cached,
 * never a call's answer or a photo; the app stores what a traveller may see, and deletes it at sign-out.
 */
declare const self: ServiceWorkerGlobalScope

const cacheName = 'app'
/** All pages are one: the app knows its routes. */
const pageKey = '/index.html'
/** Milliseconds after which a silent network counts as none, if the page is cached. */
const patience = 4_000

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Files that the page had fetched before this worker could see it. */
self.addEventListener('message', (event) => event.waitUntil(keepEarlier(event.data)))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(openFile(event.request))
  else if (mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(event.request))
})

/** The server's other parts, and files with a name, are no pages of the app. */
const isPage = (path: string): boolean =>
  !/^\/(api|files|sandbox|mqtt)(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')

async function openPage(request: Request): Promise<Response> {
  const fromNetwork = fetch(request).then(keepPage)
  const kept = await (await caches.open(cacheName)).match(pageKey)
  if (!kept) return fromNetwork
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, kept))
  return Promise.race([fromNetwork, late])
    .then((answer) => (answer.status >= 500 ? kept : answer))
    .catch(() => kept)
}

/** On a full disk nothing is cached. */
const keep = (cache: Cache, key: string, answer: Response): Promise<void> =>
  cache.put(key, answer.clone()).catch(() => undefined)

const buildHeader = 'x-app-build'
/** Build of a page that the server prepares for its route; null for one that is the same for every route. */
const buildOf = (answer: Response | undefined): string | null => answer?.headers.get(buildHeader) ?? null

/** The page that is good for every route, of the build that has just answered. */
async function pageForAll(answer: Response): Promise<Response | null> {
  const build = buildOf(answer)
  if (build === null) return answer
  const page = await fetch(pageKey)
  if (!page.ok) return null
  return new Response(await page.text(), {
    headers: { 'content-type': 'text/html; charset=utf-8', [buildHeader]: build },
  })
}

/**
 * Caches the page of the newest build, empty: what the server has rendered into one is that page's alone. The files of
 * the build before are deleted.
 */
async function keepPage(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const cache = await caches.open(cacheName)
  const kept = await cache.match(pageKey)
  const build = buildOf(answer)
  if (build !== null && build === buildOf(kept)) return answer
  const before = await kept?.text()
  if (build === null && before === (await answer.clone().text())) return answer
  const page = await pageForAll(answer).catch(() => null)
  if (!page) return answer
  // Files that came before the first page are that page's own.
  if (before !== undefined) await Promise.all((await cache.keys()).map((file) => cache.delete(file)))
  await keep(cache, pageKey, page)
  return answer
}

/** Files in `assets` hold a hash of their content in their names: a cached one is never stale. */
async function openFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(cache, request.url, answer)
  return answer
}

async function keepEarlier(urls: unknown): Promise<void> {
  if (!Array.isArray(urls)) return
  const cache = await caches.open(cacheName)
  if (!(await cache.match(pageKey))) await keepPage(await fetch('/'))
  const files = urls.filter((url) => String(url).startsWith(`${self.location.origin}/assets/`))
  await Promise.all(files.map((url) => openFile(new Request(url))))
}

export {}
