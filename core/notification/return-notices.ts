import { siteNotificationTypes as site } from '../api/contract/notification.ts'
import type { ReturnEvent } from '../order/return.machine.ts'
import type { EmployeeNotice } from './employee-notices.ts'

/** Ids are null where there is nobody: an address has no workers. */
export type ReturnNoticeOrder = { deliverySiteId: string | null; returnSiteId: string | null; pieces: number }

/**
 * Which site is told of bags that nobody takes: when a courier sets out with them (203), the one that they come to and
 * the one that they leave; once they are there (201), the one that they came to.
 */
export function returnNoticesOf(
  event: ReturnEvent['type'],
  { deliverySiteId, returnSiteId, pieces }: ReturnNoticeOrder,
): EmployeeNotice[] {
  const come = (type: EmployeeNotice['type']): EmployeeNotice[] =>
    returnSiteId === null ? [] : [{ siteId: returnSiteId, type, facts: { place: 'delivery', pieces } }]
  if (event === 'return.complete') return come(site.courierArrived)
  if (event !== 'return.start') return []
  return [
    ...come(site.bagsOnTheWay),
    ...(deliverySiteId === null
      ? []
      : [{ siteId: deliverySiteId, type: site.bagsOnTheWay, facts: { isDiverted: true as const } }]),
  ]
}
