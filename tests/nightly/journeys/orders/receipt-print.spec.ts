import type { Order } from '@handsfree/core/contract'
import { enter, newPaidOrder } from '../../../e2e/backend.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'

/** Two surcharges, three refunds, and names of maximum length. */
const longest = (order: Order): Order => {
  const [payment] = order.payments
  if (!payment) throw new Error('not paid')
  const name = '汉'.repeat(60)
  const place = { ...order.delivery, name, location: { ...order.delivery.location, address: name } }
  return {
    ...order,
    pickup: { ...place, roomNumber: name.slice(0, 20) },
    delivery: { ...place, siteId: null },
    receiver: { ...order.receiver, name },
    payments: ['1', '2', '3'].map((paymentId) => ({ ...payment, paymentId })),
    refunds: ['1', '2', '3'].map((refundId) => ({
      refundId,
      amount: { ...payment.amount, amount: 1_00 },
      startTime: payment.paidTime,
      refundBy: payment.paidTime,
      doneTime: payment.paidTime,
    })),
  }
}

inBothLanguages((say) => {
  test('prints a long receipt on one A4 sheet without the page’s bars', { tag: '@nightly' }, async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const [payment] = order.payments
    await page.route(`**/api/orders/${order.orderId}`, async (route) => {
      const answer = await route.fetch()
      const { result, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, result: longest(result) } })
    })
    await enter(page, traveller)
    // The browser's own dialog would end the print at once.
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await page.goto(`/order/detail/${order.orderId}`)
    const button = page.getByRole('button', { name: say('receipt.print') })
    await button.click()
    // Without a role, since it's hidden on the screen.
    const sheet = page.locator('main', { hasText: payment?.receiptNumber ?? 'none' })
    await expect(sheet).toBeAttached()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('row').filter({ hasText: '−' })).toHaveCount(3)
    await expect(button).toBeHidden()
    await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[456][.\d]* 84[12][.\d]*\]/)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(sheet).not.toBeAttached()
  })
})
