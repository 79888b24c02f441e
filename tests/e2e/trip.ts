import { expect, type Page } from '@playwright/test'
import { chooseTimes, unfold } from './form-parts.ts'
import { type File, takePhoto } from './photos.ts'
import { typeIn } from './type-in.ts'
import type { Say } from './words.ts'

/** Parallel workers use separate ranges of numbers. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 10
let lastNumber = Date.now() % 10_000_000
/** A Chinese mobile number that is unique in the run. */
export const newPhoneNumber = (): string => {
  lastNumber = (lastNumber + 1) % 10_000_000
  return `138${worker}${String(lastNumber).padStart(7, '0')}`
}

export async function signIn(page: Page, say: Say, { name = 'Ada', phoneNumber = newPhoneNumber() } = {}) {
  const field = page.getByRole('textbox', { name: say('signIn.phone') })
  // Typed with its calling code, which overrides the one of the browser's language.
  await typeIn(field, `+86${phoneNumber}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await expect(page.getByRole('heading', { name: say('code.title') })).toBeVisible()
  await page.getByRole('button', { name: /\d{6}/ }).click()
  await typeIn(page.getByRole('textbox', { name: say('profile.name') }), name)
  await page.getByRole('button', { name: say('profileInit.save') }).click()
}

/** Signs out in the account's sheet, and confirms if asked. */
export async function signOut(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say('account.title') }).click()
  for (const role of ['dialog', 'alertdialog'] as const)
    await page
      .getByRole(role)
      .getByRole('button', { name: say('accountSheet.signOut') })
      .click()
}

/** Chooses a delivery site by its name on the order form. */
export async function chooseDestination(page: Page, say: Say, place: string): Promise<void> {
  await page.getByRole('button', { name: say('orderForm.chooseDestination'), exact: true }).click()
  await typeIn(page.getByRole('searchbox', { name: say('siteSearch.keyword') }), place)
  await page.getByRole('dialog').getByRole('button', { name: place }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Fills in the whole order form: to a site by name, tomorrow, two bags, one photo by default. */
export async function fillOrder(
  page: Page,
  say: Say,
  { place, photos }: { place: string; photos?: File[] | undefined },
) {
  const pictures = photos ?? [await takePhoto()]
  await chooseDestination(page, say, place)

  await chooseTimes(page, say, { pickup: '14:00', delivery: '18:00' })
  await unfold(page, 'bags')
  await page.getByRole('button', { name: say('orderForm.morePieces') }).click()
  await page.getByLabel(say('orderForm.addPhotos')).setInputFiles(pictures)
  for (const index of pictures.keys()) {
    const name = say('photo.remove', { number: index + 1 })
    await expect(page.getByRole('button', { name })).toBeVisible()
  }
  // Scaling down a 12-megapixel picture takes time.
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText(say('orderForm.complete')).first()).toBeVisible()
}

export async function review(page: Page, say: Say) {
  await page.getByRole('button', { name: say('orderForm.review') }).click()
  await page.getByRole('button', { name: say('orderForm.agreeAndContinue') }).click()
  await expect(page.getByRole('heading', { name: say('orderConfirm.title') })).toBeVisible()
}

/** Enters the visitor as the receiver; a signed-in traveller is prefilled. Returns the number. */
export async function nameCollector(page: Page, say: Say, name = 'Ada'): Promise<string> {
  await unfold(page, 'receiver')
  const phoneNumber = newPhoneNumber()
  await typeIn(page.getByRole('textbox', { name: say('orderForm.receiverName'), exact: true }), name)
  await typeIn(page.getByRole('textbox', { name: say('orderForm.receiverPhone') }), `+86${phoneNumber}`)
  return phoneNumber
}

/** Reviews as a visitor, who signs in with the form's number. */
export async function reviewAndSignIn(page: Page, say: Say, name = 'Ada') {
  await page.getByRole('button', { name: say('orderForm.review') }).click()
  await page.getByRole('button', { name: say('orderForm.agreeAndContinue') }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await page.getByRole('button', { name: /\d{6}/ }).click()
  await typeIn(page.getByRole('textbox', { name: say('profile.name') }), name)
  await page.getByRole('button', { name: say('profileInit.save') }).click()
  await expect(page.getByRole('heading', { name: say('orderConfirm.title') })).toBeVisible()
}

export async function pay(page: Page) {
  await page.getByRole('button', { name: /98/ }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.getByRole('button', { name: /98/ }).click()
  await page.waitForURL(/\/order\/detail\//)
}
