import { createHomeAnnouncements, storeHomeAnnouncements } from '@handsfree/core/notifications'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Announcements, mirrorDismissed } from '../../parts/notifications/Announcements.tsx'

export default function HomeAnnouncements() {
  const actor = useScreenActor((app) => {
    storeHomeAnnouncements(app)
    return mirrorDismissed(createHomeAnnouncements(app))
  })
  return <Announcements actor={actor} />
}
