import { operatorReturn } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { orders } from '../../../../server/domain/orders/orders.table.ts'
import { enter, must, newTraveller, operatorOf, placePaidOrder, readOrder } from '../../../e2e/backend.ts'
import { expectGoodOnPhones } from '../../../e2e/checks.ts'
import { play } from '../../../e2e/desk.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/moved-server.ts'
import { expect } from '../../../e2e/own-address.ts'
import { orderDraft } from '../../../order-draft.ts'

test.describe.configure({ timeout: 120_000 })

const { delivery, pickupTime, deliveryTime } = orderDraft
const stations = { 'en-US': 'Hongqiao Railway Station', 'zh-CN': '上海虹桥站' } as const

inBothLanguages((say, locale) => {
  test('shows what going back costs before the choice, takes it before a courier sets out, and books it', {
    tag: '@nightly',
  }, async ({ page, baseURL, server }) => {
    const traveller = await newTraveller(baseURL)
    const operator = operatorOf(baseURL)
    const order = await placePaidOrder(traveller, { delivery, pickupTime, deliveryTime })
    const { orderId } = order
    const { db } = server.services
    const isThis = eq(orders.orderId, orderId)
    const [row] = await db.select().from(orders).where(isThis)
    const priceRule = { ...row!.priceRule, returnFee: 30_00 }
    await db.update(orders).set({ priceRule }).where(isThis)
    await play(operator, order, 'reviewing', 'delivered')
    const step = (body: object) => operator.call(operatorReturn, { params: { orderId }, body: body as never })
    must(await step({ step: 'begin', reason: 'refused' }))
    const cost = (state: 'due' | 'paid', canKeep = true) =>
      page.getByText(say('orderReturn.fee', { fee: '¥30.00', state, canKeep: String(canKeep) }))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const pay = page.getByRole('link', { name: say('order.pay', { amount: '¥30.00' }), exact: true })

    await enter(page, traveller)
    await page.goto(`/order/return/${orderId}`)
    await expect(cost('due')).toBeVisible()
    await expect(pay).toHaveCount(0)
    await page.getByRole('radio').first().locator('..').click()
    await button(say('orderReturn.send', { kind: 'back' })).click()
    await expect(pay).toBeVisible()
    await expectGoodOnPhones(page)
    expect(await step({ step: 'start' })).toMatchObject({ ok: false, error: { code: 8004 } })

    // Home and the order's page lead to the payment too.
    await page.goto('/')
    await expect(page.getByRole('link', { name: say('orderTag.viewAndPay') })).toBeVisible()
    await page.goto(`/order/detail/${orderId}`)
    await expect(
      page.getByText(say('returnNext.unpaid', { returnFee: '¥30.00', to: stations[locale] })),
    ).toBeVisible()
    await expectGoodOnPhones(page)
    await pay.click()
    await expect(page.getByText(say('payment.source.return'), { exact: true })).toBeVisible()
    await expectGoodOnPhones(page)
    await button(say('payment.pay', { amount: '¥30.00' })).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('button').click()
    await page.waitForURL(new RegExp(`/order/detail/${orderId}`))
    const price = page.getByRole('region', { name: say('charges.title') })
    await expect(price.getByText(say('price.return'), { exact: true })).toBeVisible()
    await expect(price.getByText(say('charges.paid.return', { time: '' }).trim())).toBeVisible()
    await expect(pay).toHaveCount(0)

    await page.goto(`/order/return/${orderId}`)
    await expect(cost('paid')).toBeVisible()
    must(await step({ step: 'start' }))
    await expect(cost('paid', false)).toBeVisible()
    await expectGoodOnPhones(page)
    const { total, amountPaid } = await readOrder(traveller, orderId)
    expect([total.amount, amountPaid.amount]).toEqual([128_00, 128_00])
  })
})
