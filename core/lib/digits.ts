/** The digit's value plus a multiple of ten: Unicode encodes each script's ten digits in a row. */
const digitsBefore = (code = 0): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? digitsBefore(code - 1) + 1 : 0

/** Converts digits of any script and full-width characters to ASCII. */
export const withAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => `${digitsBefore(digit.codePointAt(0)) % 10}`)

/** The digits of a text, in any script, as ASCII. */
export const digitsOf = (text: string): string => withAsciiDigits(text).replace(/\D/g, '')
