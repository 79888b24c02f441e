import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeForwardedFor } from './client-network.ts'

/** Client addresses behind trusted proxies, for connections and WebSocket upgrades, which Fastify doesn't cover. */
export function createClientAddress(trustedProxy: string[]) {
  const isTrusted = proxyAddr.compile(trustedProxy)
  return {
    isProxy: (ip: string): boolean => isTrusted(ip, 0),
    addressOf({ headers, socket }: IncomingMessage): string {
      const forwarded = normalizeForwardedFor(String(headers['x-forwarded-for'] ?? ''))
      const request = { headers: { 'x-forwarded-for': forwarded }, socket } as unknown as IncomingMessage
      return proxyAddr(request, isTrusted) ?? ''
    },
  }
}
