import { devices } from '@playwright/test'
import { enter, newPaidOrder } from '../../../e2e/backend.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'

test.use({ userAgent: `${devices['Pixel 7'].userAgent} MicroMessenger/8.0.50 Language/zh_CN` })

inBothLanguages((say) => {
  test('refers to the browser for saving a file when another app’s web view cannot', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL ?? '')
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    const hint = page.getByText(say('file.inBrowser'))
    for (const name of ['receipt.download', 'calendar.add'] as const) {
      await page.getByRole('button', { name: say(name) }).click()
      await expect(hint.first()).toBeVisible()
      await page.getByRole('button', { name: say('common.close'), includeHidden: true }).click()
      await expect(hint).toHaveCount(0)
    }
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('myAccount.downloadStart') }).click()
    await expect(page.getByText(say('file.inBrowser'))).toBeVisible()
    await expect(page.getByText(say('myAccount.downloadStarted'))).toBeVisible()
  })
})
