/** Query parameter that carries the time of a navigation, milliseconds (spec section 2). */
export const timestampParameter = 't'

const base = 'http://app'

/** Path, query and hash of an address inside the app. */
const local = ({ pathname, search, hash }: URL) => pathname + search + hash

export const hasTimestamp = (path: string): boolean =>
  new URL(path, base).searchParams.has(timestampParameter)

/** Adds the time of its navigation to a path that has none. */
export function withTimestamp(path: string, now: number): string {
  const url = new URL(path, base)
  if (!url.searchParams.has(timestampParameter)) url.searchParams.set(timestampParameter, String(now))
  return local(url)
}

export function withoutTimestamp(path: string): string {
  const url = new URL(path, base)
  url.searchParams.delete(timestampParameter)
  return local(url)
}

/** Sign-in that leads back to `path` afterwards. */
export const signInPath = (path: string): string =>
  `/sign/in?${new URLSearchParams({ next: withoutTimestamp(path) })}`

/** Where to go after signing in: the `next` of a query if it stays inside the app, home otherwise. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return '/'
  const url = new URL(next, base)
  return url.origin === base ? withoutTimestamp(local(url)) : '/'
}

/** Passes `next` on to another step of signing in. */
export const keepNext = (path: string, search: string): string => {
  const next = nextPath(search)
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}

/** Where the order of a QR code is filled in. */
export const formPath = (qrId: string): string => `/order/create/${qrId}`

/** The QR id in the path of an order; null for any other path. */
export const qrIdOf = (path: string): string | null =>
  /^\/order\/(?:create\/|confirm\?(?:.*&)?qrId=)([\w-]{1,64})(?![^?&#])/.exec(path)?.[1] ?? null

/** Query parameter of pages that an order begins from: id of the site that it goes to. */
export const destinationParameter = 'to'

/** Query parameter of those pages: id of an order that is sent again, or back. */
export const repeatedParameter = 'again'

/** A page that an order to a site begins from, or one that repeats another. */
export function pathTo(path: string, siteId: string | null, orderId: string | null = null): string {
  const query = String(
    new URLSearchParams({
      ...(siteId !== null && { [destinationParameter]: siteId }),
      ...(orderId !== null && { [repeatedParameter]: orderId }),
    }),
  )
  return query === '' ? path : `${path}?${query}`
}
