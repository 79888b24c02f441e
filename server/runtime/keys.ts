import { hkdfSync } from 'node:crypto'

/** Purposes with a key each: one leaked key can forge or read nothing else. */
const purposes = [
  'codes',
  'senders',
  'photos',
  'quotes',
  'configuration',
  'sandbox',
  'broker',
  'links',
] as const

type Purpose = (typeof purposes)[number]

/** Keys of 256 bits, as base64url text. What is made now is signed with them. */
export type Keys = Readonly<Record<Purpose, string>> & {
  /** Of the secret before or after this one: what was signed with them counts too. */
  readonly other?: Keys
}

/** All keys that a signature may be of. */
export const acceptedKeys = (keys: Keys): readonly Keys[] => (keys.other ? [keys, keys.other] : [keys])

/**
 * Derives the keys from the server's secret by HKDF (SHA-256), the same on every instance. The secret itself is no key.
 */
export function deriveKeys(secret: string, otherSecret: string | null = null): Keys {
  const derive = (purpose: Purpose): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `handsfree ${purpose}`, 32)).toString('base64url')
  const keys = Object.fromEntries(purposes.map((purpose) => [purpose, derive(purpose)])) as Record<
    Purpose,
    string
  >
  return otherSecret === null ? keys : { ...keys, other: deriveKeys(otherSecret) }
}
