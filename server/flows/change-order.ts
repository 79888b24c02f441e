import {
  type ChangedFacts,
  type ChangePreview,
  type ChangeRequest,
  customerNotificationTypes,
  type Locale,
  operationActions,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { type ChangeRow, orderChanges } from '../domain/changes/changes.table.ts'
import { newChange } from '../domain/changes/new-change.ts'
import { cannotChange, changeableOf, refuseTooMany, refuseUnchangeable } from '../domain/changes/refusals.ts'
import { type ResolvedChange, resolveChange } from '../domain/changes/resolve-change.ts'
import { notify } from '../domain/notifications/notify.ts'
import { freeUntilOf } from '../domain/orders/lifecycle-columns.ts'
import { logOperations } from '../domain/orders/operations.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { newPayment } from '../domain/payments/open-payment.ts'
import { payments } from '../domain/payments/payments.table.ts'
import type { Database, Transaction } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { applyChange } from './apply-change.ts'
import { retireChange } from './end-change.ts'
import { lockOpenChange, moveChange } from './move-change.ts'
import { resolveDestination } from './request-destination.ts'

type ChangeServices = Pick<Services, 'now' | 'random' | 'realtime' | 'settings'>

const isUnchanged = ({ facts }: ResolvedChange) => Object.keys(facts).length === 0

const toPreview = (order: OrderRow, { price, pickupTime, deliveryTime }: ResolvedChange): ChangePreview => ({
  kind: 'order',
  difference: { amount: price.total.amount - order.amountPaid, currency: order.currency },
  total: price.total,
  lines: price.lines,
  pickupTime,
  deliveryTime,
  freeCancellationUntil: freeUntilOf({ ...order, pickupTime: new Date(pickupTime) }).toISOString(),
  refundHours: policy.refundHours,
  minutes: policy.changePayMinutes,
})

/** Returns the cost and promises of a change. Throws like `changeOrder`. */
export async function previewChange(
  tx: Database,
  services: Pick<Services, 'now' | 'settings'>,
  order: OrderRow,
  facts: ChangedFacts,
  locale: Locale,
): Promise<ChangePreview> {
  const now = services.now()
  const changeable = changeableOf(order, now)
  if (changeable.ok && changeable.value === 'destination' && facts.delivery) {
    const { delivery, deliveryTime } = facts
    const wanted = { delivery, ...(deliveryTime ? { deliveryTime } : {}) }
    const { deliveryTime: time } = await resolveDestination(tx, order, wanted, now)
    const same = { price: { lines: order.lines, total: { amount: order.total, currency: order.currency } } }
    return {
      ...toPreview(order, {
        ...same,
        facts: {},
        pickupTime: order.pickupTime.toISOString(),
        deliveryTime: time,
      }),
      kind: 'destination',
      difference: { amount: 0, currency: order.currency },
      minutes: policy.destinationAnswerMinutes,
    }
  }
  refuseUnchangeable(order, now, 'order')
  const resolvedChange = await resolveChange(tx, order, facts, {
    now,
    locale,
    smsCountries: services.settings.smsCountries,
  })
  if (isUnchanged(resolvedChange)) throw cannotChange('nothingChanged')
  return toPreview(order, resolvedChange)
}

/** `actor` is `employee:{id}` if an operator changes it for the traveller. */
type ChangeContext = { locale: Locale; actor?: string | undefined }

/** Notifies the traveller of an operator's change, which waits for their payment, and logs who made it. */
async function askForPayment(
  work: Work,
  services: ChangeServices,
  { orderId, orderNumber, uin, currency }: OrderRow,
  { difference }: Pick<ChangeRow, 'difference'>,
  actor: string,
): Promise<void> {
  await logOperations(work, services.random, { orderId, actor, time: services.now() }, [
    { action: operationActions.packageChange, details: { difference, stage: 'waitPayment' } },
  ])
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.pendingPayment,
    content: {
      orderId,
      orderNumber,
      amount: difference,
      currency,
      source: 'supplementary',
      purpose: 'change',
    },
    isPopup: true,
  })
}

/**
 * Changes a locked order for its traveller, immediately or once the difference is paid. Returns the current order.
 * Throws 5009 and 5010 if it can't be changed and 1008 like a new order. Throws 8003 with a new preview if the
 * difference isn't the one that the traveller saw.
 */
export async function changeOrder(
  work: Work & { tx: Transaction },
  services: ChangeServices,
  order: OrderRow,
  request: ChangeRequest,
  { locale, actor }: ChangeContext,
): Promise<OrderRow> {
  const now = services.now()
  refuseUnchangeable(order, now, 'order')
  await refuseTooMany(work.tx, order)
  const resolvedChange = await resolveChange(work.tx, order, request.facts, {
    now,
    locale,
    smsCountries: services.settings.smsCountries,
  })
  if (isUnchanged(resolvedChange)) throw cannotChange('nothingChanged')
  const preview = toPreview(order, resolvedChange)
  const difference = preview.difference.amount
  if (difference !== request.difference) {
    throw new ApiError(errorCodes.billingRuleNotFound, 'the difference has changed', {
      status: 409,
      details: preview,
    })
  }
  const unpaid = await lockOpenChange(work, order.orderId)
  if (unpaid) {
    await moveChange(work, services, unpaid, 'traveller.withdraw')
    await retireChange(work, services, order, 'withdrawn')
  }
  const payment =
    difference > 0 ? newPayment(services.random, order, 'supplementary', difference, now, 'change') : null
  if (payment) await work.tx.insert(payments).values(payment)
  const change = newChange(services, order, {
    kind: 'order',
    difference,
    facts: resolvedChange.facts,
    employee: actor ?? null,
    paymentId: payment?.paymentId ?? null,
    promisedTime: new Date(now.getTime() + (payment ? policy.changePayMinutes * 60_000 : 0)),
  })
  await work.tx.insert(orderChanges).values(change)
  const confirmed = await moveChange(work, services, change, 'traveller.confirm')
  if (confirmed?.stage === 'applied') return applyChange(work, services, order, confirmed, order.amountPaid)
  if (actor) await askForPayment(work, services, order, change, actor)
  work.afterCommit(() => services.realtime.orderChanged(order.uin, order.orderId))
  work.afterCommit(() => services.realtime.operatorsHint(order.orderId))
  return order
}

/** Withdraws the open change of a locked order. Throws 5010 `over` without one. */
export async function withdrawChange(
  work: Work & { tx: Transaction },
  services: ChangeServices,
  order: OrderRow,
): Promise<OrderRow> {
  const { orderId, uin } = order
  const change = await lockOpenChange(work, orderId)
  if (!change) throw cannotChange('over')
  await moveChange(work, services, change, 'traveller.withdraw')
  await retireChange(work, services, order, 'withdrawn')
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  work.afterCommit(() => services.realtime.operatorsHint(orderId))
  return { ...order, changeWaits: false }
}
