import { createActor, fromPromise } from 'xstate'
import { locationTypes } from '../api/contract/common.ts'
import { listSites } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { ok } from '../result.ts'
import {
  type SiteKind,
  type SiteSearchActor,
  type SiteSearchInput,
  type SiteSearchResult,
  siteKinds,
  siteSearchMachine,
} from './site-search.machine.ts'

/** Location types behind each kind; our own storage places have none of their own. */
const typesOf: Record<SiteKind, readonly number[]> = {
  hotel: [locationTypes.hotel, locationTypes.hotelRoom],
  airport: [locationTypes.airportTerminal],
  station: [locationTypes.trainTerminal],
  port: [locationTypes.portTerminal],
  storage: [locationTypes.unknown],
}

/** The kind of a site by its location type. */
export const siteKindOf = (type: number): SiteKind =>
  siteKinds.find((kind) => typesOf[kind].includes(type)) ?? 'storage'

/** Leaves one site out of an answer. */
const without = (result: SiteSearchResult, siteId: string): SiteSearchResult =>
  result.ok
    ? ok({ ...result.value, list: result.value.list.filter((site) => site.siteId !== siteId) })
    : result

/**
 * A search for sites to deliver to, showing the first page at once. `except` is the site that the bags come from.
 * Not started yet.
 */
export const createSiteSearch = ({ api, options }: App, { except }: { except: string }): SiteSearchActor =>
  createActor(
    siteSearchMachine.provide({
      actors: {
        listSites: fromPromise<SiteSearchResult, SiteSearchInput>(
          async ({ input: { keyword, kind, cursor }, signal }) => {
            const query = {
              ...(keyword ? { keyword } : {}),
              ...(kind ? { types: typesOf[kind].map(String) } : {}),
              ...(cursor ? { cursor } : {}),
            }
            return without(await api.call(listSites, { query }, { signal }), except)
          },
        ),
      },
    }),
    { inspect: options.inspect },
  )
