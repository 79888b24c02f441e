import { hkdfSync } from 'node:crypto'

/** Purposes with a key each: one leaked key can forge or read nothing else. */
const purposes = ['codes', 'senders', 'photos', 'quotes', 'configuration', 'sandbox', 'broker'] as const

type Purpose = (typeof purposes)[number]

/** Keys of 256 bits, as base64url text. */
export type Keys = Readonly<Record<Purpose, string>>

/**
 * Derives the keys from the server's secret by HKDF (SHA-256), the same on every instance. The secret itself is no key.
 */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: Purpose): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `handsfree ${purpose}`, 32)).toString('base64url')
  return Object.fromEntries(purposes.map((purpose) => [purpose, derive(purpose)])) as Keys
}
