import type { SnapshotFrom } from 'xstate'
import type { Site, SiteDetail } from '../contract/site.ts'
import type { PagingRef } from '../lib/paging.machine.ts'
import type { siteSearchMachine } from './site-search.machine.ts'

type SiteSearchSnapshot = SnapshotFrom<typeof siteSearchMachine>

export const selectSiteKeyword = (snapshot: SiteSearchSnapshot) => snapshot.context.keyword
export const selectSiteKind = (snapshot: SiteSearchSnapshot) => snapshot.context.kind
/** The last results, kept until the next response. */
export const selectFoundSites = ({ context }: SiteSearchSnapshot): SiteDetail[] =>
  context.results.flatMap(({ isServed, site }) => (isServed ? [site] : []))
/** Matches that aren't served from the pickup site. */
export const selectUnservedSites = ({ context }: SiteSearchSnapshot): Site[] =>
  context.results.flatMap(({ isServed, site }) => (isServed ? [] : [site]))
/** Undefined while the traveller types. */
export const selectSitePages = ({ children }: SiteSearchSnapshot): PagingRef | undefined => children.paging
export const selectSiteSearchIsBusy = (snapshot: SiteSearchSnapshot) => snapshot.hasTag('busy')
