import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Normalizes an address as written by proxies: `203.0.113.7:5150` (Azure), `[2001:db8::7]:5150`, `"[2001:db8::7]"`,
 * with an IPv6 zone, or IPv4-mapped. Null if it isn't an address.
 */
export function normalizeAddress(written: string): string | null {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, beforePort] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/%[\w.-]{1,32}$/, '')
  return isIP(address) ? ipaddr.process(address).toString() : null
}

/**
 * Normalizes X-Forwarded-For. Drops everything up to the last invalid entry, because its origin is unknown. Undefined
 * if nothing is left.
 */
export function normalizeForwardedFor(header: string): string | undefined {
  const addresses = header.split(',').map(normalizeAddress)
  const known = addresses.slice(addresses.lastIndexOf(null) + 1)
  return known.length > 0 ? known.join(', ') : undefined
}

/** Normalizes the header for `request.ip`. Without a readable entry, the peer's address counts. */
export function readForwardedAddresses(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const sent = headers['x-forwarded-for']
    if (sent === undefined) return
    const written = String(sent)
    const plain = normalizeForwardedFor(written)
    if (plain === undefined) delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = plain
    if (isWarned || written.split(',').every(normalizeAddress)) return
    isWarned = true
    app.log.warn(
      'Ignoring X-Forwarded-For entries that are not IP addresses. Check the configuration of the proxy.',
    )
  })
}

/** Returns the IPv6 network of the first 16-bit groups. Null for IPv4, mapped or not. */
function networkPrefix(ip: string, groups: number): string | null {
  const address = ipaddr.isValid(ip) && ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return null
  const prefix = address.parts.slice(0, groups).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${groups * 16}`
}

/** Returns the rate-limiting unit: an IPv4 address, or an IPv6 /64, since one connection gets a whole /64. */
export const clientNetwork = (ip: string): string => {
  const address = normalizeAddress(ip) ?? ip
  return networkPrefix(address, 4) ?? address
}

/** Returns the IPv6 /48, which providers assign per site (65,536 networks). Null for IPv4. */
export const clientBlock = (ip: string): string | null => networkPrefix(normalizeAddress(ip) ?? ip, 3)
