import type { ReturnRefusal } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { LifecycleEvent } from '@handsfree/core/orders'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { OrderRow } from './orders.table.ts'
import { returnFeeDue } from './return-fee.ts'

const messages: Record<ReturnRefusal, string> = {
  notThere: 'the bags haven’t arrived yet',
  notAsked: 'no return has begun',
  asked: 'the destination of the return isn’t chosen yet',
  onTheWay: 'the return is already on its way',
  there: 'the returned bags have arrived',
  over: 'the bags have been handed over, or the order is closed',
}

function reasonOf(event: LifecycleEvent['type'], order: OrderRow): ReturnRefusal {
  if (order.closing !== 'open' || order.warehouse === 'handed') return 'over'
  switch (order.return) {
    case 'none':
      return event === 'return.begin' ? 'notThere' : 'notAsked'
    case 'wait':
      return 'asked'
    case 'inProgress':
      return 'onTheWay'
    case 'completed':
      return 'there'
  }
}

/** Returns the error for an illegal return event: 8004 while the fee is unpaid, else 5003 with a reason. */
export function returnRefusal(event: LifecycleEvent['type'], order: OrderRow): ApiError {
  if (event === 'return.start' && returnFeeDue(order) > 0) {
    return new ApiError(errorCodes.supplementaryUnpaid, 'the return fee is unpaid', { status: 409 })
  }
  const reason = reasonOf(event, order)
  return new ApiError(errorCodes.packageNotConfirmed, messages[reason], { status: 409, details: { reason } })
}
