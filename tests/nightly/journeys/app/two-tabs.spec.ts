import { listOrders } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { enter, must, newTraveller, operatorOf, readOrder, useCard } from '../../../e2e/backend.ts'
import { expectAccessible } from '../../../e2e/checks.ts'
import { countBags, play } from '../../../e2e/desk.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { countOrders, openConfirmation, openForm, words as say } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { typeIn } from '../../../e2e/type-in.ts'

test.describe.configure({ timeout: 150_000 })

const remarks = (page: Page) => page.getByRole('textbox', { name: say('orderForm.remarks') })
const popup = (page: Page) => page.getByRole('alertdialog')

test('shares draft, profile, order and popup between two tabs', { tag: '@nightly' }, async ({
  page,
  context,
  baseURL,
}) => {
  const traveller = await newTraveller(baseURL, 'Alex')
  await enter(page, traveller)
  const other = await context.newPage()

  // Text typed in one tab appears in the other.
  await openForm(page, 'demo-hotel-desk')
  await openForm(other, 'demo-hotel-desk')
  await unfold(other, 'remarks')
  await unfold(page, 'remarks')
  await typeIn(remarks(page), 'Two blue suitcases')
  await expect(remarks(other)).toHaveValue('Two blue suitcases')

  // A name changed in one tab changes in the other.
  await page.goto('/')
  await page.getByRole('button', { name: say('account.title') }).click()
  await expect(page.getByRole('dialog', { name: 'Alex', exact: true })).toBeVisible()
  await other.goto('/person/profile/edit')
  await typeIn(other.getByRole('textbox', { name: say('profile.name') }), 'Alexandra')
  await other.getByRole('button', { name: say('profile.save'), exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Alexandra', exact: true })).toBeVisible()

  // The other tab doesn't resend an order that this tab has sent.
  await openConfirmation(page, 'demo-hotel-desk')
  await other.goto('/order/confirm?qrId=demo-hotel-desk')
  const pay = (tab: Page) => tab.getByRole('button', { name: say('orderConfirm.pay', { amount: '¥98.00' }) })
  await expect(pay(other)).toBeEnabled()
  await pay(page).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await expect(other.getByRole('heading', { name: say('placedInOtherTab.title') })).toBeVisible()
  await expectAccessible(other)
  expect(await countOrders(traveller)).toBe(1)
  await other.getByRole('link', { name: say('placedInOtherTab.another') }).click()
  await expect(other.locator('#part-remarks')).toContainText(say('orderForm.noRemarks'))

  // Only one of the two visible pages shows the popup about the courier's count.
  const { list } = must(await traveller.api.call(listOrders, { query: {} }))
  const [{ orderId = '' } = {}] = list
  await useCard(traveller, await readOrder(traveller, orderId), 'pays')
  const order = await readOrder(traveller, orderId)
  const operator = operatorOf(baseURL)
  await play(operator, order, 'reviewing', 'pending_pickup')
  await page.goto('/faq')
  await other.goto('/faq')
  await countBags(operator, order, 3)
  const popups = async () => (await Promise.all([page, other].map((tab) => popup(tab).count()))).toSorted()
  await expect.poll(popups).toEqual([0, 1])
  const shows = (await popup(page).count()) === 1 ? page : other
  const rests = shows === page ? other : page
  await popup(shows)
    .getByRole('button', { name: say('notification.later') })
    .click()
  await expect.poll(popups).toEqual([0, 0])

  // After it is closed, the other page shows the popup.
  await shows.close()
  await countBags(operator, order, 4)
  await expect(popup(rests)).toContainText('¥73.50')
})
