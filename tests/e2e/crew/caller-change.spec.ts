import { policy } from '@handsfree/core/policy'
import { enter, newPaidOrder } from '../backend.ts'
import { expectAccessible, expectPhoneLayout, listen } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect } from '../own-address.ts'
import { test } from '../server-without-autopilot.ts'

inBothLanguages((say, locale) => {
  test(`adds a bag for a traveller who called, which they pay on their page, in ${locale}`, async ({
    browser,
    own,
  }) => {
    test.setTimeout(120_000)
    const { traveller, order } = await newPaidOrder(own.url)
    const { orderId } = order
    const open = async (viewport: { width: number; height: number }) => {
      const context = await browser.newContext({
        baseURL: own.url,
        locale,
        viewport,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      return { page, heard: listen(page) }
    }
    const operator = await open({ width: 1280, height: 900 })
    const { page } = operator
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto('/crew?as=operator')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.goto(`/crew/orders/${orderId}`)
    await page.getByRole('link', { name: new RegExp(`^${say('crewChange.title')}`) }).click()
    await expect(button(say('orderChange.preview'))).toBeDisabled()
    await expectAccessible(page)
    await button(say('orderForm.morePieces')).click()
    await button(say('orderChange.preview')).click()
    const sheet = page.getByRole('dialog', { name: say('orderChange.caller.sheetTitle') })
    await expect(sheet).toContainText(
      say('orderChange.caller.moreWords', { minutes: policy.changePayMinutes }),
    )
    await expectAccessible(page)
    await sheet.getByRole('button', { name: say('orderChange.caller.pay', { amount: '¥24.50' }) }).click()
    const waiting = say('crewChange.waiting', { stage: 'waitPayment' })
    await expect(page.getByText(waiting)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/crew/orders/${orderId}(\\?|$)`))

    const phone = await open({ width: 390, height: 844 })
    await enter(phone.page, traveller)
    await phone.page.goto(`/order/detail/${orderId}`)
    await phone.page.getByRole('link', { name: say('orderChange.see') }).click()
    await expect(
      phone.page.getByRole('link', { name: say('orderChange.pay', { amount: '¥24.50' }) }),
    ).toBeVisible()
    await expectPhoneLayout(phone.page)

    await page.getByRole('link', { name: say('orderChange.see') }).click()
    await button(say('orderChange.withdraw')).click()
    await expect(button(say('orderChange.preview'))).toBeVisible()
    await expect(button(say('orderForm.morePieces'))).toBeVisible()
    expect([...operator.heard, ...phone.heard]).toEqual([])
  })
})
