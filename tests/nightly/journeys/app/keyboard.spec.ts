import { type Locale, locales } from '@handsfree/core/contract'
import { expect, type Page } from '@playwright/test'
import { press, tabTo, type } from '../../../e2e/keyboard.ts'
import { test } from '../../../e2e/own-address.ts'
import { takePhoto } from '../../../e2e/photos.ts'
import { newPhoneNumber } from '../../../e2e/trip.ts'
import { wordsOf } from '../../../e2e/words.ts'

const names = {
  'en-US': { hotel: 'Lakeside Garden Hotel', station: 'Hongqiao Railway Station', receiver: 'Ada' },
  'zh-CN': { hotel: '湖畔花园酒店', station: '上海虹桥站', receiver: '艾达' },
}

const sendBags = async (page: Page, locale: Locale) => {
  const say = wordsOf(locale)
  const { hotel, station, receiver } = names[locale]
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/')
  await press(page, page.getByRole('link', { name: say('home.start') }))

  // Starts with the hotel's name instead of a QR code. Each page focuses its heading.
  await expect(page.getByRole('heading', { level: 1, name: say('start.title') })).toBeFocused()
  await type(page, page.getByRole('searchbox'), hotel.slice(0, 8))
  await press(page, page.getByRole('button', { name: hotel }))
  await expect(page.getByRole('heading', { level: 1, name: say('orderForm.title') })).toBeFocused()

  await press(page, button(say('orderForm.chooseDestination')))
  const sheet = page.getByRole('dialog', { name: say('orderForm.noDelivery') })
  await type(page, sheet.getByRole('searchbox'), station)
  await press(page, sheet.getByRole('button', { name: station }))
  await expect(sheet).toBeHidden()
  // The part is complete, so it folds.
  await expect(button(say('orderForm.changePart', { part: say('orderForm.part.route') }))).toBeFocused()

  // Times are suggested; the traveller fills in bags and recipient.
  const open = async (part: string) => {
    const folded = button(say('orderForm.fillInPart', { part }))
    if (await folded.isVisible()) await press(page, folded)
  }
  await open(say('orderForm.part.bags'))
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByLabel(say('orderForm.addPhotos')), 'Space')
  await (await chooser).setFiles([await takePhoto()])
  await expect(page.getByRole('button', { name: say('photo.remove', { number: 1 }) })).toBeVisible()
  await open(say('orderForm.part.receiver'))
  await type(page, field(say('orderForm.receiverName')), receiver)
  await type(page, field(say('orderForm.receiverPhone')), `+86${newPhoneNumber()}`)
  await press(page, button(say('orderForm.review')))
  await press(page, button(say('orderForm.agreeAndContinue')))

  await expect(page.getByRole('heading', { level: 1, name: say('signIn.title') })).toBeVisible()
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(page, button(say('signIn.sendCode')))
  const code = await page.getByRole('button', { name: /\d{6}/ }).textContent()
  await tabTo(page, page.getByRole('textbox').first())
  await page.keyboard.type(/\d{6}/.exec(code ?? '')?.[0] ?? '')
  await type(page, field(say('profile.name')), receiver)
  await press(page, button(say('profileInit.save')))

  await expect(page.getByRole('heading', { level: 1, name: say('orderConfirm.title') })).toBeFocused()
  await press(page, page.getByRole('button', { name: /49/ }))
  await page.waitForURL(/\/sandbox\/pay\//)
  await press(page, page.getByRole('button', { name: /49/ }))
  await page.waitForURL(/\/order\/detail\//)
  // The order's page replaces the payment's after its text has been announced.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const title = `.+ · HF \\d{4} \\d{4,9} · ${say('common.app_title')}`
  await expect(page).toHaveTitle(new RegExp(`^${title}$`))
}

for (const locale of locales) {
  test.describe(() => {
    test.use({ locale })
    test(`sends bags using only the keyboard, from home to a paid order, in ${locale}`, async ({ page }) => {
      test.setTimeout(90_000)
      await sendBags(page, locale)
    })
  })
}
