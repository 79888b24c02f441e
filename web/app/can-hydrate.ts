import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectLocale } from '@handsfree/core/i18n'
import { storageKeys } from '@handsfree/core/lib'
import { withoutTimestamp } from './address.ts'
import type { PageData } from './page-data.ts'

/** Storage keys that change the first render. */
const renderedStorageKeys = [
  storageKeys.auth,
  storageKeys.orderPreview,
  storageKeys.lastSite,
  storageKeys.clock,
  storageKeys.announcements,
  storageKeys.dismissed,
]

/** React can hydrate the page only if the app's first render matches it. */
export function canHydrate(app: App, page: PageData): boolean {
  const { storage } = app.platform
  return (
    page.isHydratable &&
    page.path === location.pathname &&
    withoutTimestamp(location.search) === '/' &&
    page.locale === selectLocale(app.language.getSnapshot()) &&
    !selectIsSignedIn(app.auth.getSnapshot()) &&
    renderedStorageKeys.every((key) => storage.get(key) === null)
  )
}
