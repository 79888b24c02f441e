import { type Locale, locales } from '../contract/locales.ts'

/** Default and fallback (spec section 9). */
export const fallbackLocale: Locale = 'en-US'

export const isLocale = (tag: string): tag is Locale => locales.includes(tag as Locale)

/** The warning about an unsupported language (spec section 5). */
export const unsupportedWarning = (tag: string): string => `Unsupported language: ${tag}`

/** Maps a browser language such as `zh`, `zh-Hans-CN` or `en-GB`; null if unsupported. */
const localeOf = (tag: string): Locale | null => {
  const language = tag.toLowerCase().split('-')[0]
  return locales.find((locale) => locale.startsWith(`${language}-`)) ?? null
}

/** The saved locale if supported, otherwise the browser's language if supported, otherwise en-US (spec section 9). */
export const chooseLocale = (saved: string | null, languages: readonly string[]): Locale => {
  if (saved && isLocale(saved)) return saved
  return languages.map(localeOf).find((locale) => locale !== null) ?? fallbackLocale
}
