import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'
import type { Services } from '../../runtime/services.ts'

/** Lifetime of a signed URL in ms: 15 min (contract). */
const validForMs = 15 * 60_000

const signature = (keys: Keys, fileId: string, expires: number): string =>
  createHmac('sha256', keys.photos).update(`${fileId}:${expires}`).digest('base64url')

/**
 * Signs a file URL that needs no token for 15 minutes: only give it to the owner. The part before the query never
 * changes.
 */
export function signFileUrl({ keys, now }: Pick<Services, 'keys' | 'now'>, fileId: string): string {
  const expires = now().getTime() + validForMs
  return `/api/files/${fileId}?expires=${expires}&signature=${signature(keys, fileId, expires)}`
}

export function isSignedFile(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  fileId: string,
  query: { expires: number; signature: string },
): boolean {
  const given = Buffer.from(query.signature)
  const isSigned = acceptedKeys(keys).some((accepted) => {
    const expected = Buffer.from(signature(accepted, fileId, query.expires))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned && query.expires > now().getTime()
}

/** Null if it isn't one of our URLs. Doesn't verify the signature. */
export const fileIdOf = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#]+)?\/api\/files\/([\w-]{1,64})(?:\?|$)/.exec(url)?.[1] ?? null
