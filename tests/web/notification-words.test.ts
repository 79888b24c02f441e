import { type CustomerNotificationType, customerNotificationTypes as types } from '@handsfree/core/api'
import { type NotificationContent, notificationName } from '@handsfree/core/notification'
import { expect, it } from 'vitest'
import { notificationFacts, notificationTitle } from '../../web/notification/words.ts'
import { kinds } from '../../web/screens/notifications/useKind.ts'
import { notification } from '../models/samples.ts'
import { chinese, english } from './languages.ts'

const inBoth = (type: CustomerNotificationType, content: NotificationContent) =>
  [english, chinese].map((intl) => {
    const told = notification({ type, content })
    const facts = notificationFacts(intl, told)
    return [notificationTitle(intl, told), ...(facts ? [facts] : [])].join(' | ')
  })

const money = { amount: 9800, currency: 'CNY' } as const

it('has words for each of the nine types, with its facts', () => {
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
    ['Your order waits for its payment | ¥98.00', '订单待支付 | ¥98.00'],
    ['Payment declined | ¥98.00', '付款未成功 | ¥98.00'],
    ['Surcharge to pay | ¥24.50 · 3 counted, 2 agreed', '有一笔补款待支付 | ¥24.50 · 清点 3 件，原约定 2 件'],
    [
      'We cannot take this order | Wrong room · ¥98.00 goes back within 72 hours of our refusal',
      '订单未通过审核 | Wrong room · 审核未通过后 72 小时内退回 ¥98.00',
    ],
    ['Your bags are picked up | 2 bags · seals 4471 and 4472', '行李已取件 | 2 件行李 · 封条 4471 和 4472'],
    ['Your bags are on the way | 2 bags', '行李运输中 | 2 件行李'],
    ['Your bags are ready to collect | 2 bags', '行李已入库，可领取 | 2 件行李'],
    ['Your bags are handed over | 1 bag', '行李已交付 | 1 件行李'],
    ['Your bags still wait for you | 2 bags', '行李仍待您领取 | 2 件行李'],
    ['Your money is back | ¥98.00', '退款已到账 | ¥98.00'],
  ])
})

it('asks for no money that was paid or is not due any more', () => {
  const surcharge = { amount: 2450, currency: 'CNY', source: 'supplementary' } as const
  expect([
    inBoth(types.pendingPayment, { ...surcharge, pieces: 3, agreedPieces: 2, outcome: 'paid' }),
    inBoth(types.pendingPayment, { ...surcharge, pieces: 3, agreedPieces: 2, outcome: 'withdrawn' }),
    inBoth(types.pendingPayment, { ...money, source: 'normal', failure: 'declined', outcome: 'paid' }),
  ]).toEqual([
    ['Paid | ¥24.50 · 3 counted, 2 agreed', '已支付 | ¥24.50 · 清点 3 件，原约定 2 件'],
    [
      'Nothing to pay any more | ¥24.50 · 3 counted, 2 agreed',
      '无需再支付 | ¥24.50 · 清点 3 件，原约定 2 件',
    ],
    ['Payment declined | ¥98.00', '付款未成功 | ¥98.00'],
  ])
})

it('says who cancelled, and what goes back', () => {
  const refund = money
  expect([
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'traveller', refund }),
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'operator', refund }),
    inBoth(types.orderUpdated, { change: 'cancelled', by: 'system' }),
  ]).toEqual([
    [
      'You cancelled your order | ¥98.00 goes back within 72 hours of cancelling',
      '您取消了订单 | 取消后 72 小时内退回 ¥98.00',
    ],
    [
      'Customer service cancelled your order | ¥98.00 goes back within 72 hours of cancelling',
      '客服取消了您的订单 | 取消后 72 小时内退回 ¥98.00',
    ],
    ['Your order is cancelled, it was not paid before pickup', '取件前未支付，订单已取消'],
  ])
})

it('says what changed on an order', () => {
  expect([
    inBoth(types.orderUpdated, { change: 'reviewPassed' }),
    inBoth(types.orderUpdated, { change: 'courierAssigned', courierName: 'Courier 0731' }),
    inBoth(types.orderUpdated, { change: 'courierArrivedAtPickup' }),
    inBoth(types.orderUpdated, { change: 'courierArrivedAtDelivery' }),
    inBoth(types.orderUpdated, { change: 'piecesChanged', pieces: 1 }),
    inBoth(types.orderUpdated, { change: 'destinationChanged' }),
    inBoth(types.orderUpdated, { change: 'sealChanged', seals: ['4473'] }),
    inBoth(types.orderUpdated, { change: 'courierReported', reason: 'Traffic' }),
    inBoth(types.orderUpdated, { change: 'reportSettled', reason: 'On the way again' }),
    inBoth(types.orderUpdated, { change: 'cancelled' }),
    inBoth(types.orderUpdated, { change: 'pickupMissed' }),
    inBoth(types.orderUpdated, {}),
  ]).toEqual([
    ['Your order is accepted', '订单已受理'],
    ['A courier is assigned | Courier 0731', '已安排配送员 | Courier 0731'],
    ['The courier is at the pickup place', '配送员已到达取件地点'],
    ['The courier is at the destination', '配送员已到达目的地'],
    ['The number of bags changed | 1 bag', '行李件数有变更 | 1 件行李'],
    ['Your bags go to another place', '行李的目的地已更改'],
    ['A bag has a new seal | seal 4473', '一件行李换了新封条 | 封条 4473'],
    ['The courier sent a report | Traffic', '配送员有情况反馈 | Traffic'],
    ['The courier’s report is settled | On the way again', '配送员反馈的情况已处理 | On the way again'],
    ['Your order is cancelled', '订单已取消'],
    [
      'Your bags are not picked up yet: you can cancel for free, or call us',
      '行李尚未取走：您可以免费取消，也可以致电我们',
    ],
    ['Your order changed', '订单有更新'],
  ])
})

it('names every type, and all of them, where one is chosen', () => {
  expect(kinds.slice(1)).toEqual(Object.values(types).map(notificationName))
  expect(
    kinds.map((kind) =>
      [english, chinese].map((intl) => intl.formatMessage({ id: `notification.kind.${kind}` })),
    ),
  ).toEqual([
    ['All', '全部'],
    ['To pay', '待支付'],
    ['Not accepted', '未通过审核'],
    ['Picked up', '已取件'],
    ['On the way', '运输中'],
    ['Ready to collect', '可领取'],
    ['Handed over', '已交付'],
    ['Not collected yet', '超时未领'],
    ['Money back', '退款'],
    ['Other changes', '其他动态'],
  ])
})
