import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { chooseLocale, selectNextLocale } from '@handsfree/core/language'

const yearSeconds = 31_536_000

/** Writes the cookie for a year; deletes it for an empty value. */
export function writeCookie(name: string, value: string): void {
  const life = value === '' ? 0 : yearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of ours has the Cookie Store API.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`
}

/**
 * Mirrors in cookies what the server needs to prepare the next page: its language, unless it is the device's own, which may
 * change, and only whether there is an account. A browser that refuses cookies gets a page for its own languages.
 */
export function mirrorInCookies({ language, auth, platform }: App): void {
  const written = new Map<string, string>()
  if (!document.cookie.includes('language='))
    written.set('language', chooseLocale(null, platform.languages()))
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
