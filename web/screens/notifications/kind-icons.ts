import {
  type CustomerNotification,
  type CustomerNotificationName,
  type NotificationContent,
  notificationName,
} from '@handsfree/core/notification'
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
}

export function iconOf({ type, content: { change } }: CustomerNotification): LucideIcon {
  return change ? changeIcons[change] : kindIcons[notificationName(type)]
}
