import { type TraceEvent, traceTypes } from '@handsfree/core/contract'
import { traceTitle } from '@handsfree/core/orders'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { traceDetail } from '../../../../../web/pages/orders/Trace.tsx'
import { chinese, english } from '../../app/platform/languages.ts'

const event = (type: TraceEvent['type'], facts: TraceEvent['facts'] = {}): TraceEvent => ({
  traceId: `trace-${type}`,
  type,
  time: '2026-11-23T10:00:00+08:00',
  facts,
})

const inBoth = (happened: TraceEvent, before: readonly TraceEvent[] = []) =>
  [english, chinese].map((intl) => {
    const markup = renderToStaticMarkup(createElement(Fragment, null, traceDetail(intl, happened, before)))
    const detail = markup.replaceAll(/<\/?span[^>]*>/g, '')
    return [traceTitle(intl, happened), ...(detail ? [detail] : [])].join(' | ')
  })

const courier = { courierName: '陈明 Chen Ming', courierPhone: '+86 571 0000 0731' }
const call = '<a href="tel:+8657100000731">+86 571 0000 0731</a>'

it('describes every trace event with and without its facts', () => {
  const place = 'West Lake'
  const facts: Partial<Record<TraceEvent['type'], TraceEvent['facts']>> = {
    created: { pieces: 2 },
    review_failed: { reason: 'Wrong room' },
    courier_arrived_at_pickup_site: { place },
    updated: courier,
    courier_reported: { reason: 'Traffic', place },
    picked_up: { pieces: 1, seals: ['4471'], place },
    courier_arrived_at_delivery_site: { place },
    warehoused: { pieces: 2, place },
    delivered: { pieces: 2, place },
  }
  expect(traceTypes.map((type) => inBoth(event(type, facts[type])))).toEqual([
    ['Order placed | 2 bags', '已下单 | 2 件行李'],
    ['Review started', '开始审核'],
    ['Order not accepted | Wrong room', '订单未通过审核 | Wrong room'],
    ['Order accepted', '订单已受理'],
    ['Courier arrived at West Lake', '配送员已到达West Lake'],
    [`Courier assigned | Chen Ming · ${call}`, `已安排配送员 | 陈明 · ${call}`],
    ['Problem reported, we’re on it | West Lake · Traffic', '订单遇到问题，正在处理 | West Lake · Traffic'],
    [
      'Picked up at West Lake | 1 bag · seal\u00a04471',
      '配送员已在West Lake取件 | 1 件行李 · 封条\u00a04471',
    ],
    ['On the way', '运输中'],
    ['Courier arrived at West Lake', '配送员已到达West Lake'],
    ['Stored at West Lake | 2 bags', '已寄存在West Lake | 2 件行李'],
    ['Collected at West Lake | 2 bags', '已在West Lake领取 | 2 件行李'],
    ['Update on your order', '订单有新动态'],
  ])
  expect(traceTypes.map((type) => inBoth(event(type))[0])).toEqual([
    'Order placed',
    'Review started',
    'Order not accepted',
    'Order accepted',
    'Courier arrived for pickup',
    'Order updated',
    'Problem reported, we’re on it',
    'Picked up',
    'On the way',
    'Courier arrived at the destination',
    'Bags in storage',
    'Collected',
    'Update on your order',
  ])
})

it('distinguishes noted damage from a reported problem', () => {
  expect(inBoth(event('courier_reported', { reason: 'A scratch', noted: 'damage' }))).toEqual([
    'Damage noted | A scratch',
    '有破损记录 | A scratch',
  ])
})

it('describes what an update changed', () => {
  expect(inBoth(event('updated', { pieces: 3, piecesIncreased: 1 }))).toEqual([
    'Number of bags changed | 1 more bag · now 3 bags',
    '行李件数有变更 | 增加 1 件 · 共 3 件',
  ])
  expect(inBoth(event('updated', { pieces: 1, piecesDecreased: 2 }))).toEqual([
    'Number of bags changed | 2 fewer bags · now 1 bag',
    '行李件数有变更 | 减少 2 件 · 共 1 件',
  ])
})

it('describes a new destination, a new seal and how a report was settled', () => {
  expect(inBoth(event('updated', { place: 'West Lake' }))).toEqual([
    'Destination changed to West Lake',
    '目的地已改为West Lake',
  ])
  expect(inBoth(event('updated', { seals: ['4473'] }))).toEqual([
    'A bag has a new seal | seal\u00a04473',
    '一件行李换了新封条 | 封条\u00a04473',
  ])
  expect(inBoth(event('updated', { reason: 'Tied with a strap' }))).toEqual([
    'Problem solved | Tied with a strap',
    '订单的问题已处理 | Tied with a strap',
  ])
})

it('names who cancelled the order', () => {
  expect(
    (['traveller', 'operator', 'system'] as const).map((cancelledBy) =>
      inBoth(event('updated', { cancelledBy })),
    ),
  ).toEqual([
    ['Canceled by you', '您已取消订单'],
    ['Canceled by customer service', '客服已取消订单'],
    ['Canceled because it wasn’t paid for before pickup', '取件前未支付，订单已取消'],
  ])
})

it('names the courier again only after another one took over', () => {
  const assigned = event('updated', courier)
  const arrived = event('courier_arrived_at_pickup_site', courier)
  const other = event('updated', { courierName: 'Courier 0815', courierPhone: '+86 571 0000 0815' })
  expect(inBoth(arrived, [assigned])[0]).toBe('Courier arrived for pickup')
  expect(inBoth(event('transportation', courier), [assigned, event('picked_up')])[0]).toBe('On the way')
  expect(inBoth(event('transportation', courier), [assigned, other])[0]).toBe(
    `On the way | Chen Ming · ${call}`,
  )
})
