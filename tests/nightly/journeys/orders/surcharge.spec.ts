import type { Order, OrderStatus } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import type { Page } from '@playwright/test'
import { sandboxTexts } from '../../../../server/domain/payments/sandbox/sandbox-texts.ts'
import { answerAll, enter, newPaidOrder, operatorOf, readOrder } from '../../../e2e/backend.ts'
import { expectPhoneLayout } from '../../../e2e/checks.ts'
import { countBags, play } from '../../../e2e/desk.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'

test.describe.configure({ timeout: 150_000 })

const providersPage = /\/sandbox\/pay\//
const onOrder = ({ orderId }: Order) => new RegExp(`/order/detail/${orderId}(\\?|$)`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

inBothLanguages((say, locale) => {
  const status = (page: Page, name: OrderStatus) =>
    page.getByRole('main').getByText(say(`orderStatus.${name}`), { exact: true })
  const counted = (agreed: number, now: number, amount: string) => [
    say('order.bags', { pieces: agreed }),
    say('order.bags', { pieces: now }),
    amount,
  ]

  test('reports extra bags over any page, has them paid and carried, and retires a withdrawn surcharge', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const operator = operatorOf(baseURL)
    await play(operator, order, 'reviewing', 'pending_pickup')
    await enter(page, traveller)
    await page.goto('/')
    await expect(page.getByText(order.orderNumber).first()).toBeVisible()

    // A popup reports the count on any page.
    await countBags(operator, order, 3)
    const popup = page.getByRole('alertdialog', {
      name: say('notification.type.pendingPayment', { cause: 'supplementary' }),
    })
    await expect(popup).toContainText(`¥24.50 · ${say('surcharge.counts', { counted: 3, agreed: 2 })}`)
    await expectPhoneLayout(page)

    // A new count updates the single popup; withdrawing it closes the popup.
    await countBags(operator, order, 4)
    await expect(popup).toContainText(`¥73.50 · ${say('surcharge.counts', { counted: 4, agreed: 2 })}`)
    await countBags(operator, order, 2)
    await expect(popup).toHaveCount(0)
    await countBags(operator, order, 3)
    await expect(popup).toContainText(`¥24.50 · ${say('surcharge.counts', { counted: 3, agreed: 2 })}`)
    await popup.getByRole('link', { name: say('notification.seeOrder') }).click()

    // The order shows the count, the surcharge, and a phone number.
    await expect(page).toHaveURL(onOrder(order))
    await expect(status(page, 'pending_surcharge')).toBeVisible()
    const due = page.getByRole('region', { name: say('surcharge.title', { more: 1 }) })
    await expect(due.getByRole('definition')).toHaveText(counted(2, 3, '¥24.50'))
    await expect(due.getByRole('link')).toHaveAttribute('href', /^tel:\+86/)
    await expectPhoneLayout(page)

    // Payment requires agreeing to the count, so the payment page links to the question.
    const { paymentId } = await readOrder(traveller, order.orderId)
    await page.goto(`/payment/checkout/${paymentId}`)
    await expect(page.getByText(say('error.8005'))).toBeVisible()
    await expect(page.getByRole('button', { name: /¥/ })).toHaveCount(0)
    await link(page, say('ledger.checkFirst')).click()
    const asked = say('ledger.question.count', { pieces: 3, agreed: 2 })
    await expect(page.getByRole('heading', { name: asked })).toBeVisible()
    await expectPhoneLayout(page)
    await button(page, say('ledger.right')).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      say('ledger.confirmDetail', {
        effect: 'price',
        pieces: 3,
        agreed: say('ledger.agreed', { kind: 'count', pieces: 3, agreed: 2 }),
      }),
    )
    await button(page, say('ledger.confirmSend.right')).click()
    await expect(page.getByText(say('ledger.answered.right'))).toBeVisible()
    await link(page, say('notification.seeOrder')).click()

    // Approved and paid at the provider: the order continues.
    await link(page, say('surcharge.approve', { amount: '¥24.50' })).click()
    await expect(page.getByText(say('payment.source.supplementary'), { exact: true })).toBeVisible()
    await expect(page.getByText(say('payment.surchargeTitle'))).toBeVisible()
    await expect(page.getByRole('definition')).toHaveText([
      say('payment.source.supplementary'),
      order.orderNumber,
      ...counted(2, 3, '').slice(0, 2),
    ])
    await expectPhoneLayout(page)
    await button(page, say('surcharge.approve', { amount: '¥24.50' })).click()
    await page.waitForURL(providersPage)
    await page.getByRole('button').click()
    await page.waitForURL(onOrder(order))
    await expect(status(page, 'pending_pickup')).toBeVisible()
    await expect(due).toHaveCount(0)
    const price = page.getByRole('region', { name: say('charges.title') })
    const paidLabel = say('charges.paid.supplementary', { time: '' }).trim()
    await expect(price.getByRole('term').filter({ hasText: paidLabel })).toHaveCount(1)
    await expect(price.getByRole('definition').last()).toHaveText('¥24.50')

    // A new count withdraws the open payment at the provider, and the page links back.
    await countBags(operator, order, 4)
    await answerAll(traveller, order, 'right')
    await link(page, say('surcharge.approve', { amount: '¥49.00' })).click()
    await button(page, say('surcharge.approve', { amount: '¥49.00' })).click()
    await page.waitForURL(providersPage)
    await countBags(operator, order, 3)
    await page.goBack()
    await expect(page.getByRole('heading', { name: say('payment.withdrawnTitle') })).toBeVisible()
    await expect(page.getByText(say('payment.withdrawnDetail', policy))).toBeVisible()
    await expectPhoneLayout(page)
    await page.goForward()
    await page.waitForURL(providersPage)
    await expect(async () => {
      await page.reload()
      const closed = page.getByRole('heading', { name: sandboxTexts[locale].expiredTitle })
      await expect(closed).toBeVisible({ timeout: 1 })
    }).toPass()
    await page.getByRole('link', { name: sandboxTexts[locale].goBack }).click()
    await expect(page.getByRole('heading', { name: say('payment.withdrawnTitle') })).toBeVisible()
    await page.goto(`/order/detail/${order.orderId}`)
    await expect(status(page, 'pending_pickup')).toBeVisible()
    await expect(price.getByRole('definition').last()).toHaveText('¥24.50')

    await play(operator, { ...order, pieces: 3 }, 'pending_pickup', 'in_transit')
    await expect(page.getByText(say('bags.seal', { seal: '4473' }))).toBeVisible({ timeout: 2_000 })
  })
})
