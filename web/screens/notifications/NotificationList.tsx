import { isShownAsRead, type NotificationListActor, selectUnread } from '@handsfree/core/notification'
import { useSelector } from '@xstate/react'
import { CheckCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { useNow } from '../../app/useNow.ts'
import { formatDay } from '../../format/index.ts'
import { Card, EmptyListPicture, EmptyState, Section, TextLink } from '../../ui/index.ts'
import { byDay } from './by-day.ts'
import { MoreNotifications } from './MoreNotifications.tsx'
import styles from './NotificationList.module.css'
import { NotificationNotices } from './NotificationNotices.tsx'
import { NotificationRow } from './NotificationRow.tsx'

/** Notifications come from orders in many cities: the device's clock tells when they came. */
const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What has been read so far, by day, the newest first. */
export function NotificationList({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const now = useNow()
  const context = useSelector(list, (snapshot) => snapshot.context)
  const timeZone = ownTimeZone()
  return (
    <>
      <div className={styles.notices}>
        <NotificationNotices list={list} />
      </div>
      {context.notifications.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={intl.formatMessage({ id: 'notification.empty' })}>
          {intl.formatMessage({ id: 'notification.emptyDetail' })}
        </EmptyState>
      ) : (
        <>
          <MarkAll list={list} />
          {byDay(context.notifications, timeZone).map(({ day, notifications }) => (
            <Section key={day} title={formatDay(day, { intl, now, timeZone })}>
              <Card kind="rows">
                {notifications.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    isRead={isShownAsRead(context, notification)}
                    timeZone={timeZone}
                    onRead={() => list.send({ type: 'notifications.read', id: notification.id })}
                  />
                ))}
              </Card>
            </Section>
          ))}
        </>
      )}
      <MoreNotifications list={list} />
    </>
  )
}

/** Marks also those that are further down than the list goes so far. */
function MarkAll({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const counted = useSelector(useApp().notification, selectUnread)
  const isListed = useSelector(list, ({ context }) =>
    context.notifications.some((notification) => !isShownAsRead(context, notification)),
  )
  const canMark = useSelector(list, (snapshot) => snapshot.can({ type: 'notifications.readAll' }))
  return (
    <div className={styles.head}>
      <TextLink
        disabled={!canMark || (!isListed && counted === 0)}
        onClick={() => list.send({ type: 'notifications.readAll' })}
      >
        <CheckCheck size={18} aria-hidden="true" />
        {intl.formatMessage({ id: 'notification.markAllRead' })}
      </TextLink>
    </div>
  )
}
