import { createActor, fromCallback } from 'xstate'
import { asking } from '../api/asking.ts'
import { locationTypes } from '../api/contract/common.ts'
import { listSites } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { onReturn } from '../realtime/hints.ts'
import { ok } from '../result.ts'
import {
  type SiteKind,
  type SitePage,
  type SiteSearchActor,
  type SiteSearchEvent,
  type SiteSearchInput,
  siteKinds,
  siteSearchMachine,
} from './site-search.machine.ts'

/** Location types of each kind; our own storage places have none of their own. */
const typesOf: Record<SiteKind, readonly number[]> = {
  hotel: [locationTypes.hotel, locationTypes.hotelRoom],
  airport: [locationTypes.airportTerminal],
  station: [locationTypes.trainTerminal],
  port: [locationTypes.portTerminal],
  storage: [locationTypes.unknown],
}

export const siteKindOf = (type: number): SiteKind =>
  siteKinds.find((kind) => typesOf[kind].includes(type)) ?? 'storage'

export type SiteSearchScope = { from: string } | { withDesk: 'true' }

/**
 * A search for sites that a pickup site serves, or that bags can be sent from, with the first page at once. `from` is the
 * pickup site's id, `leftOut` the ids of sites that cannot be chosen. Created, not started.
 */
export const createSiteSearch = (
  { api, options, platform }: App,
  scope: SiteSearchScope,
  leftOut: readonly string[] = [],
): SiteSearchActor =>
  createActor(
    siteSearchMachine.provide({
      actors: {
        hints: fromCallback<SiteSearchEvent>(({ sendBack }) =>
          onReturn(platform, () => sendBack({ type: 'search.retry' })),
        ),
        listSites: asking<SitePage, SiteSearchInput>(async ({ input: { keyword, kind, cursor }, signal }) => {
          const query = {
            ...scope,
            ...(keyword ? { keyword } : {}),
            ...(kind ? { types: typesOf[kind].map(String) } : {}),
            ...(cursor ? { cursor } : {}),
          }
          const found = await api.call(listSites, { query }, { signal })
          if (!found.ok) return found
          const list = found.value.list.filter(({ siteId }) => !leftOut.includes(siteId))
          return ok({ ...found.value, list })
        }),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
