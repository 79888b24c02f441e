import type { Order, OrderStatus } from '../api/contract/order.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatTime } from '../format/time.ts'
import { refundState } from '../order/refunds.ts'
import { policy } from '../policy/numbers.ts'

/** The status in a word: `orderStatus.<status>`. */
export const statusWords = (intl: Formatter, status: OrderStatus): string =>
  intl.formatMessage({ id: `orderStatus.${status}` })

const facts = (intl: Formatter, order: Order, now: number) => {
  const moment = (time: string) =>
    formatTime(time, { intl, timeZone: order.timeZone, now, city: order.cityName, inSentence: true })
  return {
    pieces: order.pieces,
    from: order.pickup.name,
    to: order.delivery.name,
    pickupTime: moment(order.pickupTime),
    arrivalTime: moment(order.estimatedDelivery),
    refundHours: policy.refundHours,
  }
}

/** Where the bags are, as a headline: `orderHeadline.<status>`. `now` is milliseconds since 1970. */
export const headlineWords = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: `orderHeadline.${order.status}` }, facts(intl, order, now))

/** What happens next, as a sentence: `orderNext.<status>`; a refund that is late is not promised again. */
export const nextWords = (intl: Formatter, order: Order, now: number): string => {
  const waitsForMoney = order.status === 'refunding' || order.status === 'review_failed'
  const isLate = waitsForMoney && order.refunds.some((refund) => refundState(refund, now) === 'late')
  return intl.formatMessage(
    { id: isLate ? 'orderNext.refundLate' : `orderNext.${order.status}` },
    facts(intl, order, now),
  )
}

/** A claim code in two halves, as it is read out: `7KQ 4MX`. */
export const claimCodeWords = (claimCode: string): string => {
  const half = Math.ceil(claimCode.length / 2)
  return `${claimCode.slice(0, half)} ${claimCode.slice(half)}`
}
