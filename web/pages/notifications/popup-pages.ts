import { isQuietPage, type PopupPage, type PopupPages, popupPageAt } from '@handsfree/core/notifications'

/** Whether a popup may be shown over this tab's page: it is in view, and may be covered. */
const isOpen = () => document.visibilityState !== 'hidden' && !isQuietPage(location.pathname)

/** Of several tabs in view, the one that holds this lock shows popups. */
const lockName = 'handsfree.popup'

/** Waits for the lock while it is `wanted`, and releases it when it is not. */
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
    // Where there are no locks (an address without TLS) or they are forbidden (blocked cookies), every tab decides for
    // itself.
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

/** Events that Wouter dispatches for steps in the history. */
const steps = ['popstate', 'pushState', 'replaceState'] as const

/** The page that is open in this tab. */
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
