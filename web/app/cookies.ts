import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectNextLocale } from '@handsfree/core/i18n'
import { storageKeys } from '@handsfree/core/lib'

const yearSeconds = 31_536_000

/** Writes the cookie for a year; deletes it for an empty value. */
export function writeCookie(name: string, value: string): void {
  const life = value === '' ? 0 : yearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of ours has the Cookie Store API.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`
}

/**
 * Mirrors in cookies what the server needs to prepare the next page: only whether there is an account, and a language that
 * was chosen: a device's own may change, and a link's is of its page alone. A browser that refuses cookies gets a page for
 * its own languages.
 */
export function mirrorInCookies({ language, auth, platform }: App): void {
  const written = new Map<string, string>()
  if (platform.storage.get(storageKeys.language) === null)
    written.set('language', selectNextLocale(language.getSnapshot()))
  const mirror = () => {
    const facts = {
      language: selectNextLocale(language.getSnapshot()),
      account: selectIsSignedIn(auth.getSnapshot()) ? 'yes' : '',
    }
    for (const [name, value] of Object.entries(facts)) {
      if (written.get(name) === value) continue
      written.set(name, value)
      writeCookie(name, value)
    }
  }
  mirror()
  language.subscribe(mirror)
  auth.subscribe(mirror)
}
