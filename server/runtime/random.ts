import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Where everything comes from that nobody may guess and nothing else may have; tests bring their own. */
export type Random = {
  bytes(length: number): Buffer
  /** A whole number from 0 up to, but not, `limit`. */
  below(limit: number): number
}

const pooled = 3_072
let pool = Buffer.alloc(0)

/** The system's cryptographic generator. Small requests share a draw: one call of it costs more than its bytes. */
export const systemRandom: Random = {
  bytes(length) {
    if (length > 16) return randomBytes(length)
    if (pool.length < length) pool = randomBytes(pooled)
    const bytes = pool.subarray(0, length)
    pool = pool.subarray(length)
    return bytes
  },
  below: (limit) => randomInt(limit),
}

const idBytes = 12

/** A new id of 96 random bits: 24 hex digits, not to be guessed or counted. */
export const newId = (random: Random): string => random.bytes(idBytes).toString('hex')

/** A new token of 256 random bits. */
export const newToken = (random: Random): string => random.bytes(32).toString('base64url')

/** What is stored of a token: its SHA-256 as hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
