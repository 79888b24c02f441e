import type { PlacementProblem } from '@handsfree/core/order'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import en from '../../core/language/messages/en-US.json' with { type: 'json' }
import zh from '../../core/language/messages/zh-CN.json' with { type: 'json' }
import { PlacementNotice } from '../../web/screens/order-confirm/PlacementNotice.tsx'

const inBoth = (problem: PlacementProblem) =>
  Object.entries({ 'en-US': en, 'zh-CN': zh }).map(([locale, messages]) =>
    renderToStaticMarkup(
      createElement(IntlProvider, { locale, messages }, createElement(PlacementNotice, { problem })),
    ).replace(/<[^>]+>/g, ''),
  )

test('too many unpaid orders: how many, and what to do', () => {
  expect(inBoth({ code: 'refused', errorCode: 1012, field: 'unpaidOrders' })).toEqual([
    'You have 20 unpaid orders. Pay for one or cancel one, then place this order. What you entered is kept.',
    '您有 20 个订单尚未支付。请先支付或取消其中一个，再提交此订单。您填写的内容已保留。',
  ])
})

test('a field that is not known is told by its code', () => {
  expect(inBoth({ code: 'refused', errorCode: 1008, field: 'weather' })).toEqual([
    en['error.1008'],
    zh['error.1008'],
  ])
})
