import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptedKeys, type Keys } from '../keys.ts'
import type { Services } from '../services.ts'

const previewMinutes = 60
const cookieName = 'brand'

const sign = (key: string, subject: string): Buffer =>
  createHmac('sha256', key).update(`brand preview ${subject}`).digest().subarray(0, 16)

/** Link that shows a version of the brand in one browser, for an hour. */
export function brandPreviewLink(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  brandId: string,
): { path: string; until: string } {
  const until = now().getTime() + previewMinutes * 60_000
  const subject = `${brandId}.${until}`
  const token = `${subject}.${sign(keys.links, subject).toString('base64url')}`
  return { path: `/brand/preview/${token}`, until: new Date(until).toISOString() }
}

/** Reads a token. Null for a forged or expired one. */
function readToken(keys: Keys, now: Date, token: string): { brandId: string; secondsLeft: number } | null {
  const [, subject = '', brandId = '', until = '', signature = ''] =
    /^(([\w-]{1,64})\.(\d{1,15}))\.([\w-]{22})$/.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  const isSigned = acceptedKeys(keys).some(({ links }) => {
    const expected = sign(links, subject)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  const secondsLeft = Math.floor((Number(until) - now.getTime()) / 1_000)
  return isSigned && secondsLeft > 0 ? { brandId, secondsLeft } : null
}

/** Id of the version that this browser previews; null if none. */
export function previewedBrandId(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  { headers }: FastifyRequest,
): string | null {
  const [, token] = new RegExp(`(?:^|; )${cookieName}=([\\w.-]+)`).exec(headers.cookie ?? '') ?? []
  return (token && readToken(keys, now(), token)?.brandId) || null
}

/** Starts a preview by its link. Any other token ends it. */
export function serveBrandPreviews(
  app: FastifyInstance,
  { keys, now, settings }: Pick<Services, 'keys' | 'now' | 'settings'>,
): void {
  const secure = settings.publicUrl?.startsWith('https:') ? '; Secure' : ''
  app.get<{ Params: { token: string } }>('/brand/preview/:token', ({ params: { token } }, reply) => {
    const maxAge = readToken(keys, now(), token)?.secondsLeft ?? 0
    const value = maxAge > 0 ? token : ''
    return reply
      .header(
        'set-cookie',
        `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
      )
      .header('cache-control', 'no-store')
      .redirect('/', 303)
  })
}
