import type { CallInput, operatorReport } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { freeWaitUntil } from '@handsfree/core/policy'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { OrderRow } from '../orders/orders.table.ts'

type Report = CallInput<typeof operatorReport>['body']

const tooEarly = (details?: { until: string }) =>
  new ApiError(errorCodes.pickupError, 'the courier still waits for the guest', { status: 409, details })

/** Throws 5005 for a missing guest unless the free wait at the pickup is over. */
function requireWait({ pickup, pickupTime, courierArrivedTime }: OrderRow, now: Date): void {
  if (pickup === 'pickuped' || !courierArrivedTime) throw tooEarly()
  const until = new Date(freeWaitUntil(pickupTime.getTime(), courierArrivedTime.getTime()))
  if (now < until) throw tooEarly({ until: until.toISOString() })
}

/** Columns of an employee's report; `photos` are file ids. Throws 5005 like `requireWait`, 1008 for a bag that the order doesn't have. */
export function reportColumns(
  order: OrderRow,
  report: Pick<Report, 'reason'> & Partial<Extract<Report, { kind: unknown }>>,
  now: Date,
  photos: string[] = [],
): Partial<OrderRow> {
  const { kind = null, bags = [] } = report
  if (kind === 'guestMissing') requireWait(order, now)
  if (bags.some((number) => number > order.pieces)) {
    throw new ApiError(errorCodes.paramError, 'the order has fewer bags', { details: { field: 'bags' } })
  }
  return {
    exceptionKind: kind,
    exceptionBags: [...new Set(bags)].sort((one, other) => one - other),
    exceptionPhotos: photos,
    exceptionReason: report.reason,
    exceptionIsImportant: false,
    exceptionTime: now,
  }
}
