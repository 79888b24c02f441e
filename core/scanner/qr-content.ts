const qrId = /^[\w-]{1,64}$/

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/**
 * The QR id in a scanned text: an address of ours that ends in `/order/create/{qrId}`, or the id itself. Ours is
 * `ownHost`, the host and port of this app; the codes of a demo name the machine itself. Null when it is not ours.
 */
export function readQrContent(text: string, ownHost: string): string | null {
  const trimmed = text.trim()
  if (qrId.test(trimmed)) return trimmed
  try {
    const { protocol, host, hostname, pathname } = new URL(trimmed)
    const id = /^\/order\/create\/([\w-]{1,64})\/?$/.exec(pathname)?.[1]
    const isWeb = protocol === 'https:' || protocol === 'http:'
    return id && isWeb && (host === ownHost || isLoopback(hostname)) ? id : null
  } catch {
    return null
  }
}

/** A QR id as a person types it: in groups, in full-width letters. The server ignores its case. */
export const readTypedCode = (text: string, ownHost: string): string | null =>
  readQrContent(text.normalize('NFKC').replace(/\s/g, ''), ownHost)
