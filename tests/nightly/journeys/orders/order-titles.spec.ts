import { expect } from '@playwright/test'
import { enter, newTraveller, placePaidOrder } from '../../../e2e/backend.ts'
import { test } from '../../../e2e/own-address.ts'
import { wordsOf } from '../../../e2e/words.ts'

const say = wordsOf('en-US')

test('includes the order’s number in the window title of each of its pages', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL ?? '')
  const { orderId, orderNumber } = await placePaidOrder(traveller)
  await enter(page, traveller)
  const titles = {
    'order/claims': 'claims.title',
    'order/card': 'card.title',
    'order/change': 'orderChange.title',
    'order/invoice': 'invoice.title',
    'order/ledger': 'ledger.title',
    'order/return': 'orderReturn.title',
  } as const
  for (const [path, key] of Object.entries(titles)) {
    await page.goto(`/${path}/${orderId}`)
    await expect(page).toHaveTitle(`${say(key)} · ${orderNumber} · Handsfree`)
  }
  await page.goto(`/order/detail/${orderId}`)
  await expect(page).toHaveTitle(`${say('orderStatus.reviewing')} · ${orderNumber} · Handsfree`)
})
