const idleMs = 4_000
/** A page that goes to another is hidden too, and gone by then. */
const leftMs = 1_000

/** Addresses of the app's own files among what was fetched. */
const filesIn = (list: PerformanceObserverEntryList) =>
  list.getEntries().flatMap(({ name }) => (name.includes('/assets/') ? name : []))

/**
 * Lets the app open without a network: registers the service worker, and sends it the names of files that were fetched
 * before. In development nothing is cached. A browser that refuses continues without.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const send = (files: string[]) => serviceWorker.controller?.postMessage(files)
  // Files that still load when the worker takes over pass it by: it gets their names once they are loaded.
  const report = () => {
    reportStyles()
    new PerformanceObserver((list) => send(filesIn(list))).observe({ type: 'resource', buffered: true })
  }
  // Styles that came within the page: without a network they are files.
  const reportStyles = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][type="text/plain"]')
    send([...links].map(({ href }) => href))
  }
  // A worker for each language: it caches the words of one.
  const register = () =>
    void serviceWorker.register(`/service-worker.js?${document.documentElement.lang}`).catch(() => undefined)
  if (serviceWorker.controller) {
    reportStyles()
    register()
  } else {
    serviceWorker.addEventListener('controllerchange', report, { once: true })
    whenIdle(register)
  }
  whenLeft(
    () => void serviceWorker.getRegistration().then((known) => known?.waiting?.postMessage('takeOver')),
  )
}

/** Runs a task each time that the page has left the screen: nothing is tapped, and no page is on its way. */
function whenLeft(task: () => void): void {
  const isLeft = () => document.visibilityState === 'hidden'
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    // A phone may stop the page at once: the time is over when it comes back.
    if (isLeft()) timer = setTimeout(() => isLeft() && task(), leftMs)
  })
}

/** Runs a task once no file of the app has come for a while: what a first visit needs is not held up by the rest. */
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
