import type { EmployeeNotificationType } from '../contract/employee-notification.ts'
import type { PushKind } from '../contract/push.ts'
import type { QueueKind } from '../contract/queue.ts'
import { instantsOfDay, wallClock } from '../lib/zone.ts'
import type { LifecycleEvent } from '../orders/lifecycle.ts'
import { policy } from '../policy/numbers.ts'
import {
  asksAboutBags,
  type CustomerNotification,
  type CustomerNotificationName,
  type NotificationContent,
  notificationName,
} from './customer-notification.ts'
import { type EmployeeNotificationName, employeeNotificationName } from './employee-notification.ts'

/**
 * `subject`: a newer push message replaces an older one of the same order and subject. `canWait`: it isn't sent during
 * quiet hours. `isUrgent`: wakes a phone that saves power.
 */
export type PushRule = { kind: PushKind; subject: string; canWait: boolean; isUrgent: boolean }

type Rule = [kind: PushKind, timing: 'urgent' | 'soon' | 'canWait']

/** Rules of travellers' notifications. */
const travellerRules: Record<CustomerNotificationName, Rule> = {
  pendingPayment: ['payment', 'urgent'],
  reviewFailed: ['trip', 'urgent'],
  pickuped: ['trip', 'soon'],
  transporting: ['trip', 'canWait'],
  warehouseSucceeded: ['trip', 'urgent'],
  signed: ['trip', 'urgent'],
  handedTimeout: ['trip', 'soon'],
  refunded: ['payment', 'canWait'],
  orderUpdated: ['trip', 'soon'],
  claimUpdated: ['claim', 'canWait'],
}

/** Rules of order updates, whatever their type. */
const changeRules: Record<NonNullable<NotificationContent['change']>, Rule> = {
  reviewPassed: ['trip', 'canWait'],
  courierAssigned: ['trip', 'canWait'],
  courierArrivedAtPickup: ['trip', 'urgent'],
  courierArrivedAtDelivery: ['trip', 'urgent'],
  piecesChanged: ['trip', 'urgent'],
  destinationChanged: ['trip', 'canWait'],
  sealChanged: ['trip', 'urgent'],
  damageNoted: ['trip', 'urgent'],
  courierReported: ['trip', 'soon'],
  reportSettled: ['trip', 'canWait'],
  cancelled: ['trip', 'urgent'],
  pickupMissed: ['trip', 'urgent'],
  orderChanged: ['trip', 'canWait'],
  changeUnpaid: ['payment', 'soon'],
  changeEnded: ['trip', 'canWait'],
  destinationLate: ['trip', 'soon'],
  destinationRefused: ['trip', 'urgent'],
  destinationTooLate: ['trip', 'urgent'],
  deliveryLate: ['trip', 'urgent'],
  deliveredLate: ['payment', 'canWait'],
  lateRefunded: ['payment', 'canWait'],
  returnAsked: ['trip', 'urgent'],
  returnStarted: ['trip', 'canWait'],
  returned: ['trip', 'soon'],
  recalled: ['trip', 'urgent'],
  closedUndelivered: ['trip', 'urgent'],
  invoiceReady: ['payment', 'canWait'],
  invoiceDeclined: ['payment', 'canWait'],
}

const toRule = ([kind, timing]: Rule, subject: string): PushRule => ({
  kind,
  subject,
  canWait: timing === 'canWait',
  isUrgent: timing === 'urgent',
})

/** Questions about the bags stay until they're answered. Other news of a kind replace each other. */
function subjectOf(notification: CustomerNotification, kind: PushKind): string {
  const { change, claimId } = notification.content
  if (kind === 'claim') return claimId ? `claim-${claimId}` : kind
  if (asksAboutBags(notification)) return change ?? kind
  return notificationName(notification.type) === 'refunded' && kind === 'payment' ? 'refund' : kind
}

/** Rule for a push message of a traveller's notification. */
export function pushRuleOf(notification: CustomerNotification): PushRule {
  const { change } = notification.content
  const rule = change ? changeRules[change] : travellerRules[notificationName(notification.type)]
  return toRule(rule, subjectOf(notification, rule[0]))
}

/** Rules of employees' notifications. They're at work, so nothing waits. */
const employeeRules: Record<EmployeeNotificationName, Rule> = {
  orderToReview: ['order', 'soon'],
  orderDecided: ['order', 'soon'],
  courierArrived: ['bag', 'urgent'],
  bagsPickedUp: ['bag', 'soon'],
  bagsOnTheWay: ['bag', 'soon'],
  storageRequested: ['bag', 'urgent'],
  bagsStored: ['bag', 'soon'],
  bagsHanded: ['bag', 'soon'],
  exceptionReported: ['bag', 'urgent'],
  orderAssigned: ['order', 'urgent'],
  orderTakenAway: ['order', 'urgent'],
  transferOffered: ['order', 'urgent'],
  transferAccepted: ['order', 'soon'],
  transferRejected: ['order', 'soon'],
  transferCancelled: ['order', 'soon'],
  surchargePaid: ['order', 'urgent'],
  destinationChanged: ['order', 'urgent'],
  storageConfirmed: ['order', 'soon'],
  orderCancelled: ['order', 'urgent'],
}

/** Rule for a push message of an employee's notification. */
export function employeePushRuleOf(type: EmployeeNotificationType): PushRule {
  const rule = employeeRules[employeeNotificationName(type)]
  return toRule(rule, rule[0])
}

/** Moves that add an order to the operators' queue and can't wait until one looks at it. */
const queueKinds: { [Event in LifecycleEvent['type']]?: QueueKind } = {
  'review.begin': 'review',
  'decision.reject': 'assign',
  'exception.report': 'exception',
  'pickup.missed': 'missedPickup',
  'delivery.late': 'lateDelivery',
}

/** Kind of entry that a move adds to the operators' queue. Null for moves that operators aren't notified of. */
export const queueKindOf = (event: LifecycleEvent['type']): QueueKind | null => queueKinds[event] ?? null

export const queuePushRule: PushRule = toRule(['queue', 'urgent'], 'queue')

/** Longest time that a push service keeps a message for a phone that is off, in seconds. */
export const pushTtlSeconds = ({ canWait, isUrgent }: PushRule): number =>
  (isUrgent ? policy.urgentPushHours : canWait ? policy.latePushHours : policy.pushHours) * 3_600

/** When a push message may be sent, in ms since 1970: now, or at the end of the zone's quiet hours. */
export function pushTimeOf(
  { canWait }: Pick<PushRule, 'canWait'>,
  now: number,
  timeZone: string | null,
): number {
  if (!canWait || timeZone === null) return now
  const { quietFromHour, quietUntilHour } = policy
  const local = wallClock(now, timeZone)
  if (local.hour() >= quietUntilHour && local.hour() < quietFromHour) return now
  const day = local.hour() >= quietFromHour ? local.add(1, 'day') : local
  return instantsOfDay(day.format('YYYY-MM-DD'), timeZone)(quietUntilHour * 60)?.time ?? now
}
