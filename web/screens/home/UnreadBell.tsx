import { selectUnread, selectUnreadBadge } from '@handsfree/core/notification'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Badge, IconButton } from '../../ui/index.ts'

/** The unread count, also in the name for screen readers. */
export function UnreadBell() {
  const intl = useIntl()
  const { notification } = useApp()
  const unread = useSelector(notification, selectUnread)
  const badge = useSelector(notification, selectUnreadBadge)
  const words = intl.formatMessage({ id: 'home.unread' }, { unread, badge })
  return (
    <>
      <span className="unseen" role="status">
        {unread > 0 && words}
      </span>
      <IconButton label={words} href="/person/notification">
        <Bell size={22} aria-hidden="true" />
        <Badge count={unread} cap={policy.unreadBadgeCap} />
      </IconButton>
    </>
  )
}
