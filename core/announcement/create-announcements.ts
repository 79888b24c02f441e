import { createActor, fromCallback } from 'xstate'
import { type Announcement, listAnnouncements } from '../api/contract/announcement.ts'
import { knownAnswer } from '../api/known.ts'
import type { App } from '../app.ts'
import { provideReading } from '../reading/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { ok } from '../result.ts'
import { storageKeys } from '../storage/keys.ts'
import {
  type AnnouncementsActor,
  type AnnouncementsEvent,
  type AnnouncementsInput,
  announcementsMachine,
} from './announcements.machine.ts'
import { keepAnnounced, keepDismissed, readAnnounced, readDismissed } from './stored-announcements.ts'

type Source = Pick<AnnouncementsInput, 'announced' | 'isFresh'> & {
  reading: ReturnType<typeof provideReading>
}

/** Stores what is dismissed, and follows what other tabs dismiss. */
function create(app: App, { reading, ...given }: Source): AnnouncementsActor {
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
    { input: { ...given, dismissed, now: clock.now }, clock: platform.clock, inspect: options.inspect },
  )
  let stored: readonly string[] = dismissed
  actor.subscribe(({ context }) => {
    if (context.dismissed === stored) return
    stored = context.dismissed
    keepDismissed(storage, stored)
  })
  return actor
}

const isOpenAt =
  (now: number) =>
  ({ until }: Announcement): boolean =>
    until === null || Date.parse(until) > now

/**
 * What home announces to everybody: what came with the page, else what an earlier visit stored, and then as it is read.
 * Created, not started.
 */
export function createHomeAnnouncements(app: App): AnnouncementsActor {
  const { platform, api, clock, language } = app
  const { storage } = platform
  const { locale } = language.getSnapshot().context
  const { value, isFresh } = knownAnswer(app, listAnnouncements, { query: {} })
  return create(app, {
    announced: value ?? readAnnounced(storage, locale).filter(isOpenAt(clock.now())),
    isFresh,
    reading: provideReading(
      (listener) => onReturn(platform, listener),
      async (signal) => {
        const answer = await api.call(listAnnouncements, { query: {} }, { signal })
        if (answer.ok) keepAnnounced(storage, locale, answer.value)
        return answer
      },
    ),
  })
}

/** What a site’s page or form announces: it comes with the site. Created, not started. */
export const createSiteAnnouncements = (app: App, announced: readonly Announcement[]): AnnouncementsActor =>
  create(app, {
    announced,
    isFresh: true,
    reading: provideReading(
      () => () => {},
      async () => ok(announced),
    ),
  })

/** Stores what home announces, when it came with the page; [] when it announces nothing any more. */
export function keepHomeAnnouncements(app: App): void {
  const { value } = knownAnswer(app, listAnnouncements, { query: {} })
  if (value) keepAnnounced(app.platform.storage, app.language.getSnapshot().context.locale, value)
}
