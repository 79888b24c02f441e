import type { Order, OrderStatus } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import type { IntlShape } from 'react-intl'
import { formatTime } from '../format/index.ts'
import type { StatusPillProps } from '../ui/StatusPill.tsx'

/** How a status looks: `sky` on the move, `mint` well, `gold` wants something of you, `coral` went wrong, `plain` over. */
export const statusTones: Record<OrderStatus, StatusPillProps['tone']> = {
  created: 'sky',
  reviewing: 'sky',
  review_pass: 'mint',
  review_failed: 'coral',
  pending_pickup: 'mint',
  in_transit: 'sky',
  pending_storage: 'sky',
  delivered: 'mint',
  completed: 'plain',
  refunding: 'sky',
  refund_completed: 'plain',
  pending_payment: 'gold',
  payment_failed: 'coral',
  pending_surcharge: 'gold',
  arrived: 'mint',
  handed: 'mint',
  cancelled: 'plain',
}

/** The status in a word: `orderStatus.<status>`. */
export const statusWords = (intl: IntlShape, status: OrderStatus): string =>
  intl.formatMessage({ id: `orderStatus.${status}` })

const facts = (intl: IntlShape, order: Order, now: number) => {
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
export const headlineWords = (intl: IntlShape, order: Order, now: number): string =>
  intl.formatMessage({ id: `orderHeadline.${order.status}` }, facts(intl, order, now))

/** What happens next, as a sentence: `orderNext.<status>`. */
export const nextWords = (intl: IntlShape, order: Order, now: number): string =>
  intl.formatMessage({ id: `orderNext.${order.status}` }, facts(intl, order, now))

/** A claim code in two halves, as it is read out: `7KQ 4MX`. */
export const claimCodeWords = (claimCode: string): string => {
  const half = Math.ceil(claimCode.length / 2)
  return `${claimCode.slice(0, half)} ${claimCode.slice(half)}`
}
