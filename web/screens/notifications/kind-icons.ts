import type { CustomerNotificationName } from '@handsfree/core/notification'
import {
  BellRing,
  CircleCheck,
  CircleX,
  ClockAlert,
  CreditCard,
  type LucideIcon,
  PackageCheck,
  ShieldQuestionMark,
  Truck,
  Undo2,
  Warehouse,
} from 'lucide-react'

export const kindIcons: Record<CustomerNotificationName, LucideIcon> = {
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
