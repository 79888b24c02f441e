import type { Order } from '../contract/order.ts'
import { arrivalText } from '../i18n/arrival.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatMoney } from '../i18n/money.ts'
import { afterWords, formatTime } from '../i18n/time.ts'
import { isArrivalPast } from '../policy/arrival.ts'
import { isOrderLate } from './late-order.ts'
import { handInWay, orderHero } from './order-hero.ts'
import { isCollected, isUndelivered, piecesLeftOf } from './order-state.ts'
import { pickupStage } from './pickup-stage.ts'
import { refundState } from './refunds.ts'
import { returnStage } from './return-stage.ts'

type Stage = Pick<Order, 'status' | 'checkingSince'>
const stageOf = ({ status, checkingSince }: Stage) => (checkingSince === null ? status : 'checking')

const statusId = (order: Order, now: number) => {
  if (isUndelivered(order)) return 'orderStatus.undelivered'
  const back = specialStage(order) ? null : returnStage(order)
  if (back === 'asked') return 'orderStatus.yourChoice'
  if (!back && pickupStage(order, now) === 'missed') return 'orderStatus.pickupLate'
  return order.returning?.state === 'inProgress'
    ? 'orderStatus.in_transit'
    : (`orderStatus.${stageOf(order)}` as const)
}

/** The status label, by the stages of `headlineText`. A return in progress shows as in transit. */
export const statusText = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: statusId(order, now) })

/** Where the bags are collected: a completed return replaces the order's destination. */
export const lastPlaceOf = ({ returning, delivery }: Order) =>
  (returning?.state === 'completed' ? returning.place : null) ?? delivery

const textValues = (intl: Formatter, order: Order, now: number) => {
  const moment = (time: string) =>
    formatTime(time, { intl, timeZone: order.timeZone, now, city: order.cityName, inSentence: true })
  return {
    pieces: piecesLeftOf(order),
    from: order.pickup.name,
    to: lastPlaceOf(order).name,
    at: order.lifecycle.transport === 'completed' ? 'place' : 'courier',
    pickupTime: moment(order.pickupTime),
    planned: afterWords(intl, moment(order.pickupTime)),
    arrival: afterWords(
      intl,
      arrivalText(order, {
        intl,
        timeZone: order.timeZone,
        now,
        city: order.cityName,
        inSentence: true,
      }),
    ),
    promised: afterWords(intl, moment(order.promises.deliverBy ?? order.deliveryTime)),
    refundTime: order.promises.refundBy === null ? '' : moment(order.promises.refundBy),
    paid: order.promises.refundBy === null ? 'nothing' : 'something',
    reason: order.returning?.reason ?? 'none',
    returnFee: order.returning?.fee ? formatMoney(order.returning.fee, intl) : '',
    returnTo: order.returning?.place?.name ?? '',
    keptUntil: order.returning?.keptUntil ? afterWords(intl, moment(order.returning.keptUntil)) : '',
  }
}

/** Stages that override the status: a locked order, or one that ended with its bags picked up. */
function specialStage(order: Order): 'locked' | 'calledOff' | 'undelivered' | 'collected' | null {
  const { lock, closing, pickup, warehouse } = order.lifecycle
  if (closing === 'open') return lock === 'locked' ? 'locked' : null
  if (isUndelivered(order)) return pickup === 'pickuped' ? 'undelivered' : null
  if (closing !== 'cancelled' || pickup !== 'pickuped') return null
  return warehouse === 'handed' ? 'collected' : 'calledOff'
}

const isLate = (order: Order, now: number) => stageOf(order) === 'in_transit' && isOrderLate(order, now)

function headlineId(order: Order, now: number) {
  const special = specialStage(order)
  if (special === 'collected') return 'orderHeadline.handed'
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

/** Headline saying where the bags are: `orderHeadline.<status>`. `now` is ms since 1970. */
export const headlineText = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: headlineId(order, now) }, textValues(intl, order, now))

function nextStepId(order: Order, now: number) {
  const { status, refunds } = order
  const waitsForMoney = status === 'refunding' || status === 'review_failed'
  if (waitsForMoney && refunds.some((refund) => refundState(refund, now) === 'late'))
    return 'orderNext.refundLate'
  const special = specialStage(order)
  if (special === 'locked' || special === 'undelivered') return `orderNext.${special}` as const
  // Skipped during refunds: their own texts say what comes next.
  if (special && status === 'cancelled')
    return special === 'collected' ? 'orderNext.handed' : 'orderNext.closed'
  const back = returnStage(order)
  if (back) return `returnNext.${back}` as const
  if (isLate(order, now)) return isArrivalPast(order, now) ? 'orderNext.late' : 'orderNext.lateExpected'
  const pickup = pickupStage(order, now)
  if (pickup === 'missed') return 'orderNext.pickupMissed'
  if (pickup === 'due' || pickup === 'courierThere') return `handIn.${pickup}.${handInWay(order)}` as const
  const isReviewLate = pickup === 'inReview' && now > Date.parse(order.pickupTime)
  return isReviewLate ? 'orderNext.reviewLate' : (`orderNext.${stageOf(order)}` as const)
}

/** The next step, as a sentence: `orderNext.<status>`. Doesn't repeat broken promises. `now` is ms since 1970. */
export const nextStepText = (intl: Formatter, order: Order, now: number): string =>
  intl.formatMessage({ id: nextStepId(order, now) }, textValues(intl, order, now))

/**
 * Title and detail at the top of an order's page. Before pickup, it explains how to hand in the bags. Collected bags
 * have a tag instead of a detail.
 */
export function pageHeadText(intl: Formatter, order: Order, now: number): { title: string; detail: string } {
  const title = headlineText(intl, order, now)
  if (isCollected(order)) return { title, detail: '' }
  const detail = nextStepText(intl, order, now)
  if (orderHero(order, now) !== 'handIn') return { title, detail }
  const pickup = pickupStage(order, now)
  const way = handInWay(order)
  const values = textValues(intl, order, now)
  return {
    title: pickup === 'courierThere' ? title : intl.formatMessage({ id: `handIn.title.${way}` }, values),
    detail: pickup === 'planned' ? intl.formatMessage({ id: `handIn.when.${way}` }, values) : detail,
  }
}

/** A claim code letter by letter, for screen readers: `7 K Q 4 M X`. */
export const spellCode = (claimCode: string): string => [...claimCode].join(' ')

/** A claim code in two halves, for reading aloud: `7KQ 4MX`. */
export const splitClaimCode = (claimCode: string): string => {
  const half = Math.ceil(claimCode.length / 2)
  return `${claimCode.slice(0, half)} ${claimCode.slice(half)}`
}
