const qrId = /^[\w-]{1,64}$/

/** An address whose page is an order's form, or one that a desk has filled in, with nothing before its host. */
const address =
  /^(?<scheme>https?):\/\/(?<hostname>[a-z\d.-]+|\[[\da-f:]+\])(?::(?<port>\d{1,5}))?\/(?:order\/create\/(?<id>[\w-]{1,64})|handover\/(?<token>[\w-]{22}))\/?(?:[?#].*)?$/i

/** This machine, or an IPv4 address of a private network (RFC 1918). */
const isNearby = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2,3}$/.test(hostname)

/**
 * The groups of an address of ours: of `ownHost`, the host and port of this app; the codes of a demo name the machine
 * itself or its address in the network. Null when it is not ours.
 */
function readAddress(text: string, ownHost: string): { id?: string; token?: string } | null {
  const groups = address.exec(text)?.groups
  if (!groups) return null
  const { scheme = '', hostname = '', port } = groups
  const host = hostname.toLowerCase()
  const isDefault = port === undefined || port === (scheme.toLowerCase() === 'https' ? '443' : '80')
  return (isDefault ? host : `${host}:${port}`) === ownHost || isNearby(host) ? groups : null
}

/** The QR id in a text: an address of ours that ends in `/order/create/{qrId}`, or the id itself. Null without one. */
export function readQrContent(text: string, ownHost: string): string | null {
  const trimmed = text.trim()
  return qrId.test(trimmed) ? trimmed : (readAddress(trimmed, ownHost)?.id ?? null)
}

/** The page that a scanned text leads to: an order's form, or an order that a desk has filled in. Null when not ours. */
export function readScanned(text: string, ownHost: string): string | null {
  const token = readAddress(text.trim(), ownHost)?.token
  if (token) return `/handover/${token}`
  const id = readQrContent(text, ownHost)
  return id && `/order/create/${id}`
}

/** Whether a scanned text is an address of ours, not just an id, which may be anything short. */
export const isOwnAddress = (text: string, ownHost: string): boolean =>
  readAddress(text.trim(), ownHost) !== null

/** Of the texts of several codes ours, or else the first; null of none. */
export const pickScanned = (texts: readonly string[], ownHost: string): string | null =>
  texts.find((text) => isOwnAddress(text, ownHost)) ??
  texts.find((text) => readScanned(text, ownHost) !== null) ??
  texts[0] ??
  null

/** A QR id as a person types it: in groups, in full-width letters. The server ignores its case. */
export const readTypedCode = (text: string, ownHost: string): string | null =>
  readQrContent(text.normalize('NFKC').replace(/\s/g, ''), ownHost)
