import { closeLayers, openLayers, watchLayers } from '../ui/index.ts'
import { hasTimestamp, withTimestamp } from './address.ts'
import { homePath } from './home-path.ts'
import { activeLeaveGuard, confirmBeforeUnload } from './leave-guards.ts'
import { saveScroll } from './scroll.ts'

/**
 * State of a history entry. `index` counts the entries of this visit, so that "back" knows if there is one. Each open
 * sheet or dialog pushes an entry with its page's key and URL; `depth` counts them.
 */
type Entry = { key: string; index: number; depth?: number }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'key' in state && 'index' in state

let current: Entry = { key: 'first', index: 0 }
const newKey = () => Math.random().toString(36).slice(2, 10)
const currentPath = () => location.pathname + location.search + location.hash
const depth = () => current.depth ?? 0

export const currentEntry = (): string => current.key

let travelCallbacks: (() => void)[] | null = null
/** The pending `history.go` only changes the entry, not the page. */
let staysOnPage = false

/** Timeout for `popstate` after `history.go`, in milliseconds. */
const travelMs = 2_000

/** Queues other navigation until `popstate`. */
function travel(steps: number, { stays, next }: { stays: boolean; next?: () => void }): void {
  const waiting = next ? [next] : []
  travelCallbacks = waiting
  staysOnPage = stays
  history.go(steps)
  setTimeout(() => travelCallbacks === waiting && finishTravel(), travelMs)
}

function finishTravel(): void {
  const waiting = travelCallbacks ?? []
  travelCallbacks = null
  for (const next of waiting) next()
  syncHistoryDepth()
}

/** Pushes missing history entries for open sheets, and removes those of closed ones. */
function syncHistoryDepth(): void {
  if (travelCallbacks) return
  const missing = openLayers() - depth()
  if (missing < 0) travel(missing, { stays: true })
  for (let open = 0; open < missing; open += 1) {
    current = { ...current, index: current.index + 1, depth: depth() + 1 }
    history.pushState(current, '')
  }
}

/**
 * The only way to navigate, in React (links use it) and outside. Adds a timestamp to the query, so that the same path
 * opens again.
 */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const guard = activeLeaveGuard()
  if (guard) {
    guard.confirm(() => navigate(path, { replace }))
    return
  }
  const again = () => navigate(path, { replace })
  if (travelCallbacks) {
    travelCallbacks.push(again)
    return
  }
  if (replace && depth() > 0) {
    travel(-depth(), { stays: true, next: again })
    return
  }
  saveScroll(current.key)
  // From a sheet, the next page replaces the sheet's entry. "Back" then returns to the page below the sheet.
  const isNew = !replace && depth() === 0
  current = { key: newKey(), index: current.index + (isNew ? 1 : 0) }
  const address = withTimestamp(path, Date.now())
  if (isNew) history.pushState(current, '', address)
  else history.replaceState(current, '', address)
}

export function goBack(fallback = homePath): void {
  if (travelCallbacks) {
    travelCallbacks.push(() => goBack(fallback))
    return
  }
  if (current.index > depth()) travel(-1 - depth(), { stays: false })
  else navigate(fallback, { replace: true })
}

/** Adds timestamp and key to entries created by the browser (typed URL, changed hash), in place. */
function adoptEntry(): void {
  const { state } = history
  current = isEntry(state) ? state : { key: newKey(), index: current.index }
  if (!isEntry(state) || !hasTimestamp(currentPath())) {
    history.replaceState(current, '', withTimestamp(currentPath(), Date.now()))
  }
}

/** "Back" closes the open sheet. A busy sheet stays open and keeps its entry. */
function leaveLayers(entry: Entry): void {
  current = entry
  closeLayers(depth())
  setTimeout(() => {
    const busy = openLayers() - depth()
    if (busy > 0 && !travelCallbacks) travel(busy, { stays: true })
    else syncHistoryDepth()
  })
}

/** Reverts a history step if the page has an active leave guard. */
function blocksNavigation(entry: Entry | null): boolean {
  const guard = activeLeaveGuard()
  const steps = entry ? entry.index - current.index : 0
  if (!guard || steps === 0) return false
  const asked = depth()
  // The guard's dialog has its own history entry.
  const leave = () => travel(steps - depth() + asked, { stays: false })
  travel(-steps, { stays: true, next: () => guard.confirm(leave) })
  return true
}

/** Takes over scroll restoration and history. Call it once, before the first render. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  adoptEntry()
  // Registered before React's listeners, so that screens never see a URL without timestamp.
  window.addEventListener('popstate', (event) => {
    const entry = isEntry(event.state) ? event.state : null
    if (travelCallbacks && staysOnPage) {
      current = entry ?? current
      event.stopImmediatePropagation()
      finishTravel()
      return
    }
    const callbacks = travelCallbacks ?? []
    travelCallbacks = null
    if (entry?.key === current.key) {
      event.stopImmediatePropagation()
      leaveLayers(entry)
    } else if (blocksNavigation(entry)) {
      event.stopImmediatePropagation()
    } else {
      saveScroll(current.key)
      adoptEntry()
      syncHistoryDepth()
    }
    for (const next of callbacks) next()
  })
  window.addEventListener('beforeunload', confirmBeforeUnload)
  window.addEventListener('pagehide', () => saveScroll(current.key))
  watchLayers(() => queueMicrotask(syncHistoryDepth))
  // After a reload, the entry of an open sheet is left over.
  syncHistoryDepth()
}
