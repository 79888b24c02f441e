import { withAsciiDigits } from '../lib/digits.ts'
import { minorUnits } from './money.ts'

/**
 * A symbol before or behind, groups of three digits (or of two before them), at most two decimals. A country's letters,
 * as in `HK$`, count only in front of their symbol.
 */
const written =
  /^(?:[\p{Sc}\s-]|(?:HK|US|CN)(?=\p{Sc}))*([1-9]\d{0,2}([.,\s'’])(?:\d{2,3}\2)*\d{3}|\d*)([.,。]\d{0,2})? ?([万千]?)[\p{Sc}\s元-]*$/iu

/**
 * An amount as it is being typed: its text without the currency, and the amount in minor units. Of what is read as no
 * amount the text is `unread`, and the amount 0. Three digits behind a point or comma are a group: no amount has three
 * decimals.
 */
export function typedMoney(typed: string): { text: string; amount: number; unread: string } {
  const [, whole = '', , decimals = '', unit = ''] = written.exec(withAsciiDigits(typed)) ?? []
  const text = whole + decimals + unit
  const units = Number(`0${whole.replace(/\D/g, '')}.${decimals.slice(1)}`)
  const times = unit === '万' ? 10_000 : unit === '千' ? 1_000 : 1
  const amount = Math.round(units * times * minorUnits)
  const isRead = typed.trim() === '' || (text !== '' && Number.isSafeInteger(amount))
  return isRead ? { text, amount, unread: '' } : { text: typed, amount: 0, unread: typed }
}
