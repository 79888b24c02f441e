import {
  type CountryCallingCode,
  type CountryCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max'
import plans from 'libphonenumber-js/max/metadata'
import type { Phone } from '../contract/user.ts'
import { withAsciiDigits } from '../lib/digits.ts'
import { regionsOf } from './countries.ts'

/** `country` is the chosen two-letter region, since several share a calling code. */
export type PhoneEntry = Phone & { country?: string | undefined }

const maxInput = 250
const maxNationalNumber = 17

const parseTyped = (typed: string): PhoneNumber | null => {
  try {
    return parsePhoneNumberWithError(typed)
  } catch {
    return null
  }
}

/**
 * Parses a number; null if unparsable, such as one that is incomplete. If it is only valid without its calling code,
 * that was entered twice: `86` and `86138…`.
 */
function parsePhone({ dialCode, phoneNumber }: Phone): PhoneNumber | null {
  const fullNumber = `+${dialCode}${phoneNumber}`
  // Don't parse an empty number, or one with a calling code typed in front of it.
  if (phoneNumber === '' || phoneNumber.startsWith('+') || fullNumber.length > maxInput) return null
  const parsed = parseTyped(fullNumber)
  if (parsed?.isValid() || !phoneNumber.startsWith(dialCode)) return parsed
  const once = parseTyped(`+${phoneNumber}`)
  return once?.isValid() ? once : parsed
}

/**
 * Canonical calling code and national number (`44` and `07911…` become `44` and `7911…`). Null unless possible and
 * valid (spec section 5).
 */
export function canonicalPhone({ dialCode, phoneNumber }: Phone): Phone | null {
  const parsed = parsePhone({ dialCode, phoneNumber })
  if (!parsed?.isPossible() || !parsed.isValid() || parsed.countryCallingCode !== dialCode) return null
  return { dialCode, phoneNumber: parsed.nationalNumber }
}

/** Whether a number is both possible and valid; unparsable numbers are invalid (spec section 5). */
export const isValidPhone = (phone: Phone): boolean => canonicalPhone(phone) !== null

/** International format: `+86 138 1234 2046`. */
export const formatPhone = (phone: Phone): string =>
  parsePhone(phone)?.formatInternational() ??
  (phone.phoneNumber.startsWith('+') ? phone.phoneNumber : `+${phone.dialCode} ${phone.phoneNumber}`)

/**
 * The two-letter region of a number, for its flag and name. Tries the chosen region, the number's own, the reader's
 * languages, then the calling code's main region (`1` is US, `44` GB). Null for an unknown calling code.
 */
export function regionOf(
  { dialCode, phoneNumber, country }: PhoneEntry,
  languages: readonly string[] = [],
): CountryCode | null {
  const regions = plans.country_calling_codes[dialCode as CountryCallingCode] ?? []
  const isOfCode = (region: string | undefined): region is CountryCode =>
    regions.some((known) => known === region)
  if (isOfCode(country)) return country
  const own = parsePhone({ dialCode, phoneNumber })?.country
  return own ?? regionsOf(languages).find(isOfCode) ?? regions[0] ?? null
}

/** After a number: `ext. 12`, `x12`, `;ext=12`, `,,12`, `#12`, `转12`. */
const extensionPattern =
  /(\d[\s)]*)(?:;\s*ext\s*=|[;,]?\s*(?:extension|extn?|x|доб)\.?|;|,,+|#|转|轉|分机|分機|内線)\s*:?\s*\d{1,7}\s*#?\s*$/i

/** ASCII digits of a typed text with a leading plus sign, without an extension. */
export const normalizeEntry = (text: string): string => {
  const number = withAsciiDigits(text.slice(0, maxInput)).replace(extensionPattern, '$1')
  const plain = number.replace(/[^\d+]/g, '')
  return plain.charAt(0) + plain.slice(1).replaceAll('+', '')
}

export const internationalPattern = /^(?:\+|00)/

/** The calling code at the start of digits. No code is a prefix of another. */
const callingCodeOf = (digits: string): string | undefined =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => code in plans.country_calling_codes)

