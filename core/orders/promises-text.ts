import type { CancelPreview, Order } from '../contract/order.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatMoney } from '../i18n/money.ts'
import { promiseText } from '../i18n/promise.ts'
import { formatTime } from '../i18n/time.ts'
import { policy } from '../policy/numbers.ts'
import type { CancelTerms } from '../policy/promises.ts'
import { lateRefundDue } from './late-order.ts'
import { orderCancelTerms, refundTerms } from './order-promises.ts'
import { isToArrive } from './order-state.ts'

/** Selects the message variant by price and by whether a courier came. */
const priceVariant = ({ total, lifecycle, courierArrivedTime }: Order) => {
  if (total.amount === 0) return 'free'
  return courierArrivedTime || lifecycle.payment === 'supplementary' ? 'courierCame' : 'other'
}

/** `promises.cancel.<terms>`. `time` is the formatted end of free cancellation. */
export const cancelTermsText = (
  intl: Formatter,
  terms: CancelTerms,
  { time, price }: { time: string; price: 'free' | 'courierCame' | 'other' },
): string => intl.formatMessage({ id: `promises.cancel.${terms}` }, { ...policy, time, price })

/** Cancellation terms of an order; null once they no longer apply. `now` is ms since 1970. */
export function cancelText(intl: Formatter, order: Order, now: number): string | null {
  const terms = orderCancelTerms(order, now)
  if (!terms) return null
  const { timeZone, cityName: city } = order
  const time = formatTime(order.promises.freeCancellationUntil, {
    ...{ intl, now, timeZone, city },
    inSentence: true,
  })
  return cancelTermsText(intl, terms, { time, price: priceVariant(order) })
}

/** Why an order can no longer be cancelled. Quotes the same rules as other pages. */
export const tooLateText = (intl: Formatter): string =>
  intl.formatMessage(
    { id: 'cancellation.tooLateDetail' },
    {
      freeCancellation: promiseText(intl, 'freeCancellation'),
      lateCancellation: intl.formatMessage({ id: 'rule.lateCancellation' }, policy),
    },
  )

/** Refund deadline in hours after its cause; null if no refund is possible. `now` is ms since 1970. */
export function refundText(intl: Formatter, order: Order, now: number): string | null {
  const terms = refundTerms(order, now)
  if (!terms) return null
  if (terms === 'onRefusal') return promiseText(intl, 'refusal')
  return intl.formatMessage(
    { id: terms === 'onCancel' ? 'rule.refundOnCancel' : 'promises.refundEitherWay' },
    policy,
  )
}

/**
 * Late-delivery refund by the order's price rule: refunded, currently due, or the rule. Null after arrival and for free
 * orders. `now` is ms since 1970.
 */
export function lateDeliveryText(intl: Formatter, order: Order, now: number): string | null {
  const [firstStep, secondStep] = order.promises.late ?? []
  if (!firstStep || !secondStep || order.total.amount === 0 || !isToArrive(order)) return null
  const { lateRefund } = order.promises
  if (lateRefund)
    return intl.formatMessage({ id: 'late.refunded' }, { amount: formatMoney(lateRefund, intl) })
  const due = lateRefundDue(order, now)
  if (due) return intl.formatMessage({ id: 'late.due' }, { amount: formatMoney(due, intl) })
  return intl.formatMessage(
    { id: 'rule.lateDelivery' },
    {
      lateMinutes: firstStep.minutes,
      latePercent: firstStep.percent,
      veryLateMinutes: secondStep.minutes,
      veryLatePercent: secondStep.percent,
    },
  )
}

/** Effect of cancelling an order if nothing was paid or the payment is still processing. */
export const nothingPaidText = (
  intl: Formatter,
  { checkingSince }: Pick<Order, 'checkingSince'>,
  { refundHours }: Pick<CancelPreview, 'refundHours'>,
): string =>
  intl.formatMessage(
    { id: `cancellation.${checkingSince === null ? 'nothingPaid' : 'checking'}` },
    { refundHours },
  )
