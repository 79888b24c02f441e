import {
  AsYouType,
  type CountryCallingCode,
  type CountryCode,
  formatIncompletePhoneNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/core'
import type { Phone } from '../api/contract/user.ts'
import { plansFor } from './plans.ts'

/** One row of the dial code picker (spec section 3). */
export type CountryOption = {
  /** Two-letter region code. */
  code: string
  /** English region name, falling back to the code. */
  name: string
  /** Name in the reader's language. */
  localName: string
  /** Its names in each of our languages, for a search. */
  names: readonly string[]
  dialCode: string
  flag: string
  /** Under which it is found: of its code (spec section 3), in Chinese of its name's pinyin. */
  letter: string
}

const maxInput = 250
const maxNationalNumber = 17

/**
 * A number in its canonical spelling: calling code and national number as in the plan of its country (`44` and `07911…`
 * become `44` and `7911…`). Null unless it is both possible and valid (spec section 5).
 */
export function canonicalPhone({ dialCode, phoneNumber }: Phone): Phone | null {
  const typed = `+${dialCode}${phoneNumber}`
  if (typed.length > maxInput || phoneNumber.startsWith('+')) return null
  try {
    const parsed = parsePhoneNumberWithError(typed, plansFor(dialCode))
    if (!parsed.isPossible() || !parsed.isValid() || parsed.countryCallingCode !== dialCode) return null
    return { dialCode, phoneNumber: parsed.nationalNumber }
  } catch {
    return null
  }
}

/** Accepted only if both possible and valid; whatever cannot be parsed is invalid (spec section 5). */
export const isValidPhone = (phone: Phone): boolean => canonicalPhone(phone) !== null

/** A number as written in its own country, with the calling code: `+86 138 1234 2046`. */
export const formatPhone = ({ dialCode, phoneNumber }: Phone): string =>
  formatIncompletePhoneNumber(
    phoneNumber.startsWith('+') ? phoneNumber : `+${dialCode}${phoneNumber}`,
    plansFor(dialCode),
  )

/** Language, extended languages, script, region. */
const regionTag = /^[a-z]{2,8}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i

const isCountry = (code: string): code is CountryCode => isSupportedCountry(code as CountryCode, plansFor())

/** The known regions of BCP 47 tags, in their order. */
const regionsOf = (languages: readonly string[]): CountryCode[] =>
  languages.flatMap((tag) => {
    const region = regionTag.exec(tag)?.[1]?.toUpperCase()
    return region !== undefined && isCountry(region) ? [region] : []
  })

/** First language with a known region gives its calling code; otherwise that of the United States (spec section 5). */
export const defaultDialCode = (languages: readonly string[]): string =>
  getCountryCallingCode(regionsOf(languages)[0] ?? 'US', plansFor())

/** The emoji of a two-letter region code. */
export const flagOf = (code: string) =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

/** Languages in which a country is searched, whatever the reader's own. */
const searchedLanguages = ['en', 'zh-Hans', 'zh-Hant']

/** Names as publishing in mainland China asks for them. */
const mainlandNames: Record<string, string> = { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' }
const isMainland = (locale: string) => locale === 'zh-CN'

/** A region's name in a language; its code where it has none. */
export function regionName(code: string, locale: string): string {
  const known = isMainland(locale) ? mainlandNames[code] : undefined
  return known ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
}

const byPinyin = new Intl.Collator('zh-u-co-pinyin')
/** The first character of each letter in the order of pinyin. No syllable begins with I, U or V. */
const pinyinBegins = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const pinyinLetters = [...'ABCDEFGHJKLMNOPQRSTWXYZ']

/** The letter under which a Chinese name is found. */
function pinyinLetter(name: string): string {
  if (/^[A-Za-z]/.test(name)) return name.charAt(0).toUpperCase()
  const index = pinyinBegins.findLastIndex((first) => byPinyin.compare(first, name.charAt(0)) <= 0)
  return pinyinLetters[Math.max(0, index)] ?? 'A'
}

/** All countries, sorted by name: in Chinese by pinyin, else by the English one. */
export function countryOptions(locale: string): CountryOption[] {
  const [english, local, ...searched] = ['en', locale, ...searchedLanguages].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
  )
  const { compare } = new Intl.Collator('en')
  return getCountries(plansFor())
    .map((code) => ({
      code,
      name: english?.of(code) ?? code,
      localName: (isMainland(locale) && mainlandNames[code]) || (local?.of(code) ?? code),
      letter: isMainland(locale)
        ? pinyinLetter(mainlandNames[code] ?? local?.of(code) ?? code)
        : code.charAt(0).toUpperCase(),
      names: searched.map((language) => language.of(code) ?? code),
      dialCode: getCountryCallingCode(code, plansFor()),
      flag: flagOf(code),
    }))
    .sort((a, b) =>
      isMainland(locale) ? byPinyin.compare(a.localName, b.localName) : compare(a.name, b.name),
    )
}

/** All countries with their names in the reader's language, sorted by them: a fifth of the work of `countryOptions`. */
export function countryNames(locale: string): Pick<CountryOption, 'code' | 'localName' | 'dialCode'>[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  const nameOf = (code: CountryCode) =>
    (isMainland(locale) && mainlandNames[code]) || (names.of(code) ?? code)
  return getCountries(plansFor())
    .map((code) => ({ code, localName: nameOf(code), dialCode: getCountryCallingCode(code, plansFor()) }))
    .sort((a, b) => compare(a.localName, b.localName))
}

/** Grouped by letter, letters in order. */
export function groupCountries(
  options: readonly CountryOption[],
): { letter: string; countries: CountryOption[] }[] {
  const groups = new Map<string, CountryOption[]>()
  for (const option of options) {
    groups.set(option.letter, [...(groups.get(option.letter) ?? []), option])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, countries]) => ({ letter, countries }))
}

