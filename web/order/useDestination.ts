import type { App } from '@handsfree/core'
import type { SiteDetail } from '@handsfree/core/api'
import type { ReadingActor } from '@handsfree/core/reading'
import { createSiteDetail } from '@handsfree/core/site'
import { useSelector } from '@xstate/react'
import { useSearch } from 'wouter'
import { waitFor } from 'xstate'
import { destinationParameter, qrIdOf } from '../app/address.ts'
import { navigate } from '../app/navigate.ts'
import { useScreenActor } from '../app/useScreenActor.ts'

type Snapshot = ReturnType<ReadingActor<SiteDetail>['getSnapshot']>

/** Milliseconds that a traveller who has chosen a place waits for the site to be read. */
const patience = 4_000

/** The site once it is read, unless it takes no bags any more. */
function openSite(snapshot: Snapshot | undefined): SiteDetail | null {
  const site = (snapshot?.context.value ?? null) as SiteDetail | null
  return site?.isClosed ? null : site
}

const isSettled = (snapshot: Snapshot) => snapshot.context.value !== null || !snapshot.hasTag('busy')

function createDestination(app: App, search: string) {
  const siteId = new URLSearchParams(search).get(destinationParameter)
  const reading = siteId === null ? undefined : createSiteDetail(app, siteId)
  let isShown = false
  let taps = 0
  /** What opens the form with the site as its destination; null where that cannot be read. */
  async function opening(actor: ReadingActor<SiteDetail>, qrId: string, options: { replace?: boolean }) {
    const [snapshot, { deliverTo }] = await Promise.all([
      waitFor(actor, isSettled, { timeout: patience }),
      // It comes with the form, which "Start" and the scan do without.
      import('./deliver-to.ts'),
    ])
    const site = openSite(snapshot)
    return site && (() => deliverTo(app, qrId, site, options))
  }
  return {
    siteId,
    reading,
    start() {
      isShown = true
      reading?.start()
    },
    stop() {
      isShown = false
      reading?.stop()
    },
    /** Opens an order's form, which goes to the site if that can be read. */
    async begin(path: string, options: { replace?: boolean } = {}) {
      const qrId = qrIdOf(path)
      const tap = ++taps
      const open = reading && qrId !== null && (await opening(reading, qrId, options).catch(() => null))
      // A traveller who has left the page stays away, and of two places the last one counts.
      if (!isShown || tap !== taps) return
      if (open) open()
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
