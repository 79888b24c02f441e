import type { PopupPage } from './popup.machine.ts'

const quietPaths = [
  '/qr-code/',
  '/payment/',
  '/sign/',
  '/verification-code/',
  '/phone-dial-code',
  '/person/profile/init',
]

/** A page that popups must not cover: camera, payment, sign-in. */
export const isQuietPage = (pathname: string): boolean => quietPaths.some((path) => pathname.startsWith(path))

export const popupPageAt = (pathname: string): PopupPage => ({
  isQuiet: isQuietPage(pathname),
  orderId: /^\/order\/(?!create\/)\w+\/([^/]+)$/.exec(pathname)?.[1] ?? null,
})
