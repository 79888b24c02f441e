import type { Locale, ReturnReason } from '@handsfree/core/contract'
import { wallClock } from '@handsfree/core/lib'
import type { TextMessageKind } from './text-messages.table.ts'

export const preparedText: Record<Locale, (facts: { brand: string; from: string; link: string }) => string> =
  {
    'en-US': ({ brand, from, link }) =>
      `${brand}: we filled in your luggage order from ${from}. Check and confirm it: ${link}`,
    'zh-CN': ({ brand, from, link }) => `${brand}：您从${from}寄送行李的订单已填好，请核对并确认：${link}`,
  }

export type MessageValues = {
  brand: string
  orderNumber: string
  pieces: number
  from: string
  to: string
  hotline: string
  /** The bags are at `to`, not on the way there. */
  hasArrived: boolean
  link: string
  /** Expected arrival: `Sun, Nov 29, 5:30-6:00 PM (Shanghai time)`. */
  arrival: string
  /** Whether there's something to refund. */
  isPaid: boolean
  /** Whether the current delay is refunded. */
  isDelayRefunded: boolean
  returnReason: ReturnReason | null
}

/**
 * Formats a window (epoch ms) in a site's time zone: `Sun, Nov 29, 5:30-6:00 PM (Shanghai time)`. Always names the city,
 * because the reader's time zone is unknown.
 */
