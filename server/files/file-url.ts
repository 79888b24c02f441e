import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'
import type { Services } from '../services.ts'

/** Milliseconds that a signed address is good for: 15 min (contract). */
const goodFor = 15 * 60_000

const signature = (keys: Keys, fileId: string, expires: number): string =>
  createHmac('sha256', keys.photos).update(`${fileId}:${expires}`).digest('base64url')

/**
 * The address of a stored picture, readable for the next 15 minutes without a token: give it to its owner only.
 * The part before the question mark is the same every time.
 */
export function signFileUrl({ keys, now }: Pick<Services, 'keys' | 'now'>, fileId: string): string {
  const expires = now().getTime() + goodFor
  return `/api/files/${fileId}?expires=${expires}&signature=${signature(keys, fileId, expires)}`
}

/** Whether an address was signed by us and still holds. */
export function isSignedFile(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  fileId: string,
  query: { expires: number; signature: string },
): boolean {
  const expected = Buffer.from(signature(keys, fileId, query.expires))
  const given = Buffer.from(query.signature)
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && query.expires > now().getTime()
  )
}

/** The file that an address of ours names, whoever may read it and however old the signature; null for any other. */
export const fileIdOf = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#]+)?\/api\/files\/([\w-]{1,64})(?:\?|$)/.exec(url)?.[1] ?? null
