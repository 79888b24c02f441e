const idleMs = 4_000
/** Navigation also hides the page, but unloads it within this time. */
const hiddenDelayMs = 1_000

const filesIn = (list: PerformanceObserverEntryList) =>
  list.getEntries().flatMap(({ name }) => (name.includes('/assets/') ? name : []))

/** Each app has its own worker per language, because a worker caches only one language's messages. */
export function workerAddress(app: 'travellers' | 'crew'): { script: string; scope: string } {
  const [script, scope] = app === 'crew' ? ['/crew-service-worker.js', '/crew'] : ['/service-worker.js', '/']
  return { script: `${script}?${document.documentElement.lang}`, scope }
}

/**
 * Registers the service worker for offline use, and sends it the URLs of files fetched before it was active.
 * Production only; does nothing without service workers.
 */
export function registerServiceWorker(app: 'travellers' | 'crew' = 'travellers'): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const send = (files: string[]) => serviceWorker.controller?.postMessage(files)
  // Requests in flight when the worker takes over bypass it.
  const report = () =>
    new PerformanceObserver((list) => send(filesIn(list))).observe({ type: 'resource', buffered: true })
  const register = () => {
    const { script, scope } = workerAddress(app)
    serviceWorker.register(script, { scope }).catch(() => undefined)
  }
  if (serviceWorker.controller) {
    register()
  } else {
    serviceWorker.addEventListener('controllerchange', report, { once: true })
    whenIdle(register)
  }
  whenHidden(
    () => void serviceWorker.getRegistration().then((known) => known?.waiting?.postMessage('takeOver')),
  )
}

/** Runs `task` whenever the page is hidden for a second, but not during a navigation. */
function whenHidden(task: () => void): void {
  const isHidden = () => document.visibilityState === 'hidden'
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    // Phones may suspend hidden pages. On return the timer fires late, so check again.
    if (isHidden()) timer = setTimeout(() => isHidden() && task(), hiddenDelayMs)
  })
}

/** Runs `task` after `idleMs` without file loads, so that caching doesn't compete with the first visit. */
function whenIdle(task: () => void): void {
  let timer = setTimeout(run, idleMs)
  const observer = new PerformanceObserver((list) => {
    if (filesIn(list).length === 0) return
    clearTimeout(timer)
    timer = setTimeout(run, idleMs)
  })
  observer.observe({ type: 'resource' })
  function run() {
    observer.disconnect()
    task()
  }
}