export function windowText(
  locale: Locale,
  { timeZone, city }: { timeZone: string; city: string },
  { from, until }: { from: number; until: number },
): string {
  const write = (instant: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
      .format(wallClock(instant, timeZone).valueOf())
      // ICU versions use different spaces.
      .replace(/\s/g, ' ')
  const day = (instant: number) => write(instant, { weekday: 'short', month: 'short', day: 'numeric' })
  const clock = (instant: number) => write(instant, { hour: 'numeric', minute: '2-digit' })
  // A dash outside GSM 03.38 would halve the length of an English text.
  const [comma, dash] = locale === 'en-US' ? [', ', '-'] : [' ', '–']
  const end = day(from) === day(until) ? clock(until) : `${day(until)}${comma}${clock(until)}`
  const start = clock(from)
  const half = / [AP]M$/.exec(end)?.[0]
  const isOneHalf = end === clock(until) && half && start.endsWith(half)
  const times = `${day(from)}${comma}${isOneHalf ? start.slice(0, -half.length) : start}${dash}${end}`
  return locale === 'en-US' ? `${times} (${city} time)` : `${city}时间${times}`
}

type MessageText = (facts: MessageValues) => string

const bagsForYou = (pieces: number) => (pieces === 1 ? 'a bag for you is' : `${pieces} bags for you are`)
const bagsForYouWere = (pieces: number) =>
  pieces === 1 ? 'a bag for you was' : `${pieces} bags for you were`
const linkSuffix = (words: string, link: string) => (link ? ` ${words}: ${link}` : '')
const yourBags = (pieces: number) => (pieces === 1 ? 'your bag' : `your ${pieces} bags`)
const bagsWere = (pieces: number) => (pieces === 1 ? 'your bag was' : `your ${pieces} bags were`)
const bagsAre = (pieces: number) => (pieces === 1 ? 'your bag is' : `your ${pieces} bags are`)

export const messageTexts: Record<Locale, Record<TextMessageKind, MessageText>> = {
  'en-US': {
    pickedUp: ({ brand, orderNumber, pieces, from, to, arrival }) =>
      `${brand} ${orderNumber}: ${bagsWere(pieces)} picked up at ${from} and ${pieces === 1 ? 'is' : 'are'} on the way to ${to}. Expected ${arrival}.`,
    readyToCollect: ({ brand, orderNumber, pieces, to }) =>
      `${brand} ${orderNumber}: ${bagsAre(pieces)} at ${to}. Show the claim code on your order's page to collect.`,
    handedOver: ({ brand, orderNumber, pieces, to, hotline }) =>
      `${brand} ${orderNumber}: ${bagsWere(pieces)} collected at ${to}. If that wasn't you or your recipient, call ${hotline}.`,
    pickupMissed: ({ brand, orderNumber, pieces, from, hotline, isPaid }) =>
      `${brand} ${orderNumber}: sorry, we haven't picked up ${yourBags(pieces)} at ${from} yet. See what comes next on your order's page, cancel there${isPaid ? ' for a full refund' : ''}, or call ${hotline}.`,
    deliveryLate: ({ brand, orderNumber, pieces, to, hotline, isDelayRefunded }) =>
      `${brand} ${orderNumber}: sorry, ${bagsAre(pieces)} late getting to ${to}. We're on it.${isDelayRefunded ? " We'll automatically refund part of what you paid." : ''} See the latest on your order's page, or call ${hotline}.`,
    returnAsked: ({ brand, orderNumber, pieces, to, hotline, returnReason }) =>
      `${brand} ${orderNumber}: ${
        returnReason === 'refused'
          ? `${yourBags(pieces)} ${pieces === 1 ? "wasn't" : "weren't"} accepted at ${to}`
          : `nobody has collected ${yourBags(pieces)} at ${to}`
      }. Choose a new destination on your order's page, or call ${hotline}.`,
    recalled: ({ brand, orderNumber, pieces, to, hotline, hasArrived }) =>
      `${brand} ${orderNumber}: sorry, we had to cancel this order. ${
        hasArrived
          ? `${pieces === 1 ? 'Your bag is' : `Your ${pieces} bags are`} at ${to}.`
          : `A courier has ${yourBags(pieces)}.`
      } Choose a new destination on your order's page, or call ${hotline}.`,
    closedUndelivered: ({ brand, orderNumber, pieces, hotline }) =>
      `${brand} ${orderNumber}: sorry, we couldn't deliver ${yourBags(pieces)} and closed this order. See why and make a claim on its page, or call ${hotline}.`,
    receiverPickedUp: ({ brand, orderNumber, pieces, from, to, arrival, link }) =>
      `${brand} ${orderNumber}: ${bagsForYouWere(pieces)} picked up at ${from} and ${pieces === 1 ? 'is' : 'are'} on the way to ${to}. Expected ${arrival}.${linkSuffix(pieces === 1 ? 'See where it is' : 'See where they are', link)}`,
    receiverReadyToCollect: ({ brand, orderNumber, pieces, to, link }) =>
      `${brand} ${orderNumber}: ${bagsForYou(pieces)} at ${to}. Bring the claim code to collect.${linkSuffix('Where and when', link)}`,
    receiverHandedOver: ({ brand, orderNumber, pieces, to, hotline }) =>
      `${brand} ${orderNumber}: ${bagsForYouWere(pieces)} collected at ${to}. If that wasn't you, call ${hotline}.`,
  },
  'zh-CN': {
    pickedUp: ({ brand, orderNumber, pieces, from, to, arrival }) =>
      `${brand} ${orderNumber}：配送员已在${from}取件，共 ${pieces} 件行李，正送往${to}，预计${arrival} 送达。`,
    readyToCollect: ({ brand, orderNumber, pieces, to }) =>
      `${brand} ${orderNumber}：您的 ${pieces} 件行李已送到${to}，请出示订单页上的领取码领取。`,
    handedOver: ({ brand, orderNumber, pieces, to, hotline }) =>
      `${brand} ${orderNumber}：您的 ${pieces} 件行李已在${to}领取。如非本人或领取人领取，请致电 ${hotline}。`,
    pickupMissed: ({ brand, orderNumber, from, hotline, isPaid }) =>
      `${brand} ${orderNumber}：很抱歉，${from}的行李还未取件，请到订单页查看下一步，也可以在订单页取消订单${isPaid ? '，已付款项全额退回' : ''}，或致电 ${hotline}。`,
    deliveryLate: ({ brand, orderNumber, pieces, to, hotline, isDelayRefunded }) =>
      `${brand} ${orderNumber}：很抱歉，您的 ${pieces} 件行李未能按时送到${to}，我们正在处理。${isDelayRefunded ? '部分款项会自动退回。' : ''}最新动态见订单页，也可致电 ${hotline}。`,
    returnAsked: ({ brand, orderNumber, pieces, to, hotline, returnReason }) =>
      `${brand} ${orderNumber}：您的 ${pieces} 件行李在${to}${
        returnReason === 'refused' ? '被拒收' : '无人领取'
      }，请在订单页选择处理方式，也可致电 ${hotline}。`,
    recalled: ({ brand, orderNumber, pieces, to, hotline, hasArrived }) =>
      `${brand} ${orderNumber}：非常抱歉，我们取消了这个订单。您的 ${pieces} 件行李${
        hasArrived ? `现在在${to}` : '在配送员处'
      }，请在订单页选择处理方式，也可致电 ${hotline}。`,
    closedUndelivered: ({ brand, orderNumber, pieces, hotline }) =>
      `${brand} ${orderNumber}：非常抱歉，您的 ${pieces} 件行李未能送达，订单已关闭。请在订单页查看原因并申请理赔，也可致电 ${hotline}。`,
    receiverPickedUp: ({ brand, orderNumber, pieces, from, to, arrival, link }) =>
      `${brand} ${orderNumber}：有 ${pieces} 件行李由您领取，配送员已从${from}取件，预计${arrival} 送到${to}。${link && `查看行李动态：${link}`}`,
    receiverReadyToCollect: ({ brand, orderNumber, pieces, to, link }) =>
      `${brand} ${orderNumber}：请您领取的 ${pieces} 件行李已送到${to}，请凭领取码领取。${link && `地点和时间：${link}`}`,
    receiverHandedOver: ({ brand, orderNumber, pieces, to, hotline }) =>
      `${brand} ${orderNumber}：请您领取的 ${pieces} 件行李已在${to}领取。如非您本人领取，请致电 ${hotline}。`,
  },
}
