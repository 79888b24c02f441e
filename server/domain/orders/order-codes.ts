import type { Random } from '../../runtime/random.ts'

/** Letters and digits that nobody reads as another one: no 0 and O, no 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const claimCodeLength = 6

/** What the receiver shows at collection: `7KQ4MX`, 887 million possible. */
export const newClaimCode = (random: Random): string =>
  Array.from({ length: claimCodeLength }, () => alphabet[random.below(alphabet.length)]).join('')

/** A claim code as people type it: in any case, with spaces. */
export const normalizeClaimCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const randomDigits = (random: Random, count: number) => String(random.below(10 ** count)).padStart(count, '0')

/**
 * Ends of order numbers to try in turn, from the shortest to the longest. Random, so that they do not reveal how many
 * orders there are.
 */
export const newNumberEnds = (random: Random): string[] =>
  [4, 5, 6, 7, 8, 9].map((count) => randomDigits(random, count))
