const storageKey = 'scroll'
/** Maximum number of stored positions. */
const maxPositions = 50
/** Time for a restored page to reach its old height, ms. */
const restoreTimeoutMs = 3000

type Positions = [entry: string, top: number][]

const readPositions = (): Positions => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export function saveScroll(entry: string): void {
  const others = readPositions().filter(([key]) => key !== entry)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, scrollY]].slice(-maxPositions)))
  } catch {
    // Without storage, pages start at the top.
  }
}

/**
 * Scrolls to the saved position of an entry, or to the top. On the visit's first page, keeps the position reached
 * before hydration. Retries while the page is too short.
 */
export function restoreScroll(entry: string, isFirst: boolean): () => void {
  const top = readPositions().find(([key]) => key === entry)?.[1] ?? (isFirst ? scrollY : 0)
  const tryScroll = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 1
  }
  if (tryScroll()) return () => {}

  const abortController = new AbortController()
  const stop = () => abortController.abort()
  const observer = new ResizeObserver(() => tryScroll() && stop())
  const timer = setTimeout(stop, restoreTimeoutMs)
  abortController.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  // User scrolling cancels the retries.
  for (const type of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(type, stop, { signal: abortController.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}
