import type { App } from '@handsfree/core'
import type { SiteDetail } from '@handsfree/core/api'
import type { ReadingActor } from '@handsfree/core/reading'
import { createSiteDetail } from '@handsfree/core/site'
import { useSelector } from '@xstate/react'
import { useSearch } from 'wouter'
import { qrIdOf } from '../app/address.ts'
import { navigate } from '../app/navigate.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { deliverTo } from './deliver-to.ts'

/** Query parameter of pages that an order begins from: id of the site that it goes to. */
const destinationParameter = 'to'

/** A page that an order to a site begins from. */
export const pathTo = (path: string, siteId: string | null): string =>
  siteId === null ? path : `${path}?${new URLSearchParams({ [destinationParameter]: siteId })}`

type Snapshot = ReturnType<ReadingActor<SiteDetail>['getSnapshot']>

/** The site once it is read, unless it takes no bags any more. */
function openSite(snapshot: Snapshot | undefined): SiteDetail | null {
  const site = (snapshot?.context.value ?? null) as SiteDetail | null
  return site?.isClosed ? null : site
}

function createDestination(app: App, search: string) {
  const siteId = new URLSearchParams(search).get(destinationParameter)
  const reading = siteId === null ? undefined : createSiteDetail(app, siteId)
  return {
    siteId,
    reading,
    start: () => reading?.start(),
    stop: () => reading?.stop(),
    /** Opens an order's form, which goes to the site once that is read. */
    begin(path: string, options: { replace?: boolean } = {}) {
      const [site, qrId] = [openSite(reading?.getSnapshot()), qrIdOf(path)]
      if (site && qrId !== null) deliverTo(app, qrId, site, options)
      else navigate(path, options)
    },
  }
}

/** Where the order goes that begins on this page, by the page's address; `site` is null until it is read, or without one. */
export function useDestination() {
  const search = useSearch()
  const { siteId, reading, begin } = useScreenActor((app) => createDestination(app, search))
  return { siteId, site: useSelector(reading, openSite), begin }
}
