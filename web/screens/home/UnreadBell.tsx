import { selectUnread, selectUnreadBadge } from '@handsfree/core/notification'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { hasRoute } from '../../routes.tsx'
import { Badge, IconButton } from '../../ui/index.ts'
import styles from './HomeBar.module.css'

const path = '/person/notification'

/** How many notifications are unread, also for those who do not see the bell. Without a page for them it only counts. */
export function UnreadBell() {
  const intl = useIntl()
  const { notification } = useApp()
  const unread = useSelector(notification, selectUnread)
  const badge = useSelector(notification, selectUnreadBadge)
  const words = intl.formatMessage({ id: 'home.unread' }, { unread, badge })
  const bell = (
    <>
      <Bell size={22} aria-hidden="true" />
      <Badge count={unread} cap={policy.unreadBadgeCap} />
    </>
  )
  return (
    <>
      <span className="unseen" role="status">
        {unread > 0 && words}
      </span>
      {hasRoute(path) ? (
        <IconButton label={words} href={path}>
          {bell}
        </IconButton>
      ) : (
        unread > 0 && <span className={styles.bell}>{bell}</span>
      )}
    </>
  )
}
