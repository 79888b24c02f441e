import { type CustomerNotificationType, customerNotificationTypes as types } from '@handsfree/core/contract'
import {
  type NotificationContent,
  notificationDetails,
  notificationName,
  notificationTime,
  notificationTitle,
} from '@handsfree/core/notifications'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { kinds } from '../../../../../web/pages/notifications/Notifications.page.tsx'
import { notification } from '../../../models/samples.ts'
import { chinese, english } from '../../app/platform/languages.ts'

const inBoth = (type: CustomerNotificationType, content: NotificationContent) =>
  [english, chinese].map((intl) => {
    const told = notification({ type, content })
    const facts = notificationDetails(intl, told)
    return [notificationTitle(intl, told), ...(facts ? [facts] : [])].join(' | ')
  })

const money = { amount: 9800, currency: 'CNY' } as const

it('describes notifications about payment, review, transport and refunds with their facts', () => {
  expect([
    inBoth(types.pendingPayment, { ...money, source: 'normal' }),
    inBoth(types.pendingPayment, { ...money, source: 'normal', failure: 'declined' }),
    inBoth(types.pendingPayment, {
      amount: 2450,
      currency: 'CNY',
      source: 'supplementary',
      pieces: 3,
      agreedPieces: 2,
    }),
    inBoth(types.reviewFailed, { reason: 'Wrong room.', refund: money }),
    inBoth(types.pickuped, { pieces: 2, seals: ['4471', '4472'] }),
    inBoth(types.transporting, { pieces: 2 }),
    inBoth(types.warehouseSucceeded, { pieces: 2 }),
    inBoth(types.signed, { pieces: 1 }),
    inBoth(types.handedTimeout, { pieces: 2 }),
    inBoth(types.refunded, money),
  ]).toEqual([
    ['Payment needed | ¥98.00', '订单待支付 | ¥98.00'],
    ['Payment declined | ¥98.00', '支付失败 | ¥98.00'],
    ['Surcharge to pay | ¥24.50 · 3 counted, 2 ordered', '有差价待补 | ¥24.50 · 清点 3 件，下单 2 件'],
    [
      'Sorry, we can’t take your order | Wrong room · ¥98.00 will be refunded within 72 hours of our decision',
      '抱歉，订单未通过审核 | Wrong room · 审核未通过后 72 小时内退回 ¥98.00',
    ],
    [
      'Your bags were picked up | 2 bags · seals\u00a04471 and 4472',
      '配送员已取件 | 2 件行李 · 封条\u00a04471、4472',
    ],
    ['Your bags are on the way | 2 bags', '行李已出发 | 2 件行李'],
    ['Your bags are ready to collect | 2 bags', '行李已送到，可以领取了 | 2 件行李'],
    ['Your bag was collected | 1 bag', '行李已领取 | 1 件行李'],
    ['Your bags are still waiting to be collected | 2 bags', '行李仍待领取 | 2 件行李'],
    ['Your refund went through | ¥98.00', '退款成功 | ¥98.00'],
  ])
})

it('asks for the return fee, not for a surcharge', () => {
  const fee = { amount: 3000, currency: 'CNY', source: 'supplementary', purpose: 'return' } as const
  expect([
    inBoth(types.pendingPayment, fee),
    inBoth(types.pendingPayment, { ...fee, failure: 'declined' }),
    inBoth(types.pendingPayment, { ...fee, outcome: 'withdrawn' }),
  ]).toEqual([
    ['Pay to send your bags | ¥30.00', '送回或改送费待支付 | ¥30.00'],
    ['Payment declined | ¥30.00', '支付失败 | ¥30.00'],
    ['No payment needed | ¥30.00', '无需再支付 | ¥30.00'],
  ])
})

it('does not ask for money that was paid or is no longer due', () => {
  const surcharge = { amount: 2450, currency: 'CNY', source: 'supplementary' } as const
  expect([
    inBoth(types.pendingPayment, { ...surcharge, pieces: 3, agreedPieces: 2, outcome: 'paid' }),
    inBoth(types.pendingPayment, { ...surcharge, pieces: 3, agreedPieces: 2, outcome: 'withdrawn' }),
    inBoth(types.pendingPayment, { ...money, source: 'normal', failure: 'declined', outcome: 'paid' }),
  ]).toEqual([
    ['Paid | ¥24.50 · 3 counted, 2 ordered', '已支付 | ¥24.50 · 清点 3 件，下单 2 件'],
    ['No payment needed | ¥24.50 · 3 counted, 2 ordered', '无需再支付 | ¥24.50 · 清点 3 件，下单 2 件'],
    ['Payment declined | ¥98.00', '支付失败 | ¥98.00'],
  ])
})

it('names who cancelled or changed, and the refund', () => {
  const refund = money
  expect([
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'traveller', refund }),
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'operator', refund }),
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'system' }),
    inBoth(types.orderUpdated, { change: 'orderChanged', refund }),
    inBoth(types.orderUpdated, { change: 'recalled', refund }),
  ]).toEqual([
    [
      'You canceled your order | ¥98.00 will be refunded within 72 hours of canceling',
      '您已取消订单 | 取消后 72 小时内退回 ¥98.00',
    ],
    [
      'Customer service canceled your order | ¥98.00 will be refunded within 72 hours of canceling',
      '客服已取消订单 | 取消后 72 小时内退回 ¥98.00',
    ],
    ['Your order was canceled because it wasn’t paid for before pickup', '取件前未支付，订单已取消'],
    [
      'Your order was changed | ¥98.00 will be refunded within 72 hours of the change',
      '订单已更改 | 更改后 72 小时内退回 ¥98.00',
    ],
    [
      'We canceled your order. Choose a new destination. | ¥98.00 will be refunded within 72 hours of canceling',
      '我们取消了您的订单，请选择行李的处理方式 | 取消后 72 小时内退回 ¥98.00',
    ],
  ])
})

