/**
 * Opens the app without a network: the page, every screen that needs no heavy library, and every part that was opened
 * before. Only the app's own files are cached, never a call's answer or a photo; the app stores what a traveller may
 * see, and deletes it at sign-out.
 */
declare const self: ServiceWorkerGlobalScope

/** Written in by the build (`tools/offline-files.ts`): addresses of this build's files, the page's own script first. */
const allFiles: readonly string[] = ['__OFFLINE_FILES__']
/** The page registers a worker for its language: the words of another come when that is chosen. */
const locale = self.location.search.slice(1)
const ofLanguage = /^\/assets\/([a-z]{2}-[A-Z]{2})-/
const offlineFiles = allFiles.filter((file) => [undefined, locale].includes(ofLanguage.exec(file)?.[1]))
/** Each build has a cache of its own, so that its page finds all of its files. */
const cacheName = 'app-__BUILD__'
/** All pages are one: the app knows its routes. It is empty, for what a server has rendered is one route's alone. */
const pageKey = '/index.html'
/** Milliseconds after which a silent network counts as none. */
const patience = 4_000

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

/**
 * A page that has left the screen tells a new worker to take over: Chromium stops the one before even while that opens a
 * page, and the page then never comes. Every page tells which files it had fetched before this worker could see it.
 */
self.addEventListener('message', (event) =>
  event.waitUntil(event.data === 'takeOver' ? self.skipWaiting() : keepEarlier(event.data, event)),
)

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(openFile(event.request, event))
  else if (mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(event.request))
})

/** The server's other parts, and files with a name, are no pages of the app. */
const isPage = (path: string): boolean =>
  !/^\/(api|files|sandbox|mqtt)(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')

/** Caches the page with its files. Rejects when one of them does not come: the worker before stays, with its own. */
async function keepBuild(): Promise<void> {
  const [script = ''] = offlineFiles
  const cache = await caches.open(cacheName)
  const answer = await fetch(pageKey, { cache: 'no-cache' })
  const page = await answer.text()
  // Another instance may serve another build, and a hotel's network its own sign-in.
  if (!answer.ok || !page.includes(script)) throw new Error('not the page of this build')
  await Promise.all(offlineFiles.map((file) => keepFile(cache, file)))
  await cache.put(pageKey, new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
}

async function keepFile(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return
  const kept = await caches.match(file)
  const answer = kept ?? (await fetch(new Request(file, { priority: 'low' })))
  if (!isFile(answer)) throw new Error(`no such file: ${file}`)
  await cache.put(file, answer)
}

/** An open tab may still need files of the build before; those of older ones are deleted. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** A hotel's guests share one address, and its limit. */
const tooManyRequests = 429

async function openPage(request: Request): Promise<Response> {
  const fromNetwork = fetch(request)
  const kept = await (await caches.open(cacheName)).match(pageKey)
  if (!kept) return fromNetwork
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, kept))
  return Promise.race([fromNetwork, late])
    .then((answer) => (answer.status >= 500 || answer.status === tooManyRequests ? kept : answer))
    .catch(() => kept)
}

/** Whether it is what was asked for, rather than the sign-in of a hotel's network. */
const isFile = (answer: Response): boolean =>
  answer.ok && !/^text\/html/.test(answer.headers.get('content-type') ?? '')

/** Files in `assets` hold a hash of their content in their names: a cached one is never stale. */
async function openFile(request: Request, event: ExtendableEvent): Promise<Response> {
  // What did not come is asked for once more under another address.
  const kept = await caches.match(request.url, { ignoreSearch: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (isFile(answer)) {
    const copy = answer.clone()
    const keeping = caches.open(cacheName).then((cache) => cache.put(request.url, copy))
    // The page does not wait for it, and on a full disk nothing more is cached.
    event.waitUntil(keeping.catch(() => undefined))
  }
  return answer
}

async function keepEarlier(urls: unknown, event: ExtendableEvent): Promise<void> {
  if (!Array.isArray(urls)) return
  const files = urls.filter((url) => String(url).startsWith(`${self.location.origin}/assets/`))
  await Promise.all(files.map((url) => openFile(new Request(url), event)))
}

export {}
