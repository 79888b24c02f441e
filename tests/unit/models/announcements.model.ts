import type { Announcement } from '@handsfree/core/contract'
import { announcementsMachine, visibleAnnouncements } from '@handsfree/core/notifications'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'

const day = 86_400_000
const hour = 3_600_000
const began = Date.parse('2026-11-24T08:00:00.000Z')

const told = (announcementId: string, endsIn: number | null, now: number): Announcement => ({
  announcementId,
  regionId: null,
  siteId: null,
  title: announcementId,
  content: 'Text',
  until: endsIn === null ? null : new Date(now + endsIn).toISOString(),
})

const lasting = told('lasting', null, began)

export const announcementsModel = defineModel<typeof announcementsMachine>({
  machine: announcementsMachine,
  starts: {
    'one without an end': ({ now }) => ({ announced: [lasting], isFresh: true, dismissed: [], now }),
    'one that ends in an hour': ({ now }) => ({
      announced: [told('brief', hour, now())],
      isFresh: true,
      dismissed: [],
      now,
    }),
    'one that was dismissed': ({ now }) => ({
      announced: [lasting],
      isFresh: false,
      dismissed: ['lasting'],
      now,
    }),
    none: ({ now }) => ({ announced: [], isFresh: true, dismissed: [], now }),
  },
  samples: {
    'reading.done': { nothing: { value: [] }, one: { value: [lasting] } },
    'reading.gone': { '': {} },
    'reading.changed': { reads: { isReading: true }, failed: { isReading: false } },
    'announcement.dismiss': {
      lasting: { announcementId: 'lasting' },
      brief: { announcementId: 'brief' },
    },
    'announcements.dismissed': { lasting: { dismissed: ['lasting'] } },
  },
  sentBy: {
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    'announcements.dismissed': 'dismissals',
  },
  outcomes: {},
  delays: { nextEnd: [hour, day] },
  facts: ({ context }) => ({
    shown: visibleAnnouncements(context).map(({ announcementId }) => announcementId),
  }),
  laws: {
    'shows what is announced and was not dismissed, or nothing': ({ snapshot }) =>
      snapshot.matches('quiet') === (visibleAnnouncements(snapshot.context).length === 0),
    'what was dismissed stays dismissed': ({ snapshot: { context } }) =>
      visibleAnnouncements(context).every(
        ({ announcementId }) => !context.dismissed.includes(announcementId),
      ),
    'no id is stored twice': ({ snapshot: { context } }) =>
      new Set(context.dismissed).size === context.dismissed.length,
  },
  simple: { steps: 6, paths: 60 },
})
