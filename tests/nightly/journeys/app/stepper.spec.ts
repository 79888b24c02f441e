import { unfold } from '../../../e2e/form-parts.ts'
import { words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { typeIn } from '../../../e2e/type-in.ts'

test('counts bags by tap, by long press, by key and by typing, within its bounds', async ({ page }) => {
  await page.goto('/order/create/demo-hotel-desk')
  await expect(page.getByRole('button', { name: words('orderForm.review'), exact: true })).toBeEnabled()
  await unfold(page, 'bags')
  const bags = page.getByRole('spinbutton').first()
  const more = page.getByRole('button', { name: words('orderForm.morePieces') })
  const fewer = page.getByRole('button', { name: words('orderForm.fewerPieces') })
  const most = Number(await bags.getAttribute('aria-valuemax'))
  await expect(bags).toHaveValue('1')
  await expect(fewer).toBeDisabled()
  await more.click()
  await expect(bags).toHaveValue('2')

  await more.hover()
  await page.mouse.down()
  await expect(bags).toHaveValue(String(most))
  await page.mouse.up()
  await expect(more).toBeDisabled()

  await fewer.click()
  await expect(bags).toHaveValue(String(most - 1))
  await bags.press('Home')
  await expect(bags).toHaveValue('1')
  await bags.press('ArrowUp')
  await expect(bags).toHaveValue('2')
  await typeIn(bags, '99')
  await expect(bags).toHaveAttribute('aria-valuenow', String(most))
  await typeIn(bags, '0')
  await bags.blur()
  await expect(bags).toHaveValue(String(most))
  for (const [typed, read] of [
    ['３', '3'],
    ['٧', '7'],
  ] as const) {
    await typeIn(bags, typed)
    await bags.blur()
    await expect(bags).toHaveValue(read)
  }
})
