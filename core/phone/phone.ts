import { type CountryCallingCode, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/core'
import type { Phone } from '../api/contract/user.ts'
import { withAsciiDigits } from '../text/digits.ts'
import { plansFor } from './plans.ts'

const maxInput = 250
const maxNationalNumber = 17

const parseTyped = (typed: string, dialCode: string): PhoneNumber | null => {
  try {
    return parsePhoneNumberWithError(typed, plansFor(dialCode))
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
  const parsed = parseTyped(typed, dialCode)
  if (parsed?.isValid() || !phoneNumber.startsWith(dialCode)) return parsed
  const once = parseTyped(`+${phoneNumber}`, dialCode)
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
 * The two-letter region of a number, for its flag: the number's own if known, otherwise the main one of the calling
 * code (`1` is US, `44` GB). Null for a calling code of no region.
 */
export function regionOf({ dialCode, phoneNumber }: Phone): string | null {
  const [main] = plansFor().country_calling_codes[dialCode as CountryCallingCode] ?? []
  return parsePhone({ dialCode, phoneNumber })?.country ?? main ?? null
}

/** The digits of a typed text as ASCII, and a plus sign before them. */
export const plainEntry = (text: string): string => {
  const plain = withAsciiDigits(text.slice(0, maxInput)).replace(/[^\d+]/g, '')
  return plain.charAt(0) + plain.slice(1).replaceAll('+', '')
}

export const international = /^(?:\+|00)/

/** The calling code with which digits begin: no code begins with another. */
const callingCodeOf = (digits: string): string | undefined =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => code in plansFor().country_calling_codes)

/**
 * A typed, pasted or filled-in text as a phone entry. A calling code after a plus sign or `00` is extracted as soon as
 * it is complete; until then, and if no country has it, it stays in front of the number.
 */
export function readPhoneEntry(text: string): Partial<Phone> {
  const entry = plainEntry(text)
  if (!international.test(entry)) return { phoneNumber: entry.slice(0, maxNationalNumber) }
  const digits = entry.replace(international, '')
  const dialCode = callingCodeOf(digits)
  if (!dialCode) return { phoneNumber: entry.slice(0, maxNationalNumber + 1) }
  const typed = digits.slice(dialCode.length)
  const phoneNumber = parsePhone({ dialCode, phoneNumber: typed })?.nationalNumber ?? typed
  return { dialCode, phoneNumber: phoneNumber.slice(0, maxNationalNumber) }
}

/** The calling code in front of a phone entry that no country has, such as `999`; null when there is none. */
export const unknownDialCode = (phoneNumber: string): string | null =>
  (international.test(phoneNumber) && phoneNumber.replace(international, '').slice(0, 3)) || null

/** The caret's position in the entry that `readPhoneEntry` makes of a text: as many digits are behind it. */
export const caretInEntry = (text: string, caret: number, phoneNumber: string): number =>
  Math.max(0, phoneNumber.length - plainEntry(text.slice(caret)).replace('+', '').length)
