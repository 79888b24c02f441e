import {
  isShownAsUnread,
  type NotificationListActor,
  selectCanMarkAll,
  selectOffersMarkAll,
  selectUnread,
} from '@handsfree/core/notification'
import { useSelector } from '@xstate/react'
import { CheckCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import type { MessageKey } from '../../app/message-key.ts'
import { Button, Card, EmptyListPicture, EmptyState, Section, TextLink } from '../../ui/index.ts'
import { byOrder } from './by-order.ts'
import { NotificationAlerts } from './NotificationAlerts.tsx'
import styles from './NotificationList.module.css'
import { NotificationRow } from './NotificationRow.tsx'

export type NotificationListProps = { list: NotificationListActor; onShowAll: () => void }

export function NotificationList({ list, onShowAll }: NotificationListProps) {
  const intl = useIntl()
  const context = useSelector(list, (snapshot) => snapshot.context)
  const offersMarkAll = useSelector(list, selectOffersMarkAll)
  return (
    <>
      <div className={styles.alerts}>
        <NotificationAlerts list={list} />
      </div>
      {context.notifications.length === 0 ? (
        <NothingListed isAll={context.type === null} onShowAll={onShowAll} />
      ) : (
        <>
          {offersMarkAll && <MarkAll list={list} />}
          <div className={styles.orders}>
            {byOrder(context.notifications).map(({ orderNumber, notifications }) => (
              <Section
                key={orderNumber}
                title={orderNumber || intl.formatMessage({ id: 'notification.aboutNoOrder' })}
              >
                <Card kind="rows">
                  {notifications.map((notification) => (
                    <NotificationRow
                      key={notification.id}
                      notification={notification}
                      isUnread={isShownAsUnread(context, notification)}
                      onRead={() => list.send({ type: 'notifications.read', id: notification.id })}
                    />
                  ))}
                </Card>
              </Section>
            ))}
          </div>
        </>
      )}
    </>
  )
}

function NothingListed({ isAll, onShowAll }: { isAll: boolean; onShowAll: () => void }) {
  const intl = useIntl()
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return isAll ? (
    <EmptyState picture={<EmptyListPicture />} title={text('notification.empty')}>
      {text('notification.emptyDetail')}
    </EmptyState>
  ) : (
    <EmptyState
      picture={<EmptyListPicture />}
      title={text('notification.emptyKind')}
      action={
        <Button kind="ghost" onClick={onShowAll}>
          {text('notification.showAll')}
        </Button>
      }
    />
  )
}

/** Marks also notifications that are not loaded yet. */
function MarkAll({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const unread = useSelector(useApp().notification, selectUnread)
  const canMark = useSelector(list, (snapshot) => selectCanMarkAll(snapshot, unread))
  return (
    <div className={styles.head}>
      <TextLink disabled={!canMark} onClick={() => list.send({ type: 'notifications.readAll' })}>
        <CheckCheck size={18} aria-hidden="true" />
        {intl.formatMessage({ id: 'notification.markAllRead' })}
      </TextLink>
    </div>
  )
}
