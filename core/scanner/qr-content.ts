const qrIdPattern = /^[\w-]{1,64}$/

/** URL of an order form or a handover. Rejects user info, as in `https://us@other.example`. */
const addressPattern =
  /^(?<scheme>https?):\/\/(?<hostname>[a-z\d.-]+|\[[\da-f:]+\])(?::(?<port>\d{1,5}))?\/(?:order\/create\/(?<id>[\w-]{1,64})|handover\/(?<token>[\w-]{22}))\/?(?:[?#].*)?$/i

/** This machine, or an IPv4 address of a private network (RFC 1918). */
const isNearby = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^(?:(?:127|10)(?:\.\d+){3}|(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2})$/.test(hostname)

/**
 * Parses a URL of `ownHost` (host and port), the local machine or network, which demo codes use. Null for any other
 * URL.
 */
function readAddress(text: string, ownHost: string): { id?: string; token?: string } | null {
  const groups = addressPattern.exec(text)?.groups
  if (!groups) return null
  const { scheme = '', hostname = '', port } = groups
  const host = hostname.toLowerCase()
  const isDefault = port === undefined || port === (scheme.toLowerCase() === 'https' ? '443' : '80')
  return (isDefault ? host : `${host}:${port}`) === ownHost || isNearby(host) ? groups : null
}

/** The QR id in a text: from a URL ending in `/order/create/{qrId}`, or the id itself. Null if none. */
export function readQrContent(text: string, ownHost: string): string | null {
  const trimmed = text.trim()
  return qrIdPattern.test(trimmed) ? trimmed : (readAddress(trimmed, ownHost)?.id ?? null)
}

/** Path for a scanned text: an order form or a handover. Null for a foreign code. */
export function parseScannedPath(text: string, ownHost: string): string | null {
  const token = readAddress(text.trim(), ownHost)?.token
  if (token) return `/handover/${token}`
  const id = readQrContent(text, ownHost)
  return id && `/order/create/${id}`
}

/** Whether a scanned text is one of our URLs. False for a plain id, because any short text looks like one. */
export const isOwnAddress = (text: string, ownHost: string): boolean =>
  readAddress(text.trim(), ownHost) !== null

/** Of several codes: one of our URLs if any, else a possible id, else the first; null if empty. */
export const pickScannedText = (texts: readonly string[], ownHost: string): string | null =>
  texts.find((text) => isOwnAddress(text, ownHost)) ??
  texts.find((text) => parseScannedPath(text, ownHost) !== null) ??
  texts[0] ??
  null

/** Parses a typed QR id, which may have spaces and full-width letters. The server ignores its case. */
export const readTypedCode = (text: string, ownHost: string): string | null =>
  readQrContent(text.normalize('NFKC').replace(/\s/g, ''), ownHost)
