import type { Locale } from '@handsfree/core/api'

/** Where no server has prepared the page in the traveller's language: its `lang`, and what an installed app is called. */
export function setPageLanguage(locale: Locale): void {
  document.documentElement.lang = locale
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const file = `/manifest.${locale}.webmanifest`
  if (manifest && manifest.getAttribute('href') !== file) manifest.setAttribute('href', file)
}
