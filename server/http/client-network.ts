import ipaddr from 'ipaddr.js'

/** The network of an IPv6 address by its first groups, 16 bits each; null for IPv4, mapped into IPv6 or not. */
function network(ip: string, groups: number): string | null {
  const address = ipaddr.isValid(ip) && ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return null
  const prefix = address.parts.slice(0, groups).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${groups * 16}`
}

/** What limits count as one sender: an IPv4 address, or the /64 of an IPv6 one, since one connection gets that many. */
export const clientNetwork = (ip: string): string =>
  network(ip, 4) ?? (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip)

/** The /48 of an IPv6 address, which providers assign to one site: 65,536 networks. Null for IPv4. */
export const clientBlock = (ip: string): string | null => network(ip, 3)
