import { isIPv4, isIPv6 } from 'node:net'

const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))

/**
 * What limits count as one sender: an IPv4 address, or the /64 network of an IPv6 one, since a single line is given
 * that many addresses.
 */
export function clientNetwork(ip: string): string {
  const mapped = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (isIPv4(mapped) || !isIPv6(ip)) return mapped
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
  const before = groups(head)
  const after = groups(tail)
  const zeros = ip.includes('::')
    ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
    : []
  const network = [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
