/** How many digits come before a character: each script has its ten in a row, from its zero. */
const digitsBefore = (code = 0): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? digitsBefore(code - 1) + 1 : 0

/** A text with the digits of every script, and full-width characters, as ASCII. */
export const withAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => `${digitsBefore(digit.codePointAt(0)) % 10}`)

/** The digits of a text, in any script, as ASCII. */
export const digitsOf = (text: string): string => withAsciiDigits(text).replace(/\D/g, '')
