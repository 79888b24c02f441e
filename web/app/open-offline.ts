/**
 * Lets the app open without a network: registers the service worker, and tells it what was fetched before it was there.
 * In development nothing is kept. A browser that refuses goes on without.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const tell = () =>
    serviceWorker.controller?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
  if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', tell, { once: true })
  void serviceWorker.register('/service-worker.js').catch(() => undefined)
}