it('describes each change of an order', () => {
  expect([
    inBoth(types.orderUpdated, { change: 'reviewPassed' }),
    inBoth(types.orderUpdated, { change: 'courierAssigned', courierName: '陈明 Chen Ming' }),
    inBoth(types.orderUpdated, { change: 'courierArrivedAtPickup' }),
    inBoth(types.orderUpdated, { change: 'courierArrivedAtDelivery' }),
    inBoth(types.orderUpdated, { change: 'piecesChanged', pieces: 1 }),
    inBoth(types.orderUpdated, { change: 'destinationChanged' }),
    inBoth(types.orderUpdated, { change: 'sealChanged', seals: ['4473'] }),
    inBoth(types.orderUpdated, { change: 'damageNoted', reason: 'A wheel is broken' }),
    inBoth(types.orderUpdated, { change: 'courierReported', reason: 'Traffic' }),
    inBoth(types.orderUpdated, { change: 'reportSettled', reason: 'On the way again' }),
    inBoth(types.orderUpdated, { change: 'cancelled' }),
    inBoth(types.orderUpdated, { change: 'pickupMissed' }),
    inBoth(types.handedTimeout, { change: 'deliveryLate', due: { amount: 980, currency: 'CNY' } }),
    inBoth(types.refunded, { change: 'lateRefunded', refund: { amount: 1960, currency: 'CNY' } }),
    inBoth(types.orderUpdated, {}),
  ]).toEqual([
    ['Your order is accepted', '订单已受理'],
    ['A courier is assigned | Chen Ming', '已安排配送员 | 陈明'],
    ['Your courier has arrived for pickup', '配送员已到达取件地'],
    ['Your courier has arrived at the destination', '配送员已到达目的地'],
    ['The number of bags changed | 1 bag', '行李件数有变更 | 1 件行李'],
    ['Your bags have a new destination', '行李的目的地已更改'],
    ['A bag has a new seal | seal\u00a04473', '一件行李换了新封条 | 封条\u00a04473'],
    ['Damage was noted on a bag | A wheel is broken', '一件行李有破损记录 | A wheel is broken'],
    ['There’s a problem with your order. We’re on it. | Traffic', '订单遇到问题，正在处理 | Traffic'],
    ['The problem with your order is solved | On the way again', '订单的问题已处理 | On the way again'],
    ['Your order is canceled', '订单已取消'],
    [
      'Sorry, your bags haven’t been picked up yet. See what comes next, cancel for free, or call us.',
      '抱歉，行李还未取件。请查看下一步，也可以免费取消，或致电我们。',
    ],
    [
      'Sorry, your bags are late. We’re on it. | ¥9.80 refund so far',
      '抱歉，行李未能按时送达，正在处理 | 目前将退回 ¥9.80',
    ],
    [
      'Sorry, your bags still haven’t arrived. We’re refunding part of what you paid. | You’ll get ¥19.60 back',
      '抱歉，行李仍未送达，将退回部分款项 | 退回 ¥19.60',
    ],
    ['Your order changed', '订单有更新'],
  ])
})

it('uses one title for bad news, whatever its notification type', () => {
  const titles = [types.handedTimeout, types.refunded, types.reviewFailed, types.orderUpdated].map((type) =>
    inBoth(type, { change: 'courierReported', reason: 'Traffic' }),
  )
  expect(new Set(titles.map(String)).size).toBe(1)
  expect(titles[0]?.[0]).toBe('There’s a problem with your order. We’re on it. | Traffic')
})

it('shows the time in the order’s zone, with the city if the device is elsewhere', () => {
  const zone = { timeZone: 'Asia/Shanghai', city: 'Hangzhou' }
  const happened = notification({ createTime: '2026-11-27T02:21:00Z', zone })
  const now = Date.parse('2026-11-27T03:00:00Z')
  const inZone = (intl: typeof english, timeZone: string) =>
    notificationTime(createIntl({ ...intl, timeZone }), happened, now)
  expect([
    inZone(english, 'Asia/Shanghai'),
    inZone(english, 'America/New_York'),
    inZone(chinese, 'America/New_York'),
  ]).toEqual(['10:21\u00a0AM', 'Fri, Nov 27 at 10:21\u00a0AM (Hangzhou)', 'Hangzhou时间 11月27日 周五 10:21'])
})

it('names each notification type and “All” in the filter', () => {
  expect(kinds.slice(1)).toEqual(Object.values(types).map(notificationName))
  expect(
    kinds.map((kind) =>
      [english, chinese].map((intl) => intl.formatMessage({ id: `notification.kind.${kind}` })),
    ),
  ).toEqual([
    ['All', '全部'],
    ['Payment due', '待支付'],
    ['Canceled or not accepted', '未通过或已取消'],
    ['Picked up', '已取件'],
    ['On the way', '运输中'],
    ['Ready to collect', '可领取'],
    ['Collected', '已领取'],
    ['Needs attention', '重要提醒'],
    ['Refunds', '退款'],
    ['Other changes', '其他动态'],
    ['Claims', '理赔'],
  ])
})
