import { withAsciiDigits } from '../lib/digits.ts'
import { minorUnits } from './money.ts'

/**
 * Symbol before or after, digits in groups of three (or Indian groups of two), at most two decimals. Country letters
 * such as in `HK$` only before their symbol.
 */
const amountPattern =
  /^(?:[\p{Sc}\s-]|(?:HK|US|CN)(?=\p{Sc}))*([1-9]\d{0,2}([.,\s'’])(?:\d{2,3}\2)*\d{3}|\d*)([.,。]\d{0,2})? ?([万千]?)[\p{Sc}\s元-]*$/iu

/**
 * Parses a typed amount: its text without currency, and minor units. For an invalid amount, `invalidText` is the text and
 * `amount` 0. Three digits after a point or comma are a group, since amounts have at most two decimals.
 */
export function parseTypedMoney(typed: string): { text: string; amount: number; invalidText: string } {
  const [, whole = '', , decimals = '', unit = ''] = amountPattern.exec(withAsciiDigits(typed)) ?? []
  const text = whole + decimals + unit
  const units = Number(`0${whole.replace(/\D/g, '')}.${decimals.slice(1)}`)
  const times = unit === '万' ? 10_000 : unit === '千' ? 1_000 : 1
  const amount = Math.round(units * times * minorUnits)
  const isRead = typed.trim() === '' || (text !== '' && Number.isSafeInteger(amount))
  return isRead ? { text, amount, invalidText: '' } : { text: typed, amount: 0, invalidText: typed }
}
