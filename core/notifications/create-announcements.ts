import * as v from 'valibot'
import { createActor, fromCallback } from 'xstate'
import { initialAnswer } from '../api/initial-data.ts'
import type { App } from '../app.ts'
import { Announcement, listAnnouncements } from '../contract/announcement.ts'
import { Locale } from '../contract/common.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import { ok } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import {
  type AnnouncementsActor,
  type AnnouncementsEvent,
  type AnnouncementsInput,
  announcementsMachine,
} from './announcements.machine.ts'

/** Home's announcements as last read. Not tied to an account, so sign-out keeps them. */
export const announcementStore = createStore({
  key: storageKeys.announcements,
  schema: v.object({ version: v.literal(1), locale: Locale, announced: v.array(Announcement) }),
  owner: ['locale'],
})

/** More can't be open at once; older ones have ended. */
const maxDismissed = 50

/** Ids dismissed on this device, latest last. */
export const readDismissed = (storage: KeyValueStorage): string[] =>
  readStored(storage, storageKeys.dismissed, v.array(v.string())) ?? []

function saveAnnounced(storage: KeyValueStorage, locale: Locale, announced: Announcement[]): void {
  if (announced.length === 0) announcementStore.remove(storage, { locale: null })
  else announcementStore.write(storage, { version: 1, locale, announced })
}

type Source = Pick<AnnouncementsInput, 'announced' | 'isFresh'> & {
  reading: ReturnType<typeof provideReading>
}

/** Stores dismissals and follows those of other tabs. */
function createAnnouncements(app: App, { reading, ...input }: Source): AnnouncementsActor {
  const { platform, clock, options } = app
  const { storage } = platform
  const dismissed = readDismissed(storage)
  const actor = createActor(
    announcementsMachine.provide({
      actors: {
        reading,
        dismissals: fromCallback<AnnouncementsEvent>(({ sendBack }) =>
          storage.subscribe((key) => {
            if (key !== storageKeys.dismissed) return
            sendBack({ type: 'announcements.dismissed', dismissed: readDismissed(storage) })
          }),
        ),
      },
    }),
    { input: { ...input, dismissed, now: clock.now }, clock: platform.clock, inspect: options.inspect },
  )
  let stored: readonly string[] = dismissed
  actor.subscribe(({ context }) => {
    if (context.dismissed === stored) return
    stored = context.dismissed
    storage.set(storageKeys.dismissed, JSON.stringify(stored.slice(-maxDismissed)))
  })
  return actor
}

const isOpenAt =
  (now: number) =>
  ({ until }: Announcement): boolean =>
    until === null || Date.parse(until) > now

/** Home's announcements: server-rendered, else stored by an earlier visit, then refreshed. Created, not started. */
export function createHomeAnnouncements(app: App): AnnouncementsActor {
  const { platform, api, clock, language } = app
  const { storage } = platform
  const { locale } = language.getSnapshot().context
  const { value, isFresh } = initialAnswer(app, listAnnouncements, { query: {} })
  const stored = announcementStore.read(storage, { locale })?.announced ?? []
  return createAnnouncements(app, {
    announced: value ?? stored.filter(isOpenAt(clock.now())),
    isFresh,
    reading: provideReading(
      (listener) => onReturn(platform, listener),
      async (signal) => {
        const answer = await api.call(listAnnouncements, { query: {} }, { signal })
        if (answer.ok) saveAnnounced(storage, locale, answer.value)
        return answer
      },
    ),
  })
}

/** Announcements that came with a site's page or form. Created, not started. */
export const createSiteAnnouncements = (app: App, announced: readonly Announcement[]): AnnouncementsActor =>
  createAnnouncements(app, {
    announced,
    isFresh: true,
    reading: provideReading(
      () => () => {},
      async () => ok(announced),
    ),
  })

/** Stores home's announcements if they were server-rendered, including an empty list. */
export function storeHomeAnnouncements(app: App): void {
  const { value } = initialAnswer(app, listAnnouncements, { query: {} })
  if (value) saveAnnounced(app.platform.storage, app.language.getSnapshot().context.locale, value)
}
