import { isQuietPage, type PopupPage, type PopupPages, popupPageAt } from '@handsfree/core/notifications'

const isOpen = () => document.visibilityState !== 'hidden' && !isQuietPage(location.pathname)

/** Of several visible tabs, the one that holds this lock shows popups. */
const lockName = 'handsfree.popup'

/** Holds the lock while `want(true)`. */
function createPopupLock(onTurn: () => void) {
  let lockRequest: AbortController | null = null
  let hasTurn = false
  const releaseLock = () => {
    lockRequest?.abort()
    lockRequest = null
    hasTurn = false
  }
  const requestLock = () => {
    const controller = new AbortController()
    lockRequest = controller
    const acquireLock = () => {
      if (lockRequest !== controller) return
      hasTurn = true
      onTurn()
    }
    const hold = () =>
      new Promise<void>((resolve) => {
        controller.signal.addEventListener('abort', () => resolve())
        acquireLock()
      })
    // Without locks (insecure origin) or if they are blocked (blocked cookies), each tab decides for itself.
    const locks: LockManager | undefined = navigator.locks
    if (locks) locks.request(lockName, { signal: controller.signal }, hold).catch(acquireLock)
    else acquireLock()
  }
  return {
    hasTurn: () => hasTurn,
    setWanted(wanted: boolean) {
      if (wanted === (lockRequest !== null)) return
      if (wanted) requestLock()
      else releaseLock()
    },
  }
}

/** Wouter dispatches the last two on `window`. */
const navigationEvents = ['popstate', 'pushState', 'replaceState'] as const

export function browserPages(): PopupPages {
  let notify = () => {}
  const popupLock = createPopupLock(() => notify())
  const current = (): PopupPage => ({
    ...popupPageAt(location.pathname),
    isQuiet: !isOpen() || !popupLock.hasTurn(),
  })
  return {
    current,
    subscribe(listener) {
      notify = listener
      const update = () => {
        popupLock.setWanted(isOpen())
        listener()
      }
      for (const step of navigationEvents) window.addEventListener(step, update)
      document.addEventListener('visibilitychange', update)
      popupLock.setWanted(isOpen())
      return () => {
        for (const step of navigationEvents) window.removeEventListener(step, update)
        document.removeEventListener('visibilitychange', update)
        popupLock.setWanted(false)
      }
    },
  }
}
