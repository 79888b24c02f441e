import type { FastifyRequest } from 'fastify'
import { lanAddress } from './lan-address.ts'
import type { Settings } from './settings.ts'

/** Where links in messages lead: `PUBLIC_URL`, in the demo this machine in its network; null without either. */
export const publicOrigin = ({ publicUrl, demo, port }: Pick<Settings, 'publicUrl' | 'demo' | 'port'>) =>
  publicUrl ?? (demo ? `http://${lanAddress() ?? 'localhost'}:${port}` : null)

/** Where links lead that a request asks for: `PUBLIC_URL`, without it the address that the request names. */
export const originOf = (
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string => publicUrl ?? `${protocol}://${host}`
