import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectNextLocale } from '@handsfree/core/i18n'
import { storageKeys } from '@handsfree/core/lib'

const yearSeconds = 31_536_000

/** Expires after a year; an empty value deletes the cookie. */
export function writeCookie(name: string, value: string): void {
  const life = value === '' ? 0 : yearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`
}

/**
 * Mirrors what the server needs to render the next page: whether there is an account, and the chosen language. The
 * device's languages aren't mirrored because they may change, nor is the language of a link. Without cookies, the
 * server uses `Accept-Language`.
 */
export function mirrorInCookies({ language, auth, platform }: App): void {
  const lastValues = new Map<string, string>()
  if (platform.storage.get(storageKeys.language) === null)
    lastValues.set('language', selectNextLocale(language.getSnapshot()))
  const mirror = () => {
    const facts = {
      language: selectNextLocale(language.getSnapshot()),
      account: selectIsSignedIn(auth.getSnapshot()) ? 'yes' : '',
    }
    for (const [name, value] of Object.entries(facts)) {
      if (lastValues.get(name) === value) continue
      lastValues.set(name, value)
      writeCookie(name, value)
    }
  }
  mirror()
  language.subscribe(mirror)
  auth.subscribe(mirror)
}
