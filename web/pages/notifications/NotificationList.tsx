import { failureText } from '@handsfree/core/i18n'
import {
  type CustomerNotification,
  isShownAsUnread,
  type NotificationListActor,
  selectCanMarkAll,
  selectOffersMarkAll,
  selectUnread,
} from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import { CheckCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useApp } from '../../app/useApp.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { Alert, Button, Card, EmptyListPicture, EmptyState, Section, TextLink } from '../../ui/index.ts'
import styles from './NotificationList.module.css'
import { NotificationRow } from './NotificationRow.tsx'

export type NotificationListProps = { list: NotificationListActor; onShowAll: () => void }

export function NotificationList({ list, onShowAll }: NotificationListProps) {
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
            {byOrder(context.notifications).map((group) => (
              <OrderGroup key={group.orderNumber} group={group} list={list} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

/** Names the order's city once, like the order's page. */
function OrderGroup({ group, list }: { group: NotificationsOfOrder; list: NotificationListActor }) {
  const intl = useIntl()
  const context = useSelector(list, (snapshot) => snapshot.context)
  const zone = group.notifications[0]?.zone
  const hasOtherClock = useIsOtherTimeZone(zone?.timeZone ?? intl.timeZone ?? 'UTC')
  return (
    <Section
      title={group.orderNumber || intl.formatMessage({ id: 'notification.aboutNoOrder' })}
      aside={zone && hasOtherClock && intl.formatMessage({ id: 'time.allIn' }, { city: zone.city })}
    >
      <Card kind="rows">
        {group.notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={{ ...notification, zone: notification.zone && { ...notification.zone, city: '' } }}
            isUnread={isShownAsUnread(context, notification)}
            onRead={() => list.send({ type: 'notifications.read', id: notification.id })}
          />
        ))}
      </Card>
    </Section>
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

function NotificationAlerts({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const isOnline = useIsOnline()
  const markProblem = useSelector(list, ({ context }) => context.markProblem)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <>
      {!isOnline && (
        <Alert tone="sky" panel>
          {text('notification.offline')}
        </Alert>
      )}
      {markProblem && (
        <Alert tone="coral" panel>
          {intl.formatMessage({ id: 'notification.markFailed' }, { problem: failureText(intl, markProblem) })}
        </Alert>
      )}
    </>
  )
}

/** `orderNumber` is empty for notifications without an order. */
type NotificationsOfOrder = { orderNumber: string; notifications: CustomerNotification[] }

/** Sorted by each order's latest notification; groups keep the list's order. */
function byOrder(notifications: readonly CustomerNotification[]): NotificationsOfOrder[] {
  const orders = new Map<string, CustomerNotification[]>()
  for (const notification of notifications) {
    const orderNumber = notification.content.orderNumber ?? ''
    orders.set(orderNumber, [...(orders.get(orderNumber) ?? []), notification])
  }
  return [...orders].map(([orderNumber, notifications]) => ({ orderNumber, notifications }))
}
