import { closeLayers, openLayers, watchLayers } from '../ui/index.ts'
import { hasTimestamp, withTimestamp } from './address.ts'
import { activeLeaveGuard, askBeforeUnload } from './leave-guards.ts'
import { saveScroll } from './scroll.ts'

/**
 * State of each history entry. `index` counts the entries of this visit, so that "back" knows if there is one. An open
 * sheet or dialog has an entry of its own above its page's, with the same key and address; `depth` counts them.
 */
type Entry = { key: string; index: number; depth?: number }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'key' in state && 'index' in state

let current: Entry = { key: 'first', index: 0 }
const newKey = () => Math.random().toString(36).slice(2, 10)
const here = () => location.pathname + location.search + location.hash
const depth = () => current.depth ?? 0

/** Key of the history entry that is shown. */
export const currentEntry = (): string => current.key

/** What waits for a step in the history that we asked for; null when none is under way. */
let afterTravel: (() => void)[] | null = null
/** Whether that step stays on the page, so that nothing but the entry changes. */
let staysOnPage = false

/** Milliseconds within which a browser takes a step, if at all. */
const travelMs = 2_000

/** Takes a step in the history; until it has happened, nothing else moves. */
function travel(steps: number, { stays, next }: { stays: boolean; next?: () => void }): void {
  const waiting = next ? [next] : []
  afterTravel = waiting
  staysOnPage = stays
  history.go(steps)
  setTimeout(() => afterTravel === waiting && arrive(), travelMs)
}

function arrive(): void {
  const waiting = afterTravel ?? []
  afterTravel = null
  for (const next of waiting) next()
  settle()
}

/** Gives every open sheet its entry in the history, and removes those of closed sheets. */
function settle(): void {
  if (afterTravel) return
  const missing = openLayers() - depth()
  if (missing < 0) travel(missing, { stays: true })
  for (let open = 0; open < missing; open += 1) {
    current = { ...current, index: current.index + 1, depth: depth() + 1 }
    history.pushState(current, '')
  }
}

/**
 * Goes to a path of the app; the only way to do so, from React (links use it too) and from outside. Adds the time of
 * the navigation to the query, so that the same path opens again.
 */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const guard = activeLeaveGuard()
  if (guard) {
    guard.ask(() => navigate(path, { replace }))
    return
  }
  const again = () => navigate(path, { replace })
  if (afterTravel) {
    afterTravel.push(again)
    return
  }
  if (replace && depth() > 0) {
    travel(-depth(), { stays: true, next: again })
    return
  }
  saveScroll(current.key)
  // From an open sheet the next page takes the sheet's entry: "back" leads to the page under it.
  const isNew = !replace && depth() === 0
  current = { key: newKey(), index: current.index + (isNew ? 1 : 0) }
  const address = withTimestamp(path, Date.now())
  if (isNew) history.pushState(current, '', address)
  else history.replaceState(current, '', address)
}

/** Goes one page back, or to `fallback` when the visit began here. */
export function goBack(fallback = '/'): void {
  if (afterTravel) {
    afterTravel.push(() => goBack(fallback))
    return
  }
  if (current.index > depth()) travel(-1 - depth(), { stays: false })
  else navigate(fallback, { replace: true })
}

/** Adds time and key to an entry that we did not make (a typed address, a changed hash), without a new entry. */
function adopt(): void {
  const { state } = history
  current = isEntry(state) ? state : { key: newKey(), index: current.index }
  if (!isEntry(state) || !hasTimestamp(here())) {
    history.replaceState(current, '', withTimestamp(here(), Date.now()))
  }
}

/** Closes an open sheet on "back". One that is busy stays with its entry. */
function leaveLayers(entry: Entry): void {
  current = entry
  closeLayers(depth())
  setTimeout(() => {
    const busy = openLayers() - depth()
    if (busy > 0 && !afterTravel) travel(busy, { stays: true })
    else settle()
  })
}

/** Undoes a step in the history whose page has to ask first. */
function holdsBack(entry: Entry | null): boolean {
  const guard = activeLeaveGuard()
  const steps = entry ? entry.index - current.index : 0
  if (!guard || steps === 0) return false
  const asked = depth()
  // The question is a dialog with an entry of its own.
  const leave = () => travel(steps - depth() + asked, { stays: false })
  travel(-steps, { stays: true, next: () => guard.ask(leave) })
  return true
}

/** Takes over scrolling and the address of this visit. Call it once, before anything renders. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  adopt()
  // Registered before React listens: a screen never sees an address without its time.
  window.addEventListener('popstate', (event) => {
    const entry = isEntry(event.state) ? event.state : null
    if (afterTravel && staysOnPage) {
      current = entry ?? current
      event.stopImmediatePropagation()
      arrive()
      return
    }
    const waiting = afterTravel ?? []
    afterTravel = null
    if (entry?.key === current.key) {
      event.stopImmediatePropagation()
      leaveLayers(entry)
    } else if (holdsBack(entry)) {
      event.stopImmediatePropagation()
    } else {
      saveScroll(current.key)
      adopt()
      settle()
    }
    for (const next of waiting) next()
  })
  window.addEventListener('beforeunload', askBeforeUnload)
  window.addEventListener('pagehide', () => saveScroll(current.key))
  watchLayers(() => queueMicrotask(settle))
  // A reload leaves the entry of a sheet that was open.
  settle()
}
