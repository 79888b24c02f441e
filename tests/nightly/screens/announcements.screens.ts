import { expect } from '@playwright/test'
import { announcementsModel } from '../../unit/models/announcements.model.ts'
import { qrSite } from '../../unit/models/samples.ts'
import { type HeldScreens, say } from './held-screens.ts'

const lasting = {
  announcementId: 'lasting',
  regionId: null,
  siteId: null,
  title: 'lasting',
  content: 'Text',
  until: null,
}

/** A site's announcements on its order form. */
export const announcementsScreens: HeldScreens = {
  model: announcementsModel,
  pages: { 'one without an end': '/order/create/desk-1' },
  calls: {},
  answers: {
    'GET /sites/qr/desk-1': { ...qrSite, announcements: [lasting] },
    'GET /account/saved': [],
  },
  // The announcements are part of the site's response, so they can't change alone.
  can: (_, { type, kind }) => type === 'announcement.dismiss' && kind === 'send',
  acts: { 'announcement.dismiss': ({ tap }) => tap(say('announcement.close', { title: 'lasting' })) },
  states: {
    showing: ({ expectVisible, page }) =>
      expectVisible(page.getByRole('region', { name: say('announcement.title') }).getByText('lasting')),
    quiet: ({ page }) => expect(page.getByRole('region', { name: say('announcement.title') })).toHaveCount(0),
  },
}
