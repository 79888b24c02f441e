import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'
import type { Services } from '../../runtime/services.ts'

/** Milliseconds for which a signed address is valid: 15 min (contract). */
const goodFor = 15 * 60_000

const signature = (keys: Keys, fileId: string, expires: number): string =>
  createHmac('sha256', keys.photos).update(`${fileId}:${expires}`).digest('base64url')

/**
 * The address of a stored picture, readable for 15 minutes without a token: give it to its owner only. The part before
 * the question mark is always the same.
 */
export function signFileUrl({ keys, now }: Pick<Services, 'keys' | 'now'>, fileId: string): string {
  const expires = now().getTime() + goodFor
  return `/api/files/${fileId}?expires=${expires}&signature=${signature(keys, fileId, expires)}`
}

/** Whether an address was signed by us and is still valid. */
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

/** The file id of an address of ours, whatever its signature; null for any other. */
export const fileIdOf = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#]+)?\/api\/files\/([\w-]{1,64})(?:\?|$)/.exec(url)?.[1] ?? null
