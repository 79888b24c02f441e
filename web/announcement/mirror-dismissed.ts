import type { AnnouncementsActor } from '@handsfree/core/announcement'
import { selectAnnounced } from '@handsfree/core/announcement'
import { writeCookie } from '../app/cookies.ts'

/** The server takes no more of them (`server/http/pages.ts`). */
const most = 20

/** Mirrors in a cookie what was closed on this device, so that the server leaves it out of the next page. */
export function mirrorDismissed(actor: AnnouncementsActor): AnnouncementsActor {
  const { dismissed: before } = selectAnnounced(actor.getSnapshot())
  actor.subscribe((snapshot) => {
    const { dismissed } = selectAnnounced(snapshot)
    if (dismissed !== before) writeCookie('dismissed', dismissed.slice(-most).join('.'))
  })
  return actor
}