/**
 * The two-letter region of a number, for its flag: the number's own if known, otherwise the main one of the calling
 * code (`1` is US, `44` GB). Null for a calling code of no region.
 */
export function regionOf({ dialCode, phoneNumber }: Phone): string | null {
  const plans = plansFor(dialCode)
  const typed = new AsYouType(undefined, plans)
  typed.input(`+${dialCode}${phoneNumber}`)
  return typed.getCountry() ?? plans.country_calling_codes[dialCode as CountryCallingCode]?.[0] ?? null
}

/** The digits of a typed text, and a plus sign before them. Full-width characters are converted. */
const plainEntry = (text: string): string => {
  const plain = text
    .slice(0, maxInput)
    .normalize('NFKC')
    .replace(/[^\d+]/g, '')
  return plain.charAt(0) + plain.slice(1).replaceAll('+', '')
}

const international = /^(?:\+|00)/

/**
 * A typed, pasted or filled-in text as a phone entry. A calling code after a plus sign or `00` is extracted as soon as
 * it is complete; until then, and if no country has it, it stays in front of the number.
 */
export function readPhoneEntry(text: string): Partial<Phone> {
  const entry = plainEntry(text)
  if (!international.test(entry)) return { phoneNumber: entry.slice(0, maxNationalNumber) }
  const digits = entry.replace(international, '')
  const typed = new AsYouType(undefined, plansFor())
  typed.input(`+${digits}`)
  const dialCode = typed.getCallingCode()
  if (!dialCode) return { phoneNumber: entry.slice(0, maxNationalNumber + 1) }
  const phoneNumber = typed.getNumber()?.nationalNumber ?? digits.slice(dialCode.length)
  return { dialCode, phoneNumber: phoneNumber.slice(0, maxNationalNumber) }
}

/** The calling code in front of a phone entry that no country has, such as `999`; null when there is none. */
export const unknownDialCode = (phoneNumber: string): string | null =>
  (international.test(phoneNumber) && phoneNumber.replace(international, '').slice(0, 3)) || null

/** The caret's position in the entry that `readPhoneEntry` makes of a text: as many digits are behind it. */
export const caretInEntry = (text: string, caret: number, phoneNumber: string): number =>
  Math.max(0, phoneNumber.length - plainEntry(text.slice(caret)).replace('+', '').length)

/** Lowercase, without diacritics and apostrophes, other punctuation as a space: `Côte d’Ivoire` is `cote divoire`. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/**
 * Countries with a name, in any of our languages, that contains the search, or with that code, or with a calling code
 * that begins with it.
 */
export function searchCountries(options: readonly CountryOption[], search: string): CountryOption[] {
  const text = folded(search)
  const digits = plainEntry(search).replace(international, '')
  return options.filter(
    ({ code, name, localName, names, dialCode }) =>
      [name, localName, ...names].some((known) => folded(known).includes(text)) ||
      code.toLowerCase() === text ||
      (/^\d+$/.test(text) && dialCode.startsWith(digits)),
  )
}

/** Regions of most travellers, offered beside those of the reader's languages. */
const usualRegions = ['CN', 'HK', 'US']

/** The countries to offer first: those of the reader's languages, then the usual ones, each once. */
export function likelyCountries<Option extends Pick<CountryOption, 'code'>>(
  options: readonly Option[],
  languages: readonly string[],
): Option[] {
  const codes = [...regionsOf(languages), ...usualRegions]
  return [...new Set(codes)].flatMap((code) => options.filter((option) => option.code === code))
}
