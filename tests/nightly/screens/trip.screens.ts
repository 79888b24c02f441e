import { expect } from '@playwright/test'
import { tripModel } from '../../unit/models/trip.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const headline = ({ heading }: Visit) => heading(say('trip.headline.onTheWay', { pieces: 2 }))

/** The receiver's page. */
export const tripScreens: HeldScreens = {
  model: tripModel,
  pages: { opened: '/trip/abcdefghijklmnopqrstuv' },
  calls: { reading: 'POST /trips', waitForChange: 'POST /trips/wait' },
  // The page offers a retry if the first fetch failed or its data is stale.
  can: ({ snapshot }, { type, label, kind }) => {
    if (type === 'reading.changed') return label === 'failed' && snapshot.matches({ open: 'reading' })
    if (type === 'trip.retry')
      return snapshot.matches({ open: 'behind' }) || snapshot.matches({ open: 'failed' })
    // The traveller retries before the automatic refetch.
    return kind !== 'wait' && !(type.endsWith('actor.waitForChange') && label === 'changed')
  },
  appearance: ({ snapshot }) => [snapshot.value, snapshot.context.trip !== null],
  acts: {
    'trip.retry': async ({ page }) => {
      const names = new RegExp(`^(${say('common.tryAgain')}|${say('common.reload')})$`)
      await page.getByRole('button', { name: names }).click()
    },
  },
  states: {
    'open.reading': (visit, { snapshot }) =>
      visit.expectVisible(snapshot.context.trip ? headline(visit) : visit.text(say('common.loading'))),
    'open.live': (visit) => visit.expectVisible(headline(visit), visit.text(say('freshness.live'))),
    'open.behind': (visit) => visit.expectVisible(headline(visit), visit.button(say('common.tryAgain'))),
    'open.failed': ({ hasFailed }) => hasFailed(),
    ended: async (visit) => {
      await visit.expectVisible(visit.heading(say('trip.endedTitle')))
      await expect(headline(visit)).toHaveCount(0)
    },
  },
}
