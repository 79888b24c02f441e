import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { locationTypes } from '../contract/common.ts'
import { listSites } from '../contract/site.ts'
import { ok } from '../lib/result.ts'
import { providePaging } from '../realtime/create-paging.ts'
import { onReturn } from '../realtime/hints.ts'
import {
  type FoundSite,
  type SiteKind,
  type SiteQuery,
  type SiteSearchActor,
  siteKinds,
  siteSearchMachine,
} from './site-search.machine.ts'

/** Location types per kind. Our own storage places have type `unknown`. */
const typesByKind: Record<SiteKind, readonly number[]> = {
  hotel: [locationTypes.hotel, locationTypes.hotelRoom],
  airport: [locationTypes.airportTerminal],
  station: [locationTypes.trainTerminal],
  port: [locationTypes.portTerminal],
  storage: [locationTypes.unknown],
}

export const siteKindOf = (type: number): SiteKind =>
  siteKinds.find((kind) => typesByKind[kind].includes(type)) ?? 'storage'

export type SiteSearchScope = { from: string } | { withDesk: 'true' }

/**
 * Searches sites served by a pickup site (`from`) or sites that bags can be sent from; loads the first page
 * immediately. `leftOut`: ids that can't be chosen. Created, not started.
 */
export const createSiteSearch = (
  { api, clock, options, platform }: App,
  scope: SiteSearchScope,
  excludedIds: readonly string[] = [],
): SiteSearchActor =>
  createActor(
    siteSearchMachine.provide({
      actors: {
        paging: providePaging<FoundSite>({
          watch: (listener) => onReturn(platform, listener),
          async read(next, signal, siteQuery) {
            const { keyword, kind } = siteQuery as SiteQuery
            const query = {
              ...scope,
              ...(keyword ? { keyword } : {}),
              ...(kind ? { types: typesByKind[kind].map(String) } : {}),
              ...(next ? { cursor: next } : {}),
            }
            const answer = await api.call(listSites, { query }, { signal })
            if (!answer.ok) return answer
            const { list, elsewhere, nextCursor } = answer.value
            const served = list.filter(({ siteId }) => !excludedIds.includes(siteId))
            return ok({
              list: [
                ...served.map((site) => ({ isServed: true as const, site })),
                ...elsewhere.map((site) => ({ isServed: false as const, site })),
              ],
              next: nextCursor,
            })
          },
          idOf: ({ site }) => site.siteId,
        }),
      },
    }),
    { input: { now: clock.now }, clock: platform.clock, inspect: options.inspect },
  )
