import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Source of unguessable, unique values. Tests inject their own. */
export type Random = {
  bytes(length: number): Buffer
  /** Returns an integer from 0 up to, but excluding, `limit`. */
  below(limit: number): number
}

const poolBytes = 3_072
let pool = Buffer.alloc(0)

/** Cryptographic randomness. Pools small requests, because a call costs more than its bytes. */
export const systemRandom: Random = {
  bytes(length) {
    if (length > 16) return randomBytes(length)
    if (pool.length < length) pool = randomBytes(poolBytes)
    const bytes = pool.subarray(0, length)
    pool = pool.subarray(length)
    return bytes
  },
  below: (limit) => randomInt(limit),
}

const idBytes = 12

/** 96 random bits as 24 hex digits. */
export const newId = (random: Random): string => random.bytes(idBytes).toString('hex')

/**
 * An id for rows that are only added, such as log entries: 32 bits of seconds, then 64 random bits. New rows share a few
 * index pages, while random ids touch one page each in an index that may not fit in memory.
 */
export function newRowId(random: Random, time: Date): string {
  const seconds = Math.floor(time.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + random.bytes(8).toString('hex')
}

/** 256 random bits. */
export const newToken = (random: Random): string => random.bytes(32).toString('base64url')

/** Tokens are stored as SHA-256 hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
