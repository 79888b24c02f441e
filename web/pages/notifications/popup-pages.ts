import { isQuietPage, type PopupPage, type PopupPages, popupPageAt } from '@handsfree/core/notifications'

const isOpen = () => document.visibilityState !== 'hidden' && !isQuietPage(location.pathname)

/** Of several visible tabs, the one that holds this lock shows popups. */
const lockName = 'handsfree.popup'

/** Holds the lock while `want(true)`. */
function takeTurns(onTurn: () => void) {
  let line: AbortController | null = null
  let hasTurn = false
  const leave = () => {
    line?.abort()
    line = null
    hasTurn = false
  }
  const enter = () => {
    const own = new AbortController()
    line = own
    const begin = () => {
      if (line !== own) return
      hasTurn = true
      onTurn()
    }
    const hold = () =>
      new Promise<void>((resolve) => {
        own.signal.addEventListener('abort', () => resolve())
        begin()
      })
    // Without locks (insecure origin) or if they are blocked (blocked cookies), each tab decides for itself.
    const locks: LockManager | undefined = navigator.locks
    if (locks) locks.request(lockName, { signal: own.signal }, hold).catch(begin)
    else begin()
  }
  return {
    hasTurn: () => hasTurn,
    want(wanted: boolean) {
      if (wanted === (line !== null)) return
      if (wanted) enter()
      else leave()
    },
  }
}

/** Wouter dispatches the last two on `window`. */
const steps = ['popstate', 'pushState', 'replaceState'] as const

export function browserPages(): PopupPages {
  let notify = () => {}
  const turns = takeTurns(() => notify())
  const current = (): PopupPage => ({
    ...popupPageAt(location.pathname),
    isQuiet: !isOpen() || !turns.hasTurn(),
  })
  return {
    current,
    subscribe(listener) {
      notify = listener
      const update = () => {
        turns.want(isOpen())
        listener()
      }
      for (const step of steps) window.addEventListener(step, update)
      document.addEventListener('visibilitychange', update)
      turns.want(isOpen())
      return () => {
        for (const step of steps) window.removeEventListener(step, update)
        document.removeEventListener('visibilitychange', update)
        turns.want(false)
      }
    },
  }
}
