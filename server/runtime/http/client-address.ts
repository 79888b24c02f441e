import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { plainForwardedFor } from './client-network.ts'

/** Addresses of clients behind trusted proxies, for what Fastify doesn't see: connections and WebSocket upgrades. */
export function createClientAddress(trustedProxy: string[]) {
  const isTrusted = proxyAddr.compile(trustedProxy)
  return {
    isProxy: (ip: string): boolean => isTrusted(ip, 0),
    addressOf({ headers, socket }: IncomingMessage): string {
      const forwarded = plainForwardedFor(String(headers['x-forwarded-for'] ?? ''))
      const request = { headers: { 'x-forwarded-for': forwarded }, socket } as unknown as IncomingMessage
      return proxyAddr(request, isTrusted) ?? ''
    },
  }
}
