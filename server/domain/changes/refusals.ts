import type { ChangeRefusal } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { changeableKind } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { count, eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { factsOf, lifecycleOf } from '../orders/lifecycle-columns.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { orderChanges } from './changes.table.ts'

export const cannotChange = (reason: ChangeRefusal) =>
  new ApiError(errorCodes.cannotChange, 'the order can’t be changed now', {
    status: 409,
    details: { reason },
  })

/** Once a return has begun, it decides the destination. */
const isGoingBack = (order: OrderRow): boolean => order.return !== 'none'

/** Throws 5010 `goingBack` if the bags are being returned. */
export function refuseGoingBack(order: OrderRow): void {
  if (isGoingBack(order)) throw cannotChange('goingBack')
}

export const changeableOf = (order: OrderRow, now: Date) =>
  changeableKind(lifecycleOf(order), {
    ...factsOf(order, now),
    isCourierThere: order.courierArrivedTime !== null,
    isGoingBack: isGoingBack(order),
  })

/** Throws 5009 or 5010 if this kind of change isn't possible now. */
export function refuseUnchangeable(order: OrderRow, now: Date, kind: 'order' | 'destination'): void {
  const changeable = changeableOf(order, now)
  if (!changeable.ok) {
    if (changeable.error !== 'locked') throw cannotChange(changeable.error)
    throw new ApiError(errorCodes.expressLocked, 'an operator has locked the order', { status: 409 })
  }
  // An order can be changed before the pickup, a destination after it.
  if (changeable.value !== kind) throw cannotChange(kind === 'order' ? 'tooLate' : 'over')
}

/** Throws 5010 `tooMany` at the limit of changes. */
export async function refuseTooMany(tx: Database, { orderId }: OrderRow): Promise<void> {
  const [asked] = await tx
    .select({ changes: count() })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, orderId))
  if ((asked?.changes ?? 0) >= policy.maxOrderChanges) throw cannotChange('tooMany')
}
