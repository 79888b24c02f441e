import type { SnapshotFrom } from 'xstate'
import type { siteSearchMachine } from './site-search.machine.ts'

type SiteSearchSnapshot = SnapshotFrom<typeof siteSearchMachine>

export const selectSiteKeyword = (snapshot: SiteSearchSnapshot) => snapshot.context.keyword
export const selectSiteKind = (snapshot: SiteSearchSnapshot) => snapshot.context.kind
/** The last results: they stay until the next answer. */
export const selectFoundSites = (snapshot: SiteSearchSnapshot) => snapshot.context.list
/** What matches, but is not served from the pickup site. */
export const selectSitesElsewhere = (snapshot: SiteSearchSnapshot) => snapshot.context.elsewhere
export const selectSiteSearchIsBusy = (snapshot: SiteSearchSnapshot) => snapshot.hasTag('busy')
