import { randomInt } from 'node:crypto'
import { wallClock } from '@handsfree/core/clock'

/** Letters and digits that nobody reads as another one: no 0 and O, no 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const claimCodeLength = 6

/** What the receiver shows at collection: `7KQ4MX`, 887 million possible. */
export const newClaimCode = (): string =>
  Array.from({ length: claimCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A claim code as people type it: in any case, with spaces. */
export const normalizeClaimCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/**
 * An order number for the month at the pickup site: `HF 2611 0482`. Random, so that it does not reveal how many orders
 * there are; each later try has one digit more, up to 9.
 */
export const newOrderNumber = (now: Date, timeZone: string, attempt: number): string =>
  `HF ${wallClock(now.getTime(), timeZone).format('YYMM')} ${randomDigits(Math.min(4 + attempt, 9))}`

const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

/** Ends of order numbers to try in turn, from the shortest to the longest. */
export const newNumberEnds = (): string[] => [4, 5, 6, 7, 8, 9].map(randomDigits)
