import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { flagOf, isMainland, mainlandNames } from './countries.ts'
import { internationalPattern, normalizeEntry } from './phone.ts'

/** A row of the dial code picker (spec section 3). */
export type CountryOption = {
  /** Two-letter region code. */
  code: string
  /** English region name, falling back to the code. */
  name: string
  localName: string
  /** Names to search, in every supported language. */
  names: readonly string[]
  dialCode: string
  flag: string
  /** Group letter: of the code (spec section 3); in Chinese, of the name's pinyin. */
  letter: string
}

/** Searched in addition to the reader's language. */
const searchedLanguages = ['en', 'zh-Hans', 'zh-Hant']

const byPinyin = new Intl.Collator('zh-u-co-pinyin')
/** The first character of each letter in pinyin order. No syllable begins with I, U or V. */
const pinyinBegins = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀']
const pinyinLetters = [...'ABCDEFGHJKLMNOPQRSTWXYZ']

function pinyinLetter(name: string): string {
  if (/^[A-Za-z]/.test(name)) return name.charAt(0).toUpperCase()
  const index = pinyinBegins.findLastIndex((first) => byPinyin.compare(first, name.charAt(0)) <= 0)
  return pinyinLetters[Math.max(0, index)] ?? 'A'
}

/** All countries, sorted by English name; in Chinese, by pinyin. */
export function countryOptions(locale: string): CountryOption[] {
  const [english, local, ...searchedNames] = ['en', locale, ...searchedLanguages].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
  )
  const { compare } = new Intl.Collator('en')
  return getCountries()
    .map((code) => ({
      code,
      name: english?.of(code) ?? code,
      localName: (isMainland(locale) && mainlandNames[code]) || (local?.of(code) ?? code),
      letter: isMainland(locale)
        ? pinyinLetter(mainlandNames[code] ?? local?.of(code) ?? code)
        : code.charAt(0).toUpperCase(),
      names: searchedNames.map((language) => language.of(code) ?? code),
      dialCode: getCountryCallingCode(code),
      flag: flagOf(code),
    }))
    .sort((a, b) =>
      isMainland(locale) ? byPinyin.compare(a.localName, b.localName) : compare(a.name, b.name),
    )
}

/** Groups by letter, in order. */
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
 * Lowercase without diacritics and apostrophes. Other punctuation becomes a space: `Côte d’Ivoire` is `cote divoire`.
 */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/**
 * Countries whose name contains the search in any supported language, whose code equals it, or whose calling code
 * starts with it.
 */
export function searchCountries(options: readonly CountryOption[], search: string): CountryOption[] {
  const text = foldText(search)
  const digits = normalizeEntry(search).replace(internationalPattern, '')
  return options.filter(
    ({ code, name, localName, names, dialCode }) =>
      [name, localName, ...names].some((known) => foldText(known).includes(text)) ||
      code.toLowerCase() === text ||
      (/^\d+$/.test(text) && dialCode.startsWith(digits)),
  )
}
