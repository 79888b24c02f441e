import { expect } from '@playwright/test'
import { destinationModel } from '../../unit/models/destination.model.ts'
import { qrSite } from '../../unit/models/samples.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const place = { ...qrSite.site, siteId: 'site-9', name: 'Willow Inn', deskQrId: 'desk-1' }
const row = ({ page }: Visit) => page.getByRole('button', { name: place.name })
const goesTo = (name: string) => say('start.detailTo', { name })

/** The pickup of an order that starts with a site's name. */
export const destinationScreens: HeldScreens = {
  model: destinationModel,
  pages: { 'no destination': '/start', 'to a site': '/start?to=site-2' },
  calls: { reading: 'GET /sites/site-2' },
  answers: {
    'GET /sites': { list: [place], elsewhere: [], nextCursor: null },
    'GET /sites/qr/desk-1': { ...qrSite, site: place },
  },
  hasClock: true,
  // The other site is chosen by its code. The opened form replaces this page.
  can: ({ snapshot }, { type, label }) => {
    if (type === 'reading.changed') return label === 'failed' && snapshot.matches({ named: 'reading' })
    if (type === 'place.choose') return label === 'at a desk'
    return true
  },
  ends: ({ snapshot }, { type }) => type === 'reading.gone' || snapshot.matches('opening'),
  appearance: ({ snapshot: { value, context } }) => [value, context.site !== null],
  unseen: { deciding: 'left at once' },
  acts: {
    'place.choose': (visit) => row(visit).click(),
    'xstate.after.destinationWait.destination.named.chosen': ({ page }) => page.clock.runFor(4_000),
  },
  states: {
    'named.reading': ({ text, expectVisible }) => expectVisible(text(say('start.detail'))),
    'named.chosen': async (visit) => {
      await expect(row(visit)).toHaveAttribute('aria-busy', 'true')
      await visit.expectVisible(visit.text(say('start.title')))
    },
    'named.read': ({ text, expectVisible }, { snapshot: { context } }) =>
      expectVisible(text(context.site ? goesTo(context.site.name) : say('start.detail'))),
    ready: (visit) => visit.expectVisible(row(visit)),
    opening: ({ page }) => expect(page).toHaveURL(/\/order\/create\/desk-1/),
  },
}
