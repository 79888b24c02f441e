import type { CustomerNotification } from '@handsfree/core/notification'
import { useIntl } from 'react-intl'
import { formatClock } from '../../format/index.ts'
import { notificationFacts, notificationTitle } from '../../notification/words.ts'
import { Anchor, TextLink } from '../../ui/index.ts'
import styles from './NotificationRow.module.css'

export type NotificationRowProps = {
  notification: CustomerNotification
  isUnread: boolean
  timeZone: string
  onRead: () => void
}

/** Links to the order of a notification, and marks it as read. */
export function NotificationRow({ notification, isUnread, timeZone, onRead }: NotificationRowProps) {
  const intl = useIntl()
  const { orderId, orderNumber } = notification.content
  const facts = notificationFacts(intl, notification)
  const title = notificationTitle(intl, notification)
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      <div className={styles.words}>
        {isUnread && <span className="unseen">{intl.formatMessage({ id: 'notification.unread' })}</span>}
        {orderId ? (
          <Anchor className={styles.title} href={`/order/detail/${orderId}`} onClick={onRead}>
            {title}
          </Anchor>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {facts && <div className={styles.facts}>{facts}</div>}
        {orderNumber && <div className={styles.facts}>{orderNumber}</div>}
        {!orderId && isUnread && (
          <TextLink onClick={onRead}>{intl.formatMessage({ id: 'notification.markRead' })}</TextLink>
        )}
      </div>
      <time className={styles.time} dateTime={notification.createTime}>
        {formatClock(notification.createTime, { intl, timeZone })}
      </time>
    </li>
  )
}
