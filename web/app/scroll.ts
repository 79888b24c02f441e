const storageKey = 'scroll'
/** Maximum number of stored positions. */
const kept = 50
/** Time for a restored page to reach its old height, ms. */
const patienceMs = 3000

type Positions = [entry: string, top: number][]

const read = (): Positions => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export function saveScroll(entry: string): void {
  const others = read().filter(([key]) => key !== entry)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, scrollY]].slice(-kept)))
  } catch {
    // Without storage, pages start at the top.
  }
}

/**
 * Scrolls to the saved position of an entry, or to the top. On the visit's first page, keeps the position reached
 * before hydration. Retries while the page is too short.
 */
export function restoreScroll(entry: string, isFirst: boolean): () => void {
  const top = read().find(([key]) => key === entry)?.[1] ?? (isFirst ? scrollY : 0)
  const reach = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 1
  }
  if (reach()) return () => {}

  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const observer = new ResizeObserver(() => reach() && stop())
  const timer = setTimeout(stop, patienceMs)
  stopping.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  // User scrolling cancels the retries.
  for (const type of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(type, stop, { signal: stopping.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}
