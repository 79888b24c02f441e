import { isDeepStrictEqual } from 'node:util'
import type { AskedReturnReason, ReturnChoice } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { returnFeeOf } from '@handsfree/core/policy'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { reportColumns } from '../domain/crew/reports.ts'
import { findRoute } from '../domain/orders/draft-rules.ts'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { type OrderRow, orderBags, orders } from '../domain/orders/orders.table.ts'
import { findTarget } from '../domain/orders/places.ts'
import { findPickup } from '../domain/sites/service-areas.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

const reasons: Record<AskedReturnReason, string> = {
  refused: 'the bags were refused',
  notCollected: 'the bags were not collected in time',
}

/** Asks the traveller where to send refused or uncollected bags, and reports the order to operators. */
export async function beginReturn(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { reason, actor }: { reason: AskedReturnReason; actor: string },
): Promise<OrderRow> {
  const askedOrder = await moveOrder(work, services, order, {
    event: 'return.begin',
    actor,
    changes: { returnReason: reason, returnChoice: null, returnPlace: null },
  })
  if (askedOrder.exception === 'reported') return askedOrder
  return moveOrder(work, services, askedOrder, {
    event: 'exception.report',
    actor,
    reason: reasons[reason],
    changes: reportColumns(askedOrder, { reason: reasons[reason] }, services.now()),
    isQuiet: true,
  })
}

const isChosen = (order: OrderRow, kind: ReturnChoice['kind'], place: OrderRow['returnPlace']): boolean =>
  order.return === 'wait' && order.returnChoice === kind && isDeepStrictEqual(order.returnPlace, place)

/**
 * Sets the return destination, optionally without the fee. Repeating the current choice is a no-op. Throws 1008 with
 * `{ field: "delivery" }` for the bags' current site or an unserved address. Throws 1008 with `{ field: "choice" }`
 * for storage when the bags aren't stored.
 */
export async function chooseReturn(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { choice, actor, isFree = false }: { choice: ReturnChoice; actor: string; isFree?: boolean },
): Promise<OrderRow> {
  const move = (returnPlace: OrderRow['returnPlace']) =>
    moveOrder(work, services, order, {
      event: 'return.choose',
      actor,
      changes: {
        returnChoice: choice.kind,
        returnPlace,
        ...(isFree ? { priceRule: { ...order.priceRule, returnFee: 0 } } : {}),
      },
    })
  const isSame = (place: OrderRow['returnPlace']) =>
    isChosen(order, choice.kind, place) && !(isFree && returnFeeOf(order.priceRule) > 0)
  if (choice.kind === 'back') {
    return isSame(order.pickupPlace) ? order : move(order.pickupPlace)
  }
  if (choice.kind === 'keep') {
    if (isSame(null)) return order
    if (order.warehouse !== 'completed') {
      throw new ApiError(errorCodes.paramError, 'the bags aren’t in storage', {
        status: 409,
        details: { field: 'choice' },
      })
    }
    return move(null)
  }
  const target = await findTarget(work.tx, choice.delivery)
  const pickup = await findPickup(work.tx, order.pickupPlace.siteId ?? '', 'en-US')
  if (!target || !pickup) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const isThere = order.transport === 'completed'
  if (isThere && target.place.siteId !== null && target.place.siteId === order.deliveryPlace.siteId) {
    throw new ApiError(errorCodes.paramError, 'the bags have already arrived', {
      details: { field: 'delivery', reason: 'alreadyHere' },
    })
  }
  findRoute(pickup, target.destination)
  return isSame(target.place) ? order : move(target.place)
}

/** Starts the return trip. Resets shelves and a pending storage confirmation, because the bags leave the site. */
export async function startReturn(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  actor: string,
): Promise<OrderRow> {
  const wasAsked = order.warehouse === 'waitConfirm'
  const changes = wasAsked ? { confirmedPieces: 0 } : {}
  const started = await moveOrder(work, services, order, { event: 'return.start', actor, changes })
  await work.tx
    .update(orderBags)
    .set({ shelf: null, ...(wasAsked && { confirmTime: null }) })
    .where(eq(orderBags.orderId, order.orderId))
  return started
}

const areBagsWaiting = ({ closing, transport, warehouse, return: stage }: OrderRow): boolean =>
  closing === 'open' &&
  transport === 'completed' &&
  (stage === 'none' || stage === 'wait') &&
  (warehouse === 'completed' || warehouse === 'none')

/** Starts the return of bags that weren't collected in time. Safe to run on several instances. */
export async function runUncollected(
  services: Pick<Services, 'db' | 'now' | 'random' | 'realtime'>,
): Promise<void> {
  const { now } = services
  const isDue = and(
    lte(orders.returnDueTime, now()),
    eq(orders.closing, 'open'),
    // Locked orders are handled once unlocked. Excluded here so that they don't fill the batch.
    eq(orders.lock, 'unlocked'),
    eq(orders.transport, 'completed'),
    inArray(orders.warehouse, ['none', 'completed']),
    inArray(orders.return, ['none', 'wait']),
  )
  await runDueOrders(
    services,
    'uncollected',
    { isDue, since: orders.returnDueTime },
    async (work, orderId) => {
      const order = await tryLockOrder(work, orderId)
      if (!order?.returnDueTime || order.returnDueTime > now()) return
      if (order.lock === 'locked' || !areBagsWaiting(order)) return
      await beginReturn(work, services, order, { reason: 'notCollected', actor: 'system' })
    },
  )
}
