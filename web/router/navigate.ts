import { hasTimestamp, withTimestamp } from './address.ts'
import { askBeforeUnload, currentHolder } from './leaving.ts'
import { saveScroll } from './scroll.ts'

/** What we keep with each history entry. `index` counts the entries of this visit, so that "back" knows if there is one. */
type Entry = { key: string; index: number }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'key' in state && 'index' in state

let current: Entry = { key: 'first', index: 0 }
const newKey = () => Math.random().toString(36).slice(2, 10)
const here = () => location.pathname + location.search + location.hash

/** Key of the history entry that is shown. */
export const currentEntry = (): string => current.key

/**
 * Goes to a path of the app; the only way to do so, from React (links use it too) and from outside.
 * The time of the navigation is added to the query, so the same path opens anew.
 */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const holder = currentHolder()
  if (holder) {
    holder.ask(() => navigate(path, { replace }))
    return
  }
  saveScroll(current.key)
  current = { key: newKey(), index: current.index + (replace ? 0 : 1) }
  const address = withTimestamp(path, Date.now())
  if (replace) history.replaceState(current, '', address)
  else history.pushState(current, '', address)
}

/** Goes one entry back, or to `fallback` when the visit began here. */
export function goBack(fallback = '/'): void {
  if (current.index > 0) history.back()
  else navigate(fallback, { replace: true })
}

/** An entry that we did not make (a typed address, a changed hash) gets its time and its key, without a new entry. */
function adopt(): void {
  const { state } = history
  current = isEntry(state) ? state : { key: newKey(), index: current.index }
  if (!isEntry(state) || !hasTimestamp(here())) {
    history.replaceState(current, '', withTimestamp(here(), Date.now()))
  }
}

/** Whether a step in the history was undone, since its page has to be asked first; the step that undoes it is silent. */
let isUndoing = false
function holdsBack(event: PopStateEvent): boolean {
  const holder = currentHolder()
  const steps = isEntry(event.state) ? event.state.index - current.index : 0
  if (isUndoing) {
    isUndoing = false
    return true
  }
  if (!holder || steps === 0) return false
  isUndoing = true
  history.go(-steps)
  holder.ask(() => history.go(steps))
  return true
}

/** Takes over scrolling and the address of this visit. Call it once, before anything renders. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  adopt()
  // Registered before React listens: a screen never sees an address without its time.
  window.addEventListener('popstate', (event) => {
    if (holdsBack(event)) {
      event.stopImmediatePropagation()
      return
    }
    saveScroll(current.key)
    adopt()
  })
  window.addEventListener('beforeunload', askBeforeUnload)
  window.addEventListener('pagehide', () => saveScroll(current.key))
}
