import { hkdfSync } from 'node:crypto'

/** One key per purpose, so that a leaked key can't be used for another. */
const purposes = [
  'codes',
  'senders',
  'photos',
  'quotes',
  'configuration',
  'sandbox',
  'broker',
  'links',
  'proofs',
  'pushes',
  'accounts',
] as const

type Purpose = (typeof purposes)[number]

/** 256-bit keys as base64url. New signatures use them. */
export type Keys = Readonly<Record<Purpose, string>> & {
  /** Keys of the previous or next secret, also accepted. */
  readonly other?: Keys
}

/** All keys valid for verification. */
export const acceptedKeys = (keys: Keys): readonly Keys[] => (keys.other ? [keys, keys.other] : [keys])

/**
 * Derives the keys with HKDF-SHA-256. Deterministic, so all instances share them. The secret itself is never a key.
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
