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

/** A phone as it is entered. `country` is the two-letter region that was chosen: several share a calling code. */
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
 * A number as its plan reads it; null for what no plan knows, such as one that is just begun. Where it is valid only without
 * its calling code, that was entered twice: `86` and `86138…`.
 */
function parsePhone({ dialCode, phoneNumber }: Phone): PhoneNumber | null {
  const typed = `+${dialCode}${phoneNumber}`
  // A number that is not begun needs no plan, nor one whose calling code is being typed in front of it.
  if (phoneNumber === '' || phoneNumber.startsWith('+') || typed.length > maxInput) return null
  const parsed = parseTyped(typed)
  if (parsed?.isValid() || !phoneNumber.startsWith(dialCode)) return parsed
  const once = parseTyped(`+${phoneNumber}`)
  return once?.isValid() ? once : parsed
}

/**
 * A number in its canonical spelling: calling code and national number as in the plan of its country (`44` and `07911…`
 * become `44` and `7911…`). Null unless it is both possible and valid (spec section 5).
 */
export function canonicalPhone({ dialCode, phoneNumber }: Phone): Phone | null {
  const parsed = parsePhone({ dialCode, phoneNumber })
  if (!parsed?.isPossible() || !parsed.isValid() || parsed.countryCallingCode !== dialCode) return null
  return { dialCode, phoneNumber: parsed.nationalNumber }
}

/** Accepted only if both possible and valid; whatever cannot be parsed is invalid (spec section 5). */
export const isValidPhone = (phone: Phone): boolean => canonicalPhone(phone) !== null

/** A number as written in its own country, with the calling code: `+86 138 1234 2046`. */
export const formatPhone = (phone: Phone): string =>
  parsePhone(phone)?.formatInternational() ??
  (phone.phoneNumber.startsWith('+') ? phone.phoneNumber : `+${phone.dialCode} ${phone.phoneNumber}`)

/**
 * The two-letter region of a number, for its flag and name: the chosen one, the number's own, that of the reader's
 * languages, or the main one of the calling code (`1` is US, `44` GB). Null for a calling code of no region.
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

/** Behind a number: `ext. 12`, `x12`, `;ext=12`, `,,12`, `#12`, `转12`. */
const extension =
  /(\d[\s)]*)(?:;\s*ext\s*=|[;,]?\s*(?:extension|extn?|x|доб)\.?|;|,,+|#|转|轉|分机|分機|内線)\s*:?\s*\d{1,7}\s*#?\s*$/i

/** The digits of a typed text as ASCII, and a plus sign before them. An extension is left out. */
export const plainEntry = (text: string): string => {
  const number = withAsciiDigits(text.slice(0, maxInput)).replace(extension, '$1')
  const plain = number.replace(/[^\d+]/g, '')
  return plain.charAt(0) + plain.slice(1).replaceAll('+', '')
}

export const international = /^(?:\+|00)/

/** The calling code with which digits begin: no code begins with another. */
const callingCodeOf = (digits: string): string | undefined =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => code in plans.country_calling_codes)

/** What is dialled before a calling code from the chosen country, as a regular expression. */
function internationalPrefix(chosen: PhoneEntry): string {
  const region = regionOf(chosen)
  if (!region) return '00'
  const metadata = new Metadata()
  metadata.selectNumberingPlan(region)
  return metadata.numberingPlan?.IDDPrefix() || '00'
}

const maxPrefix = 8

/**
 * The digits behind each prefix that an entry may begin with, the likelier first: `001 86…` is a call from Hong Kong
 * by `001`, or one to the United States by `00`. A call to `1` by `00` comes last, since `001` is common itself.
 */
function readingsOf(entry: string, chosen: PhoneEntry | undefined): string[] {
  const prefix = new RegExp(`^(?:${chosen ? internationalPrefix(chosen) : '00'})$`)
  const readings = Array.from({ length: maxPrefix }, (_, index) => entry.slice(0, index + 1))
    .filter((start, index) => start.length === index + 1 && (start === '00' || prefix.test(start)))
    .map((start) => entry.slice(start.length))
  return entry.startsWith('001') ? readings.toReversed() : readings
}

/** Whether a prefix such as `001` begins with `00`, so that `00` is not one before the next digits are known. */
function isZerosOpen(chosen: PhoneEntry): boolean {
  const prefix = new RegExp(`^(?:${internationalPrefix(chosen)})`)
  return Array.from({ length: 1_000 }, (_, digits) => `00${String(digits).padStart(3, '0')}`).some(
    (start) => (prefix.exec(start)?.[0].length ?? 0) > 2,
  )
}

/** The entry of digits behind an international prefix; null when they begin with no calling code. */
function internationalEntry(digits: string): PhoneEntry | null {
  const dialCode = callingCodeOf(digits)
  if (!dialCode) return null
  const typed = digits.slice(dialCode.length)
  const phoneNumber = parsePhone({ dialCode, phoneNumber: typed })?.nationalNumber ?? typed
  return { dialCode, phoneNumber: phoneNumber.slice(0, maxNationalNumber), country: undefined }
}

/** A whole entry behind a prefix of the chosen country; null for a national number, or where no reading is valid. */
function prefixedEntry(entry: string, chosen: PhoneEntry | undefined): PhoneEntry | null {
  const isNational = chosen && !entry.startsWith('00') && isValidPhone({ ...chosen, phoneNumber: entry })
  if (isNational) return null
  const entries = readingsOf(entry, chosen).map(internationalEntry)
  return entries.find((read) => read && isValidPhone(read)) ?? null
}

/**
 * A typed, pasted or filled-in text as a phone entry. A calling code after a plus sign or an international prefix of
 * the chosen country is extracted, and replaces the country; until then, and if no country has it, it stays in front of
 * the number. While a number `isTyped` digit by digit, only what can be nothing else is extracted.
 */
export function readPhoneEntry(
  text: string,
  { chosen, isTyped = false }: { chosen?: PhoneEntry; isTyped?: boolean } = {},
): Partial<PhoneEntry> {
  const entry = plainEntry(text)
  const isOpen = chosen !== undefined && entry.startsWith('00') && isZerosOpen(chosen)
  const read =
    (isTyped || entry.startsWith('+') ? null : prefixedEntry(entry, chosen)) ??
    (international.test(entry) && !isOpen ? internationalEntry(entry.replace(international, '')) : null)
  if (read) return read
  const most = maxNationalNumber + (isTyped ? maxPrefix : Number(entry.startsWith('+')))
  return { phoneNumber: entry.slice(0, most) }
}

/** The calling code in front of a phone entry that no country has, such as `999`; null when there is none. */
export function unknownDialCode(phoneNumber: string): string | null {
  const digits = phoneNumber.replace(international, '')
  return digits !== phoneNumber && !callingCodeOf(digits) ? digits.slice(0, 3) || null : null
}

/** The caret's position in the entry that `readPhoneEntry` makes of a text: as many digits are behind it. */
export const caretInEntry = (text: string, caret: number, phoneNumber: string): number =>
  Math.max(0, phoneNumber.length - plainEntry(text.slice(caret)).replace('+', '').length)
