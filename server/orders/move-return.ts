import { operationActions as action, customerNotificationTypes } from '@handsfree/core/api'
import { returnNoticesOf } from '@handsfree/core/notification'
import { legalReturnEvents, moveReturnState, type ReturnEvent } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { sendNotices } from '../notifications/notify-employees.ts'
import { retireNotifications } from '../notifications/retire.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { queueTextMessage } from '../sms/text-messages.ts'
import { logOperations } from './operations.ts'
import { type OrderRow, orders, orderTrace } from './orders.table.ts'
import { fitReturnFee, returnFeeDue } from './return-fee.ts'
import { returnRefusal } from './return-refusals.ts'
import type { Operation, TraceFacts } from './types.ts'

type ReturnServices = Pick<Services, 'now' | 'random' | 'realtime'>

const hour = 3_600_000

/** Whether the bags are at the destination and wait for somebody. */
const isThere = ({ closing, lock, transport, warehouse }: OrderRow): boolean =>
  closing === 'open' && lock === 'unlocked' && transport === 'completed' && warehouse !== 'handed'

const choiceOf = ({ returnChoice }: OrderRow) =>
  returnChoice === null ? 'none' : returnChoice === 'keep' ? 'keep' : 'move'

const factsOf = (order: OrderRow) =>
  ({ isThere: isThere(order), choice: choiceOf(order), isFeeDue: returnFeeDue(order) > 0 }) as const

/** The return's events that are legal for an order now and that an operator call makes. */
export const legalReturnEventsOf = (order: OrderRow): ReturnEvent['type'][] =>
  // A hand-over ends what was asked, and money comes from the provider.
  legalReturnEvents(order.returnState, factsOf(order)).filter(
    (event) => event !== 'return.end' && event !== 'return.pay',
  )

/** A payment is in the books, not in the log. */
const actions: Partial<Record<ReturnEvent['type'], Operation['action']>> = {
  'return.begin': action.exceptionCreate,
  'return.choose': action.changeDestination,
  'return.start': action.transportInProgress,
  'return.complete': action.transportComplete,
  'return.end': action.exceptionResolve,
}

/** When bags that lie at the destination are asked about (again). */
const dueOf = (event: ReturnEvent['type'], after: OrderRow, now: Date): Date | null =>
  event === 'return.choose' && after.returnChoice === 'keep'
    ? new Date(now.getTime() + policy.returnKeepHours * hour)
    : null

/**
 * The one place where a return moves: takes a locked order, asks the machine, and writes the column, the trace, the
 * operation log, the notifications of traveller and sites, the traveller's text message, and what it costs. Returns the
 * order as it is then. Throws 5003, 5009, or 8004 when the event is not legal now.
 */
export async function moveReturn(
  work: Work,
  services: ReturnServices,
  before: OrderRow,
  {
    event,
    actor,
    changes = {},
    facts,
  }: {
    event: ReturnEvent['type']
    actor: string
    changes?: Partial<OrderRow>
    /** What the trace says; nothing without. */
    facts?: TraceFacts['facts']
  },
): Promise<OrderRow> {
  const now = services.now()
  const changed = { ...before, ...changes }
  const moved = moveReturnState(before.returnState, factsOf(before), { type: event })
  if (!moved.ok) throw returnRefusal(event, before)
  const { orderId, orderNumber, uin } = before
  const [written] = await work.tx
    .update(orders)
    .set({
      ...changes,
      // Once they are collected after all, nobody else has to do with them.
      ...(event === 'return.end' ? { returnChoice: null, returnPlace: null } : {}),
      returnState: moved.value,
      returnTime: now,
      returnDueTime: dueOf(event, changed, now),
      updateTime: now,
    })
    .where(eq(orders.orderId, orderId))
    .returning()
  if (!written) throw new Error(`order ${orderId} vanished while it was locked`)
  const order = await fitReturnFee(work, services, written, actor)
  if (facts) {
    const traceId = newId(services.random)
    await work.tx.insert(orderTrace).values({ traceId, orderId, type: 'updated', facts, time: now })
  }
  const action = actions[event]
  if (action) {
    const details = { returnState: order.returnState, choice: order.returnChoice }
    await logOperations(work, services.random, { orderId, actor, time: now }, [{ action, details }])
  }
  const type = customerNotificationTypes.orderUpdated
  if (event !== 'return.begin') {
    await retireNotifications(work, services, before, [{ type, change: 'returnAsked' }])
  }
  const change = {
    'return.begin': 'returnAsked',
    'return.start': 'returnStarted',
    'return.complete': 'returned',
  }
  if (event in change) {
    const content = {
      orderId,
      orderNumber,
      change: change[event as keyof typeof change],
      pieces: order.pieces,
      ...(order.returnReason ? { returning: order.returnReason } : {}),
    }
    await notify(work, services, { uin, type, content, isPopup: event === 'return.begin' })
  }
  if (event === 'return.begin') await queueTextMessage(work, services, order, 'returnAsked')
  const notices = returnNoticesOf(event, {
    deliverySiteId: before.deliveryPlace.siteId,
    returnSiteId: order.returnPlace?.siteId ?? null,
    pieces: order.pieces,
  })
  await sendNotices(work, services, order, { notices, actor })
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  return order
}
