/** Query parameter with the time of the navigation, milliseconds since 1970 (spec section 2). */
export const timestampParameter = 't'

const base = 'http://app'

const toRelative = ({ pathname, search, hash }: URL) => pathname + search + hash

export const hasTimestamp = (path: string): boolean =>
  new URL(path, base).searchParams.has(timestampParameter)

export function withTimestamp(path: string, now: number): string {
  const url = new URL(path, base)
  if (!url.searchParams.has(timestampParameter)) url.searchParams.set(timestampParameter, String(now))
  return toRelative(url)
}

export function withoutTimestamp(path: string): string {
  const url = new URL(path, base)
  url.searchParams.delete(timestampParameter)
  return toRelative(url)
}

export const signInPath = (path: string): string =>
  `/sign/in?${new URLSearchParams({ next: withoutTimestamp(path) })}`

/** The `next` path of a query, or home. Rejects URLs outside of the app. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return '/'
  const url = new URL(next, base)
  return url.origin === base ? withoutTimestamp(toRelative(url)) : '/'
}

export const withNext = (path: string, search: string): string => {
  const next = nextPath(search)
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}

export const formPath = (qrId: string): string => `/order/create/${qrId}`

/** The QR id in the path of a form or confirmation; null otherwise. */
export const qrIdOf = (path: string): string | null =>
  /^\/order\/(?:create\/|confirm\?(?:.*&)?qrId=)([\w-]{1,64})(?![^?&#])/.exec(path)?.[1] ?? null

/** Query parameter: site id of the destination. */
export const destinationParameter = 'to'

/** Query parameter: id of the order to repeat or return. */
export const repeatedParameter = 'again'

export function withDestination(path: string, siteId: string | null, orderId: string | null = null): string {
  const query = String(
    new URLSearchParams({
      ...(siteId !== null && { [destinationParameter]: siteId }),
      ...(orderId !== null && { [repeatedParameter]: orderId }),
    }),
  )
  return query === '' ? path : `${path}?${query}`
}
