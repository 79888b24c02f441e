import type { CustomerNotification } from '@handsfree/core/notification'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import {
  notificationFacts,
  notificationPath,
  notificationTime,
  notificationTitle,
} from '../../notification/words.ts'
import { Anchor, Parts, TextLink } from '../../ui/index.ts'
import { iconOf } from './kind-icons.ts'
import styles from './NotificationRow.module.css'

export type NotificationRowProps = {
  notification: CustomerNotification
  isUnread: boolean
  onRead: () => void
}

/** Links to the order of a notification, and marks it as read. */
export function NotificationRow({ notification, isUnread, onRead }: NotificationRowProps) {
  const intl = useIntl()
  const now = useNow()
  const { orderId } = notification.content
  const Icon = iconOf(notification)
  const facts = notificationFacts(intl, notification)
  const title = notificationTitle(intl, notification)
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={styles.words}>
        {isUnread && <span className="unseen">{intl.formatMessage({ id: 'notification.unread' })}</span>}
        {orderId ? (
          <Anchor className={styles.title} href={notificationPath(notification)} onClick={onRead}>
            {title}
          </Anchor>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {facts && (
          <div className={styles.facts}>
            <Parts text={facts} />
          </div>
        )}
        {!orderId && isUnread && (
          <TextLink onClick={onRead}>{intl.formatMessage({ id: 'notification.markRead' })}</TextLink>
        )}
      </div>
      <time className={styles.time} dateTime={notification.createTime}>
        {notificationTime(intl, notification, now)}
      </time>
    </li>
  )
}
