/**
 * Lets the app open without a network: registers the service worker, and sends it the names of files that were fetched
 * before. In development nothing is cached. A browser that refuses continues without.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Files that still load when the worker takes over pass it by: it gets their names once they are loaded.
  const report = () =>
    new PerformanceObserver((list) => {
      const files = list.getEntries().flatMap(({ name }) => (name.includes('/assets/') ? [name] : []))
      if (files.length > 0) serviceWorker.controller?.postMessage(files)
    }).observe({ type: 'resource', buffered: true })
  // Styles that came within the page: without a network they are files.
  const reportStyles = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]')
    serviceWorker.controller?.postMessage([...links].map(({ href }) => href))
  }
  if (serviceWorker.controller) reportStyles()
  else {
    serviceWorker.addEventListener('controllerchange', report, { once: true })
    serviceWorker.addEventListener('controllerchange', reportStyles, { once: true })
  }
  void serviceWorker.register('/service-worker.js').catch(() => undefined)
}
