import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
} from 'libphonenumber-js/max'

/** Language, extended languages, script, region. */
const regionTag = /^[a-z]{2,8}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i

const isCountry = (code: string): code is CountryCode => isSupportedCountry(code as CountryCode)

/** Known regions of BCP 47 tags, in order. */
export const regionsOf = (languages: readonly string[]): CountryCode[] =>
  languages.flatMap((tag) => {
    const region = regionTag.exec(tag)?.[1]?.toUpperCase()
    return region !== undefined && isCountry(region) ? [region] : []
  })

/** Calling code of the first language with a known region, else of the United States (spec section 5). */
export const defaultDialCode = (languages: readonly string[]): string =>
  getCountryCallingCode(regionsOf(languages)[0] ?? 'US')

/** Flag emoji of a two-letter region code. */
export const flagOf = (code: string) =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

/** Names required for publishing in mainland China. */
export const mainlandNames: Record<string, string> = { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' }
export const isMainland = (locale: string) => locale === 'zh-CN'

/** A region's name in a language; falls back to the code. */
export function regionName(code: string, locale: string): string {
  const known = isMainland(locale) ? mainlandNames[code] : undefined
  return known ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** A country in a list of calling codes; `code` is its two-letter region. */
export type CountryName = { code: string; localName: string; dialCode: string }

/** All countries sorted by their name in the reader's language. Does a fifth of the work of `countryOptions`. */
export function countryNames(locale: string): CountryName[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  const nameOf = (code: CountryCode) =>
    (isMainland(locale) && mainlandNames[code]) || (names.of(code) ?? code)
  return getCountries()
    .map((code) => ({ code, localName: nameOf(code), dialCode: getCountryCallingCode(code) }))
    .sort((a, b) => compare(a.localName, b.localName))
}

const usualRegions = ['CN', 'HK', 'US']

/** Countries to offer first, without duplicates: of the reader's languages, then the usual ones. */
export function likelyCountries<Option extends { code: string }>(
  options: readonly Option[],
  languages: readonly string[],
): Option[] {
  const codes = [...regionsOf(languages), ...usualRegions]
  return [...new Set(codes)].flatMap((code) => options.filter((option) => option.code === code))
}
