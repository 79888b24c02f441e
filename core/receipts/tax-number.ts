import type { Currency } from '../contract/common.ts'

/** Characters of a unified social credit code. */
export const creditCodeLength = 18

const codeCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Checks the last character of a unified social credit code (GB 32100-2015). */
function isCreditCode(code: string): boolean {
  const values = [...code].map((character) => codeCharacters.indexOf(character))
  if (values.length !== creditCodeLength || values.includes(-1)) return false
  const sum = values.slice(0, 17).reduce((all, value, index) => all + value * (3 ** index % 31), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** Numbers of taxpayers from before the unified code, and of persons in business: 15 or 20 characters. */
const olderMainlandNumber = /^(?:[0-9A-Z]{15}|[0-9A-Z]{20})$/

/** VAT numbers of the EU, business registration numbers of Hong Kong and others. */
const otherNumber = /^[0-9A-Z](?:[ ./+*-]?[0-9A-Z]){3,19}$/

/** Folds full-width characters and case, and drops the spaces of a mainland number. */
export function foldTaxNumber(text: string, currency: Currency): string {
  const folded = text.normalize('NFKC').trim().toUpperCase()
  return currency === 'CNY' ? folded.replaceAll(/\s/g, '') : folded
}

/** Whether a folded text can be a company's tax number. Orders in CNY need a number of mainland China. */
export const isTaxNumber = (number: string, currency: Currency): boolean =>
  currency === 'CNY' ? isCreditCode(number) || olderMainlandNumber.test(number) : otherNumber.test(number)
