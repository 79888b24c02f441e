import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Push services of the browsers: Chrome and its relatives, Firefox, Safari, and Edge on Windows. */
const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const serviceDomains = ['push.apple.com', 'notify.windows.com']

const isService = (hostname: string): boolean =>
  services.includes(hostname) || serviceDomains.some((domain) => hostname.endsWith(`.${domain}`))

/**
 * Whether the server may send to an endpoint, which any caller can choose. `testHost` is the host and port of a push
 * service on this machine.
 */
export function isPushEndpoint(endpoint: string, testHost: string | null): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, username, password, host, hostname, port } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (testHost !== null && protocol === 'http:' && host === testHost) return true
  return protocol === 'https:' && port === '' && isService(hostname)
}

/** Whether an address belongs to the internet, not to this machine or a private network. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) > 0 && ipaddr.process(address).range() === 'unicast'
