import type { FastifyRequest } from 'fastify'
import { lanAddress } from '../lan-address.ts'
import type { Settings } from './settings.ts'
import { isLoopback } from './settings-checks.ts'

type OriginSettings = Pick<Settings, 'publicUrl' | 'port'>

/**
 * Origin of links in messages, mails and codes: `PUBLIC_URL` (required in production), or the demo machine's LAN
 * address. Never taken from a request.
 */
export const publicOrigin = ({ publicUrl, port }: OriginSettings): string =>
  publicUrl ?? `http://${lanAddress() ?? 'localhost'}:${port}`

/**
 * Origin of the caller's browser, for redirects and codes on screen. The demo's page may be open at any address,
 * where its sign-in is stored.
 */
export const originOf = (
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string => publicUrl ?? `${protocol}://${host}`

/** Like `originOf`, for another device, which can't reach a loopback address. */
export const sharedOriginOf = (
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>,
  settings: OriginSettings,
): string => (isLoopback(request.hostname) ? publicOrigin(settings) : originOf(request, settings))
