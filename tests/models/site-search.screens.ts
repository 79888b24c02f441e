import { expect } from '@playwright/test'
import { typeIn } from '../journeys/type-in.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'
import { qrSite } from './samples.ts'
import { siteSearchModel } from './site-search.model.ts'

const isSearching = ({ page }: Visit) => expect(page.locator('main [aria-busy=true]').first()).toBeAttached()

/** Places by name, where an order begins without a code. */
export const siteSearchScreens: HeldScreens = {
  model: siteSearchModel,
  pages: { opened: '/start' },
  calls: { firstPage: 'GET /sites', nextPage: 'GET /sites' },
  can: (_, { type }) => type !== 'kind.choose',
  looks: ({ snapshot: { value, context } }) => [value, value === 'nothing' && context.elsewhere.length > 0],
  acts: {
    'keyword.change': ({ page }, { event }) => typeIn(page.getByRole('searchbox'), event.event.keyword),
    // It passes by itself.
    'xstate.after.typingPause.siteSearch.pausing': () => undefined,
    'search.retry': ({ tap }) => tap(say('common.tryAgain')),
    'search.more': ({ page }) => {
      const names = new RegExp(`^(${say('common.tryAgain')}|${say('siteSearch.more')})$`)
      return page.getByRole('button', { name: names }).click()
    },
  },
  states: {
    pausing: isSearching,
    searching: isSearching,
    'found.idle': async ({ page, button }, { snapshot }) => {
      await expect(page.getByRole('button', { name: qrSite.site.name }).first()).toBeVisible()
      const hasMore = snapshot.context.nextCursor !== null
      await expect(button(say('siteSearch.more'))).toHaveCount(hasMore ? 1 : 0)
    },
    'found.loadingMore': ({ page }) => expect(page.locator('main button[aria-busy=true]')).toHaveCount(1),
    'found.moreFailed': ({ sees, text, button }) =>
      sees(text(say('siteSearch.failed')), button(say('common.tryAgain'))),
    nothing: ({ sees, text }, { snapshot }) =>
      sees(
        ...(snapshot.context.elsewhere.length > 0
          ? [text(say('siteSearch.onlyElsewhere')), text(say('siteSearch.notServed'))]
          : [text(say('start.nothing'))]),
      ),
    failed: ({ sees, text, button }) => sees(text(say('siteSearch.failed')), button(say('common.tryAgain'))),
  },
}
