const storageKey = 'scroll'
/** Entries of the history whose positions are kept. */
const kept = 50
/** How long a restored page may grow until its old position exists, milliseconds. */
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

/** Remembers where the page stands, for when its history entry is visited again. */
export function saveScroll(entry: string): void {
  const others = read().filter(([key]) => key !== entry)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, window.scrollY]].slice(-kept)))
  } catch {
    // Without storage every page begins at its top.
  }
}

/** Scrolls to the saved position of an entry, or to the top. Waits while the page is still too short for it. */
export function restoreScroll(entry: string): () => void {
  const top = read().find(([key]) => key === entry)?.[1] ?? 0
  const reach = () => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) < 1
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
  // Whoever scrolls by hand has decided where to be.
  for (const type of ['wheel', 'touchmove', 'keydown']) {
    window.addEventListener(type, stop, { signal: stopping.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}
