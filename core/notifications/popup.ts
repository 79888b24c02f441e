import type { PopupPage } from './popup.machine.ts'

const quiet = [
  '/qr-code/',
  '/payment/',
  '/sign/',
  '/verification-code/',
  '/phone-dial-code',
  '/person/profile/init',
]

/** A page on which nothing else is mentioned: a camera, a payment, a step of signing in. */
export const isQuietPage = (pathname: string): boolean => quiet.some((path) => pathname.startsWith(path))

/** What a popup has to know of the page at a path. */
export const popupPageAt = (pathname: string): PopupPage => ({
  isQuiet: isQuietPage(pathname),
  orderId: /^\/order\/(?!create\/)\w+\/([^/]+)$/.exec(pathname)?.[1] ?? null,
})
