import type { Announcement } from '@handsfree/core/contract'
import { createSiteAnnouncements } from '@handsfree/core/notifications'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Announcements, mirrorDismissed } from './Announcements.tsx'

export const SiteAnnouncements = ({ announced = [] }: { announced: readonly Announcement[] | undefined }) => (
  // A changed list needs a new actor.
  <SiteAnnouncementList key={JSON.stringify(announced)} announced={announced} />
)

function SiteAnnouncementList({ announced }: { announced: readonly Announcement[] }) {
  return (
    <Announcements
      actor={useScreenActor((app) => mirrorDismissed(createSiteAnnouncements(app, announced)))}
    />
  )
}
