import type { CDPSession, Page } from '@playwright/test'
import { unfold } from '../../../e2e/form-parts.ts'
import { openForm, words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { newPhoneNumber } from '../../../e2e/trip.ts'
import { typeIn } from '../../../e2e/type-in.ts'

const fullWidth = (text: string) =>
  text.replace(/[+\d]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

/** Composes text key by key like an input method, and commits it. */
async function compose(keyboard: CDPSession, text: string): Promise<void> {
  for (let end = 1; end <= text.length; end++)
    await keyboard.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  await keyboard.send('Input.insertText', { text })
}

const inputMethodOf = (page: Page) => page.context().newCDPSession(page)

test('accepts a number and a code of full-width digits from an input method', async ({ page }) => {
  await page.goto('/sign/in')
  const inputMethod = await inputMethodOf(page)
  const phoneNumber = newPhoneNumber()
  const field = page.getByRole('textbox', { name: words('signIn.phone') })
  await field.click()
  await compose(inputMethod, fullWidth(`+86${phoneNumber}`))
  await expect(field).toHaveValue(phoneNumber)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  const offer = await page.getByRole('button', { name: /^Use \d{6}$/ }).textContent()
  for (const digit of fullWidth(offer?.slice(-6) ?? '')) await compose(inputMethod, digit)
  await expect(page.getByRole('heading', { name: words('profileInit.title') })).toBeVisible()
})

test('accepts each composed digit of a code immediately', async ({ page }) => {
  await page.goto('/sign/in')
  const inputMethod = await inputMethodOf(page)
  await typeIn(page.getByRole('textbox', { name: words('signIn.phone') }), `+86${newPhoneNumber()}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  const offer = await page.getByRole('button', { name: /^Use \d{6}$/ }).textContent()
  for (const digit of offer?.slice(-6) ?? '')
    await inputMethod.send('Input.imeSetComposition', { text: digit, selectionStart: 1, selectionEnd: 1 })
  await expect(page.getByRole('heading', { name: words('profileInit.title') })).toBeVisible()
})

test('accepts amounts and a bag count of full-width digits from an input method', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  const inputMethod = await inputMethodOf(page)
  await unfold(page, 'bags')
  const pieces = page.getByRole('spinbutton', { name: words('orderForm.pieces') })
  await pieces.click()
  await pieces.press('ControlOrMeta+A')
  await compose(inputMethod, fullWidth('12'))
  await expect(pieces).toHaveValue('12')
  const value = page.getByRole('textbox', { name: words('orderForm.declaredValue') })
  await value.click()
  await compose(inputMethod, fullWidth('1200'))
  await expect(value).toHaveValue('1200')
  await typeIn(value, '')
  await compose(inputMethod, '2千')
  await expect(value).toHaveValue('2千')
})
