import type { Announcement } from '@handsfree/core/contract'
import { createSiteAnnouncements } from '@handsfree/core/notifications'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Announcements, mirrorDismissed } from './Announcements.tsx'

/** What is announced of a site, its region and everywhere. */
export const SiteAnnouncements = ({ announced = [] }: { announced: readonly Announcement[] | undefined }) => (
  // Others than before are another list.
  <OfSite key={JSON.stringify(announced)} announced={announced} />
)

function OfSite({ announced }: { announced: readonly Announcement[] }) {
  return (
    <Announcements
      actor={useScreenActor((app) => mirrorDismissed(createSiteAnnouncements(app, announced)))}
    />
  )
}
