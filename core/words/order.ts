import type { Order } from '../api/contract/order.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatMoney } from '../format/money.ts'
import { formatTime } from '../format/time.ts'
import { isOrderLate } from '../order/late-order.ts'
import { handInWay, orderHero } from '../order/order-hero.ts'
import { pickupStage } from '../order/pickup-stage.ts'
import { refundState } from '../order/refunds.ts'
import { returnStage } from '../order/return-stage.ts'
import { isArrivalPast } from '../policy/arrival.ts'
import { arrivalWords } from './arrival.ts'

type Stage = Pick<Order, 'status' | 'checkingSince'>
/** What an order is called by: its status, or that its payment is being checked. */
const stageOf = ({ status, checkingSince }: Stage) => (checkingSince === null ? status : 'checking')

/** The status in a word: `orderStatus.<status>`, or `orderStatus.checking`; bags that go back are on their way again. */
export const statusWords = (intl: Formatter, order: Stage & Pick<Order, 'returning'>): string =>
  intl.formatMessage({
    id: order.returning?.state === 'inProgress' ? 'orderStatus.in_transit' : `orderStatus.${stageOf(order)}`,
  })

const facts = (intl: Formatter, order: Order, now: number) => {
  const moment = (time: string) =>
    formatTime(time, { intl, timeZone: order.timeZone, now, city: order.cityName, inSentence: true })
  return {
    pieces: order.pieces,
    from: order.pickup.name,
    to: order.delivery.name,
    pickupTime: moment(order.pickupTime),
    arrivalTime: arrivalWords(order, {
      intl,
      timeZone: order.timeZone,
      now,
      city: order.cityName,
      inSentence: true,
    }),
    promisedTime: moment(order.promises.deliverBy ?? order.deliveryTime),
    refundTime: order.promises.refundBy === null ? '' : moment(order.promises.refundBy),
    paid: order.promises.refundBy === null ? 'nothing' : 'something',
    reason: order.returning?.reason ?? 'none',
    returnFee: order.returning?.fee ? formatMoney(order.returning.fee, intl) : '',
    returnTo: order.returning?.place?.name ?? '',
    keptUntil: order.returning?.keptUntil ? moment(order.returning.keptUntil) : '',
  }
}

/** What says more than the status: a locked order, and one that ended with its bags on the way. */
function specialStage({ lifecycle, status }: Order): 'locked' | 'calledOff' | 'closed' | null {
  const { lock, closing, pickup, warehouse } = lifecycle
  if (closing === 'open') return lock === 'locked' ? 'locked' : null
  if (pickup !== 'pickuped' || warehouse === 'handed') return null
  if (status === 'completed') return 'closed'
  return 'calledOff'
}

const isLate = (order: Order, now: number) => stageOf(order) === 'in_transit' && isOrderLate(order, now)

function headlineId(order: Order, now: number) {
  const special = specialStage(order)
  if (special) return `orderHeadline.${special}` as const
  const back = returnStage(order)
  if (back) return `returnHeadline.${back}` as const
  if (isLate(order, now)) return 'orderHeadline.late'
  const pickup = pickupStage(order, now)
  if (pickup === 'missed') return 'orderHeadline.pickupMissed'
  if (pickup === 'due') return 'orderHeadline.pickupDue'
  return pickup === 'courierThere'
    ? 'orderHeadline.courierThere'
    : (`orderHeadline.${stageOf(order)}` as const)
}

/** Where the bags are, as a headline: `orderHeadline.<status>`. `now` is milliseconds since 1970. */
export const headlineWords = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: headlineId(order, now) }, facts(intl, order, now))

function nextId(order: Order, now: number) {
  const { status, refunds } = order
  const waitsForMoney = status === 'refunding' || status === 'review_failed'
  if (waitsForMoney && refunds.some((refund) => refundState(refund, now) === 'late'))
    return 'orderNext.refundLate'
  const special = specialStage(order)
  if (special && (special !== 'calledOff' || status === 'cancelled'))
    return `orderNext.${special === 'locked' ? special : 'closed'}` as const
  const back = returnStage(order)
  if (back) return `returnNext.${back}` as const
  if (isLate(order, now)) return isArrivalPast(order, now) ? 'orderNext.late' : 'orderNext.lateExpected'
  const pickup = pickupStage(order, now)
  if (pickup === 'missed') return 'orderNext.pickupMissed'
  if (pickup === 'due' || pickup === 'courierThere') return `handIn.${pickup}.${handInWay(order)}` as const
  const isReviewLate = pickup === 'inReview' && now > Date.parse(order.pickupTime)
  return isReviewLate ? 'orderNext.reviewLate' : (`orderNext.${stageOf(order)}` as const)
}

/** What happens next, as a sentence: `orderNext.<status>`; what is late is not promised again. */
export const nextWords = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: nextId(order, now) }, facts(intl, order, now))

/** The words at the head of an order's page: where the bags are and what comes next, or what to do with them now. */
export function pageHeadWords(intl: Formatter, order: Order, now: number): { title: string; detail: string } {
  const title = headlineWords(intl, order, now)
  const detail = nextWords(intl, order, now)
  if (orderHero(order, now) !== 'handIn') return { title, detail }
  const pickup = pickupStage(order, now)
  const way = handInWay(order)
  const values = facts(intl, order, now)
  return {
    title: pickup === 'courierThere' ? title : intl.formatMessage({ id: `handIn.title.${way}` }, values),
    detail: pickup === 'planned' ? intl.formatMessage({ id: `handIn.when.${way}` }, values) : detail,
  }
}

/** A claim code letter by letter, as a screen reader says it: `7 K Q 4 M X`. */
export const spelledCode = (claimCode: string): string => [...claimCode].join(' ')

/** A claim code in two halves, as it is read out: `7KQ 4MX`. */
export const claimCodeWords = (claimCode: string): string => {
  const half = Math.ceil(claimCode.length / 2)
  return `${claimCode.slice(0, half)} ${claimCode.slice(half)}`
}
