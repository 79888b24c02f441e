import {
  type CustomerNotification,
  type CustomerNotificationName,
  type NotificationContent,
  notificationDetails,
  notificationName,
  notificationPath,
  notificationTime,
  notificationTitle,
} from '@handsfree/core/notifications'
import {
  BellRing,
  CircleCheck,
  CircleX,
  ClipboardCheck,
  ClockAlert,
  CreditCard,
  type LucideIcon,
  Luggage,
  MapPin,
  PackageCheck,
  Pencil,
  ShieldQuestionMark,
  Tag,
  TriangleAlert,
  Truck,
  Undo2,
  User,
  Warehouse,
} from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Anchor, InlineList, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './NotificationRow.module.css'

export type NotificationRowProps = {
  notification: CustomerNotification
  isUnread: boolean
  onRead: () => void
}

export function NotificationRow({ notification, isUnread, onRead }: NotificationRowProps) {
  const intl = useIntl()
  const now = useNow()
  const { orderId } = notification.content
  const Icon = iconOf(notification)
  const details = notificationDetails(intl, notification)
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
        {details && (
          <div className={styles.facts}>
            <InlineList text={details} />
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

export const NotificationRowSkeleton = () => (
  <li className={styles.row}>
    <Skeleton shape="circle" width="36px" height="36px" />
    <div className={styles.bones}>
      <Skeleton width="78%" />
      <Skeleton width="52%" height="13px" />
    </div>
    <Skeleton width="56px" height="13px" />
  </li>
)

const kindIcons: Record<CustomerNotificationName, LucideIcon> = {
  pendingPayment: CreditCard,
  reviewFailed: CircleX,
  pickuped: PackageCheck,
  transporting: Truck,
  warehouseSucceeded: Warehouse,
  signed: CircleCheck,
  handedTimeout: ClockAlert,
  refunded: Undo2,
  orderUpdated: BellRing,
  claimUpdated: ShieldQuestionMark,
}

const changeIcons: Record<NonNullable<NotificationContent['change']>, LucideIcon> = {
  reviewPassed: ClipboardCheck,
  courierAssigned: User,
  courierArrivedAtPickup: MapPin,
  courierArrivedAtDelivery: MapPin,
  piecesChanged: Luggage,
  destinationChanged: Pencil,
  orderChanged: Pencil,
  sealChanged: Tag,
  damageNoted: TriangleAlert,
  courierReported: TriangleAlert,
  reportSettled: CircleCheck,
  returnAsked: Luggage,
  returnStarted: Truck,
  returned: MapPin,
  deliveryLate: ClockAlert,
  deliveredLate: ClockAlert,
  lateRefunded: ClockAlert,
  pickupMissed: ClockAlert,
  destinationLate: ClockAlert,
  changeUnpaid: CircleX,
  changeEnded: CircleX,
  destinationRefused: CircleX,
  destinationTooLate: CircleX,
  cancelled: CircleX,
  recalled: Luggage,
  closedUndelivered: CircleX,
  invoiceReady: CircleCheck,
  invoiceDeclined: CircleX,
}

function iconOf({ type, content: { change } }: CustomerNotification): LucideIcon {
  return change ? changeIcons[change] : kindIcons[notificationName(type)]
}
