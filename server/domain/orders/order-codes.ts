import type { Random } from '../../runtime/random.ts'

/** No easily confused characters: no 0 and O, no 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const claimCodeLength = 6

/** Shown by the receiver at collection, such as `7KQ4MX`. 887 million codes. */
export const newClaimCode = (random: Random): string =>
  Array.from({ length: claimCodeLength }, () => alphabet[random.below(alphabet.length)]).join('')

/** Ignores case, spaces and dashes. */
export const normalizeClaimCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const randomDigits = (random: Random, count: number) => String(random.below(10 ** count)).padStart(count, '0')

/**
 * Returns candidate endings of order numbers, shortest first. Random, so that they don't reveal the number of orders.
 */
export const newNumberSuffixes = (random: Random): string[] =>
  [4, 5, 6, 7, 8, 9].map((count) => randomDigits(random, count))
