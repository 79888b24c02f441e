import { fail, ok } from '@handsfree/core'
import type { FoundSite, siteSearchMachine } from '@handsfree/core/sites'
import { expect } from '@playwright/test'
import type { EventFromLogic } from 'xstate'
import { typeIn } from '../../e2e/type-in.ts'
import { offline, qrSite } from '../../unit/models/samples.ts'
import { siteSearchModel } from '../../unit/models/site-search.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

type Listed = Extract<EventFromLogic<typeof siteSearchMachine>, { type: 'pages.listed' }>

const isSearching = ({ page }: Visit) => expect(page.locator('main [aria-busy=true]').first()).toBeAttached()
const sitesOf = (found: FoundSite[], wanted: boolean) =>
  found.flatMap(({ isServed, site }) => (isServed === wanted ? [site] : []))

/** The search for a site by name, to start an order without a code. */
export const siteSearchScreens: HeldScreens = {
  model: siteSearchModel,
  pages: { opened: '/start' },
  calls: { paging: 'GET /sites' },
  can: ({ snapshot }, { type, label }) => {
    if (type === 'pages.changed' && label === 'reading') return snapshot.matches({ listing: 'failed' })
    if (type.startsWith('pages.')) return snapshot.matches({ listing: 'searching' })
    return type !== 'kind.choose'
  },
  appearance: ({ snapshot: { value, context } }) => [value, context.results],
  acts: {
    'pages.listed': ({ answer }, { event }) => {
      const { list, next } = (event.event as Listed).pages
      const sites = { list: sitesOf(list, true), elsewhere: sitesOf(list, false), nextCursor: next }
      return answer('paging', ok(sites))
    },
    'pages.changed': ({ page, answer }, { event }) =>
      event.event.isReading
        ? page.evaluate(() => window.dispatchEvent(new Event('online')))
        : answer('paging', fail(offline)),
    'keyword.change': ({ page }, { event }) => typeIn(page.getByRole('searchbox'), event.event.keyword),
    // The typing pause ends without a step.
    'xstate.after.typingPause.siteSearch.pausing': () => undefined,
    'search.retry': ({ tap }) => tap(say('common.tryAgain')),
  },
  states: {
    pausing: isSearching,
    'listing.searching': isSearching,
    'listing.found': ({ page, expectVisible }) =>
      expectVisible(page.getByRole('button', { name: qrSite.site.name }).first()),
    'listing.nothing': ({ expectVisible, text }, { snapshot }) =>
      expectVisible(
        ...(snapshot.context.results.length > 0
          ? [text(say('siteSearch.onlyElsewhere')), text(say('siteSearch.notServed'))]
          : [text(say('start.nothing'))]),
      ),
    'listing.failed': ({ expectVisible, text, button }) =>
      expectVisible(text(say('siteSearch.failed')), button(say('common.tryAgain'))),
  },
}
