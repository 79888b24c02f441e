import { expectAccessible } from '../checks.ts'
import { expect, path, test } from '../own-address.ts'
import { takePhoto } from '../photos.ts'
import { prepareAtDesk } from '../prepared.ts'
import { signIn } from '../trip.ts'
import { type Locale, wordsOf } from '../words.ts'

for (const locale of ['en-US', 'zh-CN'] as const satisfies Locale[]) {
  test(`takes over an order prepared at a desk, adds the photo, agrees and pays, in ${locale} @nightly`, async ({
    browser,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const place = locale === 'en-US' ? 'Lakeside Garden Hotel' : '湖畔花园酒店'
    const link = await prepareAtDesk(baseURL)
    const page = await browser.newPage({ baseURL, locale })
    const answer = await page.goto(link)
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    // The link's page names the purpose, and nothing about the guest.
    const invitation = page.getByText(say('handover.invitation', { place, pieces: 2 }))
    await expect(invitation).toBeVisible()
    await expect(page.getByText('Ada')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: say('handover.signIn') }).click()
    await signIn(page, say)
    await expect(page).toHaveURL(path(link))
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { name: say('handover.ready') })).toBeVisible()
    await expect(main.getByText('Ada', { exact: true })).toBeVisible()
    const submit = page.getByRole('button', { name: say('orderConfirm.pay', { amount: '¥98.00' }) })
    await submit.click()
    await expect(page.getByText(say('orderForm.problem.photosRequired'))).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(say('orderForm.addPhotos')).setInputFiles(await takePhoto())
    const photo = page.getByRole('img', { name: say('orderForm.photo', { number: 1 }) })
    await expect(photo).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('handoverDraft'))).toContain('/files/')
    await page.reload()
    await expect(photo).toBeVisible()
    await submit.click()
    const agree = page.getByRole('button', { name: say('orderForm.agreeAndContinue') })
    await expect(agree).toBeVisible()
    await page.goBack()
    await expect(agree).toBeHidden()
    await expect(page).toHaveURL(path(link))
    await submit.click()
    await agree.click()
    await expect(page).toHaveURL(/\/payment\/checkout\//)
    await page.goto(link)
    await expect(page).toHaveURL(/\/order\/detail\//)

    const other = await browser.newPage({ baseURL, locale })
    await other.goto(link)
    await expect(other.getByText(say('handover.gone'))).toBeVisible()
    await expect(other.getByText(say('handover.goneDetail'))).toBeVisible()
  })
}
