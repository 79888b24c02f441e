const qrId = /^[\w-]{1,64}$/

/**
 * The QR id in a scanned text: an address of ours that ends in `/order/create/{qrId}`, whatever its host
 * (desks print the production address), or the typed id itself. Null when it is not ours.
 */
export function readQrContent(text: string): string | null {
  const trimmed = text.trim()
  if (qrId.test(trimmed)) return trimmed
  try {
    const { protocol, pathname } = new URL(trimmed)
    const id = /^\/order\/create\/([\w-]{1,64})\/?$/.exec(pathname)?.[1]
    return id && (protocol === 'https:' || protocol === 'http:') ? id : null
  } catch {
    return null
  }
}
