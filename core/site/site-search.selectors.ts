import type { SnapshotFrom } from 'xstate'
import type { siteSearchMachine } from './site-search.machine.ts'

type SiteSearchSnapshot = SnapshotFrom<typeof siteSearchMachine>

export const selectSiteKeyword = (snapshot: SiteSearchSnapshot) => snapshot.context.keyword
export const selectSiteKind = (snapshot: SiteSearchSnapshot) => snapshot.context.kind
/** What was found last: it stays while the next answer is on its way. */
export const selectFoundSites = (snapshot: SiteSearchSnapshot) => snapshot.context.list
/** What fits, but is not served from the pickup site. */
export const selectSitesElsewhere = (snapshot: SiteSearchSnapshot) => snapshot.context.elsewhere
export const selectSiteSearchIsBusy = (snapshot: SiteSearchSnapshot) => snapshot.hasTag('busy')
