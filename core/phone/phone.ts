import {
  AsYouType,
  type CountryCallingCode,
  type CountryCode,
  formatIncompletePhoneNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
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
const maxNationalNumber = 17

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

/** The known regions of BCP 47 tags, in their order. */
const regionsOf = (languages: readonly string[]): CountryCode[] =>
  languages.flatMap((tag) => {
    try {
      const { region } = new Intl.Locale(tag)
      return region !== undefined && isSupportedCountry(region) ? [region] : []
    } catch {
      return []
    }
  })

/** First language with a known region gives its calling code; otherwise that of the United States (spec section 5). */
export const defaultDialCode = (languages: readonly string[]): string =>
  getCountryCallingCode(regionsOf(languages)[0] ?? 'US')

/** The emoji of a two-letter region code. */
export const flagOf = (code: string) =>
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

/**
 * The two-letter region whose flag stands beside a number: the number's own if it can be told, otherwise the main
 * one of the calling code (`1` is US, `44` GB). Null for a calling code of no region.
 */
export function regionOf({ dialCode, phoneNumber }: Phone): string | null {
  const typed = new AsYouType()
  typed.input(`+${dialCode}${phoneNumber}`)
  return typed.getCountry() ?? metadata.country_calling_codes[dialCode as CountryCallingCode]?.[0] ?? null
}

/**
 * What somebody typed, pasted or had filled in as a phone entry: digits alone, and where it begins with a plus sign
 * or `00` also the calling code that it names.
 */
export function readPhoneEntry(text: string): Partial<Phone> {
  const international = /^\s*(?:\+|00)\s*(?=\d)/
  const digits = text.slice(0, maxInput).replace(/\D/g, '')
  if (!international.test(text)) return { phoneNumber: digits.slice(0, maxNationalNumber) }
  const typed = new AsYouType()
  typed.input(`+${text.replace(international, '').replace(/\D/g, '')}`)
  const number = typed.getNumber()
  return number
    ? { dialCode: number.countryCallingCode, phoneNumber: number.nationalNumber }
    : { phoneNumber: digits.slice(0, maxNationalNumber) }
}

/** Countries whose name, region code or calling code begins with, or whose name holds, what is searched for. */
export function searchCountries(options: readonly CountryOption[], search: string): CountryOption[] {
  const text = search.trim().toLowerCase()
  const digits = text.replace(/^(?:\+|00)/, '')
  return options.filter(
    ({ code, name, localName, dialCode }) =>
      name.toLowerCase().includes(text) ||
      localName.toLowerCase().includes(text) ||
      code.toLowerCase() === text ||
      (/^\d+$/.test(digits) && dialCode.startsWith(digits)),
  )
}

/** Regions that most travellers here come from, offered beside those of the reader's languages. */
const usualRegions = ['CN', 'HK', 'US']

/** The countries to offer first: those of the reader's languages, then the usual ones, each once. */
export function likelyCountries(
  options: readonly CountryOption[],
  languages: readonly string[],
): CountryOption[] {
  const codes = [...regionsOf(languages), ...usualRegions]
  return [...new Set(codes)].flatMap((code) => options.filter((option) => option.code === code))
}
