const storageKey = 'scroll'
/** History entries whose positions are stored. */
const kept = 50
/** Milliseconds for which a restored page may grow until its old position exists. */
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

/** Saves the scroll position of a history entry. */
export function saveScroll(entry: string): void {
  const others = read().filter(([key]) => key !== entry)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, scrollY]].slice(-kept)))
  } catch {
    // Without storage every page begins at its top.
  }
}

/**
 * Scrolls to the saved position of an entry, or to the top; the visit's first page stays where it has been read to
 * meanwhile. Waits while the page is still too short for the position.
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
  // Scrolling by hand ends the wait.
  for (const type of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(type, stop, { signal: stopping.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}
