import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectLocale } from '@handsfree/core/language'
import { storageKeys } from '@handsfree/core/storage'
import { withoutTimestamp } from './address.ts'
import type { PageFacts } from './page-facts.ts'

/** What a device stores that a page shows at once. */
const shown = [
  storageKeys.auth,
  storageKeys.orderPreview,
  storageKeys.lastSite,
  storageKeys.clock,
  storageKeys.announcements,
  storageKeys.dismissed,
]

/**
 * Whether the app's first picture is the page as the server has rendered it, so that its elements can stay. On any other
 * device the app's own picture takes their place.
 */
export function canKeepElements(app: App, facts: PageFacts): boolean {
  const { storage } = app.platform
  return (
    facts.isFirstVisit &&
    facts.path === location.pathname &&
    withoutTimestamp(location.search) === '/' &&
    facts.locale === selectLocale(app.language.getSnapshot()) &&
    !selectIsSignedIn(app.auth.getSnapshot()) &&
    shown.every((key) => storage.get(key) === null)
  )
}
