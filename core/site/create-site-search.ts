import { createActor, fromPromise } from 'xstate'
import { locationTypes } from '../api/contract/common.ts'
import { listSites } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import {
  type SiteKind,
  type SiteSearchActor,
  type SiteSearchInput,
  type SiteSearchResult,
  siteSearchMachine,
} from './site-search.machine.ts'

/** Location types behind each kind; our own storage places have none of their own. */
const typeOf: Record<SiteKind, number> = {
  hotel: locationTypes.hotel,
  airport: locationTypes.airportTerminal,
  station: locationTypes.trainTerminal,
  port: locationTypes.portTerminal,
  storage: locationTypes.unknown,
}

/** The kind of a site by its location type. */
export const siteKindOf = (type: number): SiteKind =>
  (Object.keys(typeOf) as SiteKind[]).find((kind) => typeOf[kind] === type) ?? 'storage'

/** A search for sites to deliver to, showing the first page at once. Not started yet. */
export const createSiteSearch = ({ api, options }: App): SiteSearchActor =>
  createActor(
    siteSearchMachine.provide({
      actors: {
        listSites: fromPromise<SiteSearchResult, SiteSearchInput>(
          ({ input: { keyword, kind, cursor }, signal }) =>
            api.call(
              listSites,
              {
                query: {
                  ...(keyword ? { keyword } : {}),
                  ...(kind ? { types: [String(typeOf[kind])] } : {}),
                  ...(cursor ? { cursor } : {}),
                },
              },
              { signal },
            ),
        ),
      },
    }),
    { inspect: options.inspect },
  )
