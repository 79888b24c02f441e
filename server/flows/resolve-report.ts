import type { CallInput, operatorResolve } from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { findBags } from '../domain/orders/bags.ts'
import { type OrderRow, orderBags } from '../domain/orders/orders.table.ts'
import { dropOpenSurcharge } from '../domain/payments/open-payment.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

type Decision = CallInput<typeof operatorResolve>['body']

async function closeOrder(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { reason, actor }: { reason: string; actor: string },
): Promise<OrderRow> {
  const bags = (await findBags(work, order)).filter(({ unbindTime }) => unbindTime === null)
  const closedOrder = await moveOrder(work, services, order, {
    event: 'exception.closeOrder',
    actor,
    reason,
    bags,
  })
  await work.tx
    .update(orderBags)
    .set({ unbindTime: services.now() })
    .where(and(eq(orderBags.orderId, order.orderId), isNull(orderBags.unbindTime)))
  return closedOrder
}

/**
 * Applies an operator's decision about a report (actions 501 to 505, and 602). Throws the event's code if it isn't
 * allowed now.
 */
export async function resolveReport(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  decision: Decision,
  actor: string,
): Promise<OrderRow> {
  const move = (event: Parameters<typeof moveOrder>[3]['event'], brought = {}) =>
    moveOrder(work, services, order, { event, actor, ...brought })
  switch (decision.result) {
    case 'ignore':
      return move('exception.ignore')
    case 'settle':
      return move('exception.resolve', { reason: decision.resolution })
    case 'markImportant':
      return move('exception.markImportant', { changes: { exceptionIsImportant: true } })
    case 'lockOrder':
      return move('exception.lock', { reason: decision.reason })
    case 'unlockOrder':
      return move('exception.unlock')
    case 'closeOrder':
      return closeOrder(work, services, order, { reason: decision.reason, actor })
    case 'cancelOrder': {
      const cancelled = await move('exception.cancelOrder', { reason: decision.reason })
      await dropOpenSurcharge(work, services, order.orderId)
      return cancelled
    }
  }
}
