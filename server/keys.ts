import { hkdfSync } from 'node:crypto'

/** What the server keys, each with a key of its own: whoever learns one key can forge or read nothing else. */
const purposes = ['codes', 'senders', 'photos', 'quotes', 'configuration', 'sandbox', 'broker'] as const

type Purpose = (typeof purposes)[number]

/** Keys of 256 bits, as base64url text. */
export type Keys = Readonly<Record<Purpose, string>>

/** The keys that HKDF (SHA-256) makes of the server's secret: the same on every instance. The secret itself keys nothing. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: Purpose): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `handsfree ${purpose}`, 32)).toString('base64url')
  return Object.fromEntries(purposes.map((purpose) => [purpose, derive(purpose)])) as Keys
}
