import type { PopupPage, PopupPages } from '@handsfree/core/notification'

const quiet = [
  '/qr-code/',
  '/payment/',
  '/sign/',
  '/verification-code/',
  '/phone-dial-code',
  '/person/profile/init',
]

/** The page at an address. A tab that nobody sees is quiet, so that of several tabs the one in view shows a popup. */
function pageAt(pathname: string): PopupPage {
  const isQuiet = document.visibilityState === 'hidden' || quiet.some((path) => pathname.startsWith(path))
  const orderId = /^\/order\/detail\/([^/]+)$/.exec(pathname)?.[1] ?? null
  return { isQuiet, orderId }
}

/** Wouter tells of every step in the history by events of these names. */
const steps = ['popstate', 'pushState', 'replaceState'] as const

/** The page that is open in this tab. */
export const browserPages: PopupPages = {
  current: () => pageAt(location.pathname),
  subscribe(listener) {
    for (const step of steps) window.addEventListener(step, listener)
    document.addEventListener('visibilitychange', listener)
    return () => {
      for (const step of steps) window.removeEventListener(step, listener)
      document.removeEventListener('visibilitychange', listener)
    }
  },
}
