/**
 * Lets the app open without a network: registers the service worker, and tells it what was fetched before it was there.
 * In development nothing is kept. A browser that refuses goes on without.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Files that are still on their way when the worker takes over pass it by too: they are told once they are there.
  const tell = () =>
    new PerformanceObserver((list) => {
      const files = list.getEntries().flatMap(({ name }) => (name.includes('/assets/') ? [name] : []))
      if (files.length > 0) serviceWorker.controller?.postMessage(files)
    }).observe({ type: 'resource', buffered: true })
  if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', tell, { once: true })
  void serviceWorker.register('/service-worker.js').catch(() => undefined)
}
