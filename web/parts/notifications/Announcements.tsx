import type { Announcement } from '@handsfree/core/contract'
import {
  type AnnouncementsActor,
  selectAnnouncementState,
  visibleAnnouncements,
} from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import { Megaphone, X } from 'lucide-react'
import { useIntl } from 'react-intl'
import { writeCookie } from '../../app/cookies.ts'
import { IconButton } from '../../ui/index.ts'
import styles from './Announcements.module.css'

/** Longer texts are folded, so that the top of the page stays visible. */
const maxUnfoldedCharacters = 160

export function Announcements({ actor }: { actor: AnnouncementsActor }) {
  const intl = useIntl()
  const announcements = visibleAnnouncements(useSelector(actor, selectAnnouncementState))
  if (announcements.length === 0) return null
  return (
    <section
      className={styles.list}
      aria-label={intl.formatMessage({ id: 'announcement.title' })}
      data-announced
    >
      {announcements.map((one) => (
        <AnnouncementCard
          key={one.announcementId}
          announcement={one}
          onClose={() => {
            actor.send({ type: 'announcement.dismiss', announcementId: one.announcementId })
            // The close button disappears; keep the focus on the page.
            document.querySelector('main')?.focus({ preventScroll: true })
          }}
        />
      ))}
    </section>
  )
}

type AnnouncementCardProps = { announcement: Announcement; onClose: () => void }

function AnnouncementCard({ announcement: { title, content }, onClose }: AnnouncementCardProps) {
  const intl = useIntl()
  const text = <p className={styles.content}>{content}</p>
  return (
    <div className={styles.one}>
      <Megaphone size={20} aria-hidden="true" />
      <div className={styles.words}>
        {content.length > maxUnfoldedCharacters ? (
          <details>
            <summary className={styles.title}>{title}</summary>
            {text}
          </details>
        ) : (
          <>
            <p className={styles.title}>{title}</p>
            {text}
          </>
        )}
      </div>
      <IconButton label={intl.formatMessage({ id: 'announcement.close' }, { title })} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The server ignores further ids (`server/runtime/http/pages.ts`). */
const maxDismissed = 20

/** Stores dismissed ids in a cookie, so that the server omits them from the next page. */
export function mirrorDismissed(actor: AnnouncementsActor): AnnouncementsActor {
  const { dismissed: before } = selectAnnouncementState(actor.getSnapshot())
  actor.subscribe((snapshot) => {
    const { dismissed } = selectAnnouncementState(snapshot)
    if (dismissed !== before) writeCookie('dismissed', dismissed.slice(-maxDismissed).join('.'))
  })
  return actor
}
