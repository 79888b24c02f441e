import type { SnapshotFrom } from 'xstate'
import type { siteSearchMachine } from './site-search.machine.ts'

type SiteSearchSnapshot = SnapshotFrom<typeof siteSearchMachine>

export const selectSiteKeyword = (snapshot: SiteSearchSnapshot) => snapshot.context.keyword
export const selectSiteKind = (snapshot: SiteSearchSnapshot) => snapshot.context.kind
/** What was found last: it stays while the next answer is on its way. */
export const selectFoundSites = (snapshot: SiteSearchSnapshot) => snapshot.context.list
export const selectSiteSearchIsBusy = (snapshot: SiteSearchSnapshot) => snapshot.hasTag('busy')
