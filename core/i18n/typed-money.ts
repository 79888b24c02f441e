import { withAsciiDigits } from '../lib/digits.ts'
import { minorUnits } from './money.ts'

/**
 * Symbol before or after, digits in groups of three (or Indian groups of two), at most two decimals. `HK`, `US` and
 * `CN` are allowed only directly before a currency symbol.
 */
const amountPattern =
  /^(?:[\p{Sc}\s-]|(?:HK|US|CN)(?=\p{Sc}))*([1-9]\d{0,2}([.,\s'’])(?:\d{2,3}\2)*\d{3}|\d*)([.,。]\d{0,2})? ?([万千]?)[\p{Sc}\s元-]*$/iu

/**
 * Returns the text without currency, and the amount in minor units. If the text isn't an amount, `amount` is 0 and
 * `invalidText` is the text. Three digits after a point or comma are a group, since amounts have at most two decimals.
 */
export function parseTypedMoney(typed: string): { text: string; amount: number; invalidText: string } {
  const [, whole = '', , decimals = '', unit = ''] = amountPattern.exec(withAsciiDigits(typed)) ?? []
  const text = whole + decimals + unit
  const units = Number(`0${whole.replace(/\D/g, '')}.${decimals.slice(1)}`)
  const times = unit === '万' ? 10_000 : unit === '千' ? 1_000 : 1
  const amount = Math.round(units * times * minorUnits)
  const isValid = typed.trim() === '' || (text !== '' && Number.isSafeInteger(amount))
  return isValid ? { text, amount, invalidText: '' } : { text: typed, amount: 0, invalidText: typed }
}
