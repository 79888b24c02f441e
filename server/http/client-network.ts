import { isIPv4, isIPv6 } from 'node:net'

const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))

const withoutMapping = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice(7) : ip)

/** The first groups of an IPv6 address, 16 bits each. */
function prefix(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
  const before = groups(head)
  const after = groups(tail)
  const zeros = ip.includes('::')
    ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
    : []
  const network = [...before, ...zeros, ...after]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/${count * 16}`
}

/**
 * What limits count as one sender: an IPv4 address, or the /64 network of an IPv6 one, since a single line is given
 * that many addresses.
 */
export function clientNetwork(ip: string): string {
  const mapped = withoutMapping(ip)
  return isIPv4(mapped) || !isIPv6(ip) ? mapped : prefix(ip, 4)
}

/** The /48 of an IPv6 address, which providers give to one site: 65,536 networks. Null for IPv4. */
export const clientBlock = (ip: string): string | null =>
  isIPv4(withoutMapping(ip)) || !isIPv6(ip) ? null : prefix(ip, 3)
