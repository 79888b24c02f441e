import type { FastifyRequest } from 'fastify'
import { lanAddress } from '../lan-address.ts'
import type { Settings } from './settings.ts'
import { isLoopback } from './settings-checks.ts'

type OriginSettings = Pick<Settings, 'publicUrl' | 'port'>

/**
 * Where links in messages, mails and codes lead: `PUBLIC_URL`, which production requires, or in the demo this machine in
 * its network. Never an address that a request names.
 */
export const publicOrigin = ({ publicUrl, port }: OriginSettings): string =>
  publicUrl ?? `http://${lanAddress() ?? 'localhost'}:${port}`

/**
 * Where the caller's own browser returns to, and what it shows to a phone beside it: the demo's page may have been opened
 * at any address, and its sign-in is stored there.
 */
export const originOf = (
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string => publicUrl ?? `${protocol}://${host}`

/** The same for another device, which reaches no loopback address of this machine. */
export const sharedOriginOf = (
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>,
  settings: OriginSettings,
): string => (isLoopback(request.hostname) ? publicOrigin(settings) : originOf(request, settings))
