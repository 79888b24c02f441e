import type { PlacementProblem } from '@handsfree/core/booking'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import en from '../../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { PlacementAlert } from '../../../../../web/pages/booking/PlacementAlert.tsx'

const inBoth = (problem: PlacementProblem) =>
  Object.entries({ 'en-US': en, 'zh-CN': zh }).map(([locale, messages]) =>
    renderToStaticMarkup(
      createElement(IntlProvider, { locale, messages }, createElement(PlacementAlert, { problem })),
    ).replace(/<[^>]+>/g, ''),
  )

test('explains the limit of unpaid orders, and what to do', () => {
  expect(inBoth({ code: 'refused', errorCode: 1012, field: 'unpaidOrders', reason: null })).toEqual([
    'You have 20 unpaid orders. Pay for one or cancel one, then place this order. What you entered is saved.',
    '您有 20 个订单尚未支付。请先支付或取消其中一个，再提交新的订单。填写的内容已保留。',
  ])
})

test.each([
  [
    'siteOrders',
    'You have 10 open orders from this place. You can place another once the bags of one of them are collected. What you entered is saved.',
    '您有 10 个从这里寄出的订单尚未完成。请等其中一个的行李领取后，再提交新的订单。填写的内容已保留。',
  ],
  [
    'openOrders',
    'You have 30 open orders. You can place another once the bags of one of them are collected. What you entered is saved.',
    '您有 30 个订单尚未完成。请等其中一个的行李领取后，再提交新的订单。填写的内容已保留。',
  ],
  [
    'cancelledOrders',
    'You canceled 10 orders within a day. Wait a day to place this one, or call us. What you entered is saved.',
    '一天内已取消 10 个订单。请过一天再提交，或致电客服。填写的内容已保留。',
  ],
])('explains the limit of orders: %s', (field, ...words) => {
  expect(inBoth({ code: 'refused', errorCode: 1012, field, reason: null })).toEqual(words)
})

test('describes an unknown field by its error code', () => {
  expect(inBoth({ code: 'refused', errorCode: 1008, field: 'weather', reason: null })).toEqual([
    en['error.1008'],
    zh['error.1008'],
  ])
})

test('asks for a reload if the terms have changed since the page loaded', () => {
  expect(inBoth({ code: 'refused', errorCode: 1008, field: 'termsVersion', reason: null })).toEqual([
    'Our terms have changed. Reload the page to read and agree to them. What you entered is saved.',
    '服务条款已更新。请刷新页面，阅读并同意新条款。填写的内容已保留。',
  ])
})

test('explains why a destination is not served, and what to do', () => {
  expect(inBoth({ code: 'refused', errorCode: 1008, field: 'delivery', reason: 'notServed' })).toEqual([
    'We don’t deliver there from your pickup place. Choose another destination and review again. What you entered is saved.',
    '不在配送范围内，请换一个地点后重新确认。填写的内容已保留。',
  ])
})
