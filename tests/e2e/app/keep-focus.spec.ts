import { createClaim, operatorRetag } from '@handsfree/core/contract'
import { expect, type Page } from '@playwright/test'
import { must, newKey, operatorOf, placeOrder, placePaidOrder, readOrder } from '../backend.ts'
import { play } from '../desk.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { openForm } from '../order-steps.ts'
import { takePhoto } from '../photos.ts'
import { readAnnouncements, recordAnnouncements } from '../record-announcements.ts'
import { test } from '../traveller.ts'

inBothLanguages((say) => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const press = async (page: Page, name: string) => {
    await button(page, name).first().focus()
    await page.keyboard.press('Enter')
  }

  test('moves the focus to the page’s heading after a successful reload @nightly', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort('connectionfailed'))
    await page.goto('/person/notification')
    await expect(page.getByRole('alert')).toHaveText(`${say('common.loadFailed')}${say('error.network')}`)
    await page.unroute('**/api/**')
    await press(page, say('common.reload'))
    await expect(page.getByText(say('notification.empty'))).toBeVisible()
    await expect(heading(page, say('notification.title'))).toBeFocused()
  })

  test('moves the focus to the page’s heading when a saved entry is removed @nightly', async ({
    page,
    traveller,
  }) => {
    const receiver = { name: 'Mei', dialCode: '86', phoneNumber: '13800138000' }
    await placeOrder(traveller, { receiver }, ['receiver'])
    await page.goto('/person/saved')
    await press(page, say('saved.removeNamed', { name: 'Mei' }))
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await press(page, say('saved.remove'))
    await expect(page.getByText(say('saved.empty'))).toBeVisible()
    await expect(heading(page, say('saved.title'))).toBeFocused()
  })

  test('returns the focus to the cancel button when a cancellation is closed @nightly', async ({
    page,
    traveller,
  }) => {
    const { orderId } = await placePaidOrder(traveller)
    await page.goto(`/order/detail/${orderId}`)
    const sheet = page.getByRole('dialog', { name: say('cancellation.title') })
    const keep = sheet.getByRole('button', { name: say('cancellation.keep'), exact: true })
    for (const close of [() => page.keyboard.press('Escape'), () => keep.click()]) {
      await press(page, say('cancellation.start'))
      await expect(sheet.getByRole('definition')).toHaveCount(3)
      await close()
      await expect(sheet).toBeHidden()
      await expect(button(page, say('cancellation.start'))).toBeFocused()
    }
  })

  test('moves the focus to the form part of a removed photo @nightly', async ({ page }) => {
    await openForm(page, 'demo-hotel-desk', say)
    await unfold(page, 'bags')
    await page.getByLabel(say('orderForm.addPhotos')).setInputFiles([await takePhoto()])
    await press(page, say('photo.remove', { number: 1 }))
    await expect(button(page, say('photo.remove', { number: 1 }))).toBeHidden()
    await expect(heading(page, say('orderForm.bags'))).toBeFocused()
  })

  test('keeps the focus on an answered question, and announces only the answer @nightly', async ({
    page,
    traveller,
    baseURL,
  }) => {
    const operator = operatorOf(baseURL ?? '')
    const order = await placePaidOrder(traveller)
    await play(operator, order, 'reviewing', 'in_transit')
    const params = { orderId: order.orderId }
    const [bag] = (await readOrder(traveller, order.orderId)).bags
    const tagCode = bag?.tagCode ?? ''
    const body = { tagCode, newTagCode: `${tagCode.slice(0, 11)}-4480`, newSealNumber: '4480' }
    must(await operator.call(operatorRetag, { params, body }))
    await recordAnnouncements(page)
    await page.goto(`/order/ledger/${order.orderId}`)
    await expect(button(page, say('ledger.right'))).toBeVisible()
    const before = (await readAnnouncements(page)).length
    await press(page, say('ledger.right'))
    await press(page, say('ledger.confirmSend.right'))
    await expect(page.getByText(say('ledger.answered.noted'))).toBeVisible()
    await expect(
      heading(page, say('ledger.question.seal', { seal: '4480', former: bag?.sealNumber ?? '' })),
    ).toBeFocused()
    expect((await readAnnouncements(page)).slice(before)).toEqual([say('ledger.answered.noted')])
  })

  test('moves the focus to a form that replaces its button @nightly', async ({
    page,
    traveller,
    baseURL,
  }) => {
    const order = await placePaidOrder(traveller)
    await play(operatorOf(baseURL ?? ''), order, 'reviewing', 'in_transit')
    const params = { orderId: order.orderId }
    const body = { kind: 'damaged' as const, words: 'A wheel is broken', photos: [], amount: 300_00 }
    must(await traveller.api.call(createClaim, { params, body, idempotencyKey: newKey() }))
    await page.goto(`/order/claims/${order.orderId}`)
    await press(page, say('claim.another'))
    await expect(heading(page, say('claim.new'))).toBeFocused()
  })
})
