import { withAsciiDigits } from '../text/digits.ts'
import { minorUnits } from './money.ts'

/** The amount of a text that is read as none, and the largest: beyond what any field takes. */
export const unreadAmount = Number.MAX_SAFE_INTEGER

/** A symbol before or behind, groups of three digits (or of two before them), at most two decimals. */
const written =
  /^[\p{Sc}\s-]*([1-9]\d{0,2}([.,\s'’])(?:\d{2,3}\2)*\d{3}|\d*)([.,。]\d{0,2})? ?([万千]?)[\p{Sc}\s元-]*$/u

/**
 * An amount as it is being typed: its text without the currency, and the amount in minor units. What is read as no amount
 * keeps its text, with `unreadAmount`. Three digits behind a point or comma are a group: no amount has three decimals.
 */
export function typedMoney(typed: string): { text: string; amount: number } {
  const [, whole = '', , decimals = '', unit = ''] = written.exec(withAsciiDigits(typed)) ?? []
  const text = whole + decimals + unit
  if (text === '' && typed.trim() !== '') return { text: typed, amount: unreadAmount }
  const units = Number(`0${whole.replace(/\D/g, '')}.${decimals.slice(1)}`)
  const times = unit === '万' ? 10_000 : unit === '千' ? 1_000 : 1
  return { text, amount: Math.min(Math.round(units * times * minorUnits), unreadAmount) }
}
