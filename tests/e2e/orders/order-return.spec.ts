import { chooseReturn, operatorReturn } from '@handsfree/core/contract'
import { cardTexts } from '@handsfree/core/i18n'
import { enter, must, newPaidOrder, operatorOf, readOrder } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { typeIn } from '../type-in.ts'

test.describe.configure({ timeout: 90_000 })

inBothLanguages((say, locale) => {
  test('asks where refused bags go, sends them to another place, and follows them there @nightly', async ({
    page,
    context,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const { orderId } = order
    const params = { orderId }
    const operator = operatorOf(baseURL)
    const step = async (body: object) =>
      must(await operator.call(operatorReturn, { params, body: body as never }))
    const returning = async () => (await readOrder(traveller, orderId)).returning
    await play(operator, order, 'reviewing', 'delivered')
    await enter(page, traveller)
    await page.goto('/')

    // The popup links to the question.
    await step({ step: 'begin', reason: 'refused' })
    await page
      .getByRole('alertdialog')
      .getByRole('link', { name: say('orderReturn.choose') })
      .click()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const goesTo = (returnTo: string) =>
      page.getByRole('heading', { name: say('returnHeadline.chosen', { pieces: 2, returnTo }) })
    await expect(
      page.getByRole('heading', { name: say('returnHeadline.asked', { pieces: 2 }) }),
    ).toBeVisible()
    await expect(page.getByText(say('orderReturn.free'), { exact: true })).toBeVisible()
    await expect(button(say('orderReturn.send', { kind: 'none' }))).toBeDisabled()
    await expectPhoneLayout(page)

    // The choice survives a network loss: the same choice succeeds afterwards.
    const radio = (kind: 'back' | 'keep' | 'address') =>
      page.getByRole('radio').nth({ back: 0, keep: 1, address: 2 }[kind])
    await radio('keep').locator('..').click()
    await context.setOffline(true)
    await button(say('orderReturn.send', { kind: 'keep' })).click()
    await expect(page.getByText(say('orderReturn.unknown'))).toBeVisible()
    await expectPhoneLayout(page)
    await context.setOffline(false)
    await button(say('orderReturn.send', { kind: 'keep' })).click()
    await expect(button(say('orderReturn.change'))).toBeVisible()
    await expect(page.getByText(say('orderReturn.unknown'))).toBeHidden()
    expect((await returning())?.choice).toBe('keep')

    // Changes the choice to the traveller's own address.
    await button(say('orderReturn.change')).click()
    await radio('address').locator('..').click()
    await button(say('orderReturn.findPlace')).click()
    await expectPhoneLayout(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await button(say('orderReturn.findPlace')).click()
    await button(say('orderForm.useOwnAddress')).click()
    await page
      .getByRole('radiogroup', { name: say('orderForm.region') })
      .getByRole('radio')
      .first()
      .locator('..')
      .click()
    const address = page.getByLabel(say('orderForm.address'), { exact: true })
    await typeIn(address, '1 Century Avenue')
    await page.reload()
    await expect(address).toHaveValue('1 Century Avenue')
    await expectPhoneLayout(page)
    await button(say('orderReturn.send', { kind: 'address' })).click()
    await expect(goesTo('1 Century Avenue')).toBeVisible()
    await page.reload()
    await expect(goesTo('1 Century Avenue')).toBeVisible()

    // Chosen elsewhere, then a courier sets out: the page updates without a reload.
    await button(say('orderReturn.change')).click()
    must(await traveller.api.call(chooseReturn, { params, body: { choice: { kind: 'back' } } }))
    await expect(button(say('orderReturn.change'))).toBeVisible()
    await step({ step: 'start' })
    await expect(button(say('orderReturn.change'))).toBeHidden()
    await expectPhoneLayout(page)
    await step({ step: 'complete' })
    await page.getByRole('link', { name: say('orderReturn.showCode') }).click()
    const place = locale === 'zh-CN' ? 'en-US' : 'zh-CN'
    await expect(page.getByText(cardTexts[place].delivery(2))).toBeVisible()
    await page.goto(`/order/detail/${orderId}`)
    await expect(page.getByRole('link', { name: say('orderReturn.see') })).toBeVisible()
    await expectPhoneLayout(page)
  })
})
