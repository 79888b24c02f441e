import {
  type CountryCode,
  formatIncompletePhoneNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from 'libphonenumber-js'
import type { Phone } from '../api/contract/user.ts'

/** One row of the dial code picker (spec section 3). */
export type CountryOption = {
  /** Two-letter region code. */
  code: string
  /** English region name, falling back to the code. */
  name: string
  /** Name in the reader's language. */
  localName: string
  dialCode: string
  flag: string
}

const maxInput = 250

/**
 * A number in the one spelling that stands for it: calling code and national number as the plan of its country has
 * them (`44` and `07911…` become `44` and `7911…`). Null unless it is both possible and valid (spec section 5).
 */
export function canonicalPhone({ dialCode, phoneNumber }: Phone): Phone | null {
  const typed = `+${dialCode}${phoneNumber}`
  if (typed.length > maxInput) return null
  try {
    const parsed = parsePhoneNumberWithError(typed)
    if (!parsed.isPossible() || !parsed.isValid() || parsed.countryCallingCode !== dialCode) return null
    return { dialCode, phoneNumber: parsed.nationalNumber }
  } catch {
    return null
  }
}

/** Accepted only if both possible and valid; whatever cannot be parsed is invalid (spec section 5). */
export const isValidPhone = (phone: Phone): boolean => canonicalPhone(phone) !== null

/** How a number is written in its own country, with the calling code: `+86 138 1234 2046`. */
export const formatPhone = ({ dialCode, phoneNumber }: Phone): string =>
  formatIncompletePhoneNumber(`+${dialCode}${phoneNumber}`)

/** First language with a known region gives its calling code; otherwise that of the United States (spec section 5). */
export function defaultDialCode(languages: readonly string[]): string {
  const regions = languages.map((tag) => {
    try {
      return new Intl.Locale(tag).region
    } catch {
      return undefined
    }
  })
  const region = regions.find((code) => code !== undefined && isSupportedCountry(code))
  return getCountryCallingCode((region ?? 'US') as CountryCode)
}

const flagOf = (code: string) =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

/** All countries, sorted by English name. */
export function countryOptions(locale: string): CountryOption[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
  const local = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  return getCountries()
    .map((code) => ({
      code,
      name: english.of(code) ?? code,
      localName: local.of(code) ?? code,
      dialCode: getCountryCallingCode(code),
      flag: flagOf(code),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Grouped by the uppercase first letter of the region code (spec section 3), letters in order. */
export function groupCountries(
  options: readonly CountryOption[],
): { letter: string; countries: CountryOption[] }[] {
  const groups = new Map<string, CountryOption[]>()
  for (const option of options) {
    const letter = option.code.charAt(0).toUpperCase()
    groups.set(letter, [...(groups.get(letter) ?? []), option])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, countries]) => ({ letter, countries }))
}