/** International dialling prefix of the chosen country, as a regular expression. */
function internationalPrefix(chosen: PhoneEntry): string {
  const region = regionOf(chosen)
  if (!region) return '00'
  const metadata = new Metadata()
  metadata.selectNumberingPlan(region)
  return metadata.numberingPlan?.IDDPrefix() || '00'
}

const maxPrefix = 8

/**
 * The digits after each possible international prefix, most likely first. `001 86…` is a call from Hong Kong with
 * `001`, or one to the United States with `00`. A call to `1` with `00` comes last, since `001` is a common prefix.
 */
function possibleNumbers(entry: string, chosen: PhoneEntry | undefined): string[] {
  const prefix = new RegExp(`^(?:${chosen ? internationalPrefix(chosen) : '00'})$`)
  const readings = Array.from({ length: maxPrefix }, (_, index) => entry.slice(0, index + 1))
    .filter((start, index) => start.length === index + 1 && (start === '00' || prefix.test(start)))
    .map((start) => entry.slice(start.length))
  return entry.startsWith('001') ? readings.toReversed() : readings
}

/** Whether prefixes such as `001` start with `00`, so that `00` is ambiguous until more digits are typed. */
function isZeroPrefixAmbiguous(chosen: PhoneEntry): boolean {
  const prefix = new RegExp(`^(?:${internationalPrefix(chosen)})`)
  return Array.from({ length: 1_000 }, (_, digits) => `00${String(digits).padStart(3, '0')}`).some(
    (start) => (prefix.exec(start)?.[0].length ?? 0) > 2,
  )
}

/** Splits the digits after an international prefix; null without a calling code. */
function parseInternationalEntry(digits: string): PhoneEntry | null {
  const dialCode = callingCodeOf(digits)
  if (!dialCode) return null
  const typed = digits.slice(dialCode.length)
  const phoneNumber = parsePhone({ dialCode, phoneNumber: typed })?.nationalNumber ?? typed
  return { dialCode, phoneNumber: phoneNumber.slice(0, maxNationalNumber), country: undefined }
}

/**
 * Parses an entry with an international prefix of the chosen country; null for a national number or without a valid
 * reading.
 */
function parsePrefixedEntry(entry: string, chosen: PhoneEntry | undefined): PhoneEntry | null {
  const isNational = chosen && !entry.startsWith('00') && isValidPhone({ ...chosen, phoneNumber: entry })
  if (isNational) return null
  const entries = possibleNumbers(entry, chosen).map(parseInternationalEntry)
  return entries.find((read) => read && isValidPhone(read)) ?? null
}

/**
 * Parses typed, pasted or autofilled text. Extracts a calling code after a plus sign or the chosen country's
 * international prefix, which replaces the country. An incomplete or unknown code stays in front of the number. While
 * `isTyped`, only unambiguous codes are extracted.
 */
export function parsePhoneEntry(
  text: string,
  { chosen, isTyped = false }: { chosen?: PhoneEntry; isTyped?: boolean } = {},
): Partial<PhoneEntry> {
  const entry = normalizeEntry(text)
  const isOpen = chosen !== undefined && entry.startsWith('00') && isZeroPrefixAmbiguous(chosen)
  const read =
    (isTyped || entry.startsWith('+') ? null : parsePrefixedEntry(entry, chosen)) ??
    (internationalPattern.test(entry) && !isOpen
      ? parseInternationalEntry(entry.replace(internationalPattern, ''))
      : null)
  if (read) return read
  const most = maxNationalNumber + (isTyped ? maxPrefix : Number(entry.startsWith('+')))
  return { phoneNumber: entry.slice(0, most) }
}

/** The unknown calling code in front of a number, such as `999`; null if none. */
export function unknownDialCode(phoneNumber: string): string | null {
  const digits = phoneNumber.replace(internationalPattern, '')
  return digits !== phoneNumber && !callingCodeOf(digits) ? digits.slice(0, 3) || null : null
}

/** Caret position after `readPhoneEntry`: keeps the number of digits behind it. */
export const caretInEntry = (text: string, caret: number, phoneNumber: string): number =>
  Math.max(0, phoneNumber.length - normalizeEntry(text.slice(caret)).replace('+', '').length)
