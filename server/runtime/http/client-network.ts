import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * The address in what a proxy writes of its peer: `203.0.113.7:5150` (Azure), `[2001:db8::7]:5150`, `"[2001:db8::7]"`,
 * with an IPv6 zone, or mapped into IPv6. Null for any other text.
 */
export function plainAddress(written: string): string | null {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, beforePort] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/%[\w.-]{1,32}$/, '')
  return isIP(address) ? ipaddr.process(address).toString() : null
}

/**
 * A header of addresses with each as plain text, up to the last entry that is no address: whatever is before that was
 * written by nobody knows whom. Undefined when nothing is left.
 */
export function plainForwardedFor(header: string): string | undefined {
  const addresses = header.split(',').map(plainAddress)
  const known = addresses.slice(addresses.lastIndexOf(null) + 1)
  return known.length > 0 ? known.join(', ') : undefined
}

/** Has `request.ip` read addresses as proxies write them. A request without a readable one counts as its peer's. */
export function readForwardedAddresses(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const sent = headers['x-forwarded-for']
    if (sent === undefined) return
    const written = String(sent)
    const plain = plainForwardedFor(written)
    if (plain === undefined) delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = plain
    if (isWarned || written.split(',').every(plainAddress)) return
    isWarned = true
    app.log.warn('The proxy writes X-Forwarded-For entries that are not addresses. They are ignored.')
  })
}

/** The network of an IPv6 address by its first groups, 16 bits each; null for IPv4, mapped into IPv6 or not. */
function network(ip: string, groups: number): string | null {
  const address = ipaddr.isValid(ip) && ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return null
  const prefix = address.parts.slice(0, groups).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${groups * 16}`
}

/** What limits count as one sender: an IPv4 address, or the /64 of an IPv6 one, since one connection gets that many. */
export const clientNetwork = (ip: string): string => {
  const address = plainAddress(ip) ?? ip
  return network(address, 4) ?? address
}

/** The /48 of an IPv6 address, which providers assign to one site: 65,536 networks. Null for IPv4. */
export const clientBlock = (ip: string): string | null => network(plainAddress(ip) ?? ip, 3)
