import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Addresses of clients behind trusted proxies, for what Fastify doesn't see: connections and WebSocket upgrades. */
export function createClientAddress(trustedProxy: string[]) {
  const isTrusted = proxyAddr.compile(trustedProxy)
  return {
    isProxy: (ip: string): boolean => isTrusted(ip, 0),
    addressOf: (request: IncomingMessage): string => proxyAddr(request, isTrusted) ?? '',
  }
}
