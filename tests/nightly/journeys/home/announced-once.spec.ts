import { expect } from '@playwright/test'
import { unfold } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { openForm } from '../../../e2e/order-steps.ts'
import { test } from '../../../e2e/own-address.ts'
import { takePhoto } from '../../../e2e/photos.ts'
import { readAnnouncements, recordAnnouncements } from '../../../e2e/record-announcements.ts'
import { withResolvers } from '../../../with-resolvers.ts'

inBothLanguages((say) => {
  test('announces each form problem once on review: the first with its field, the others with theirs', async ({
    page,
  }) => {
    await recordAnnouncements(page)
    await openForm(page, 'demo-hotel-desk', say)
    const before = (await readAnnouncements(page)).length
    const review = page.getByRole('button', { name: say('orderForm.review') })
    await review.click()
    const problems = [
      say('orderForm.problem.deliveryRequired'),
      say('orderForm.problem.photosRequired'),
      say('orderForm.problem.receiverNameRequired'),
    ]
    for (const problem of problems) await expect(page.getByText(problem).first()).toBeVisible()
    // Screen readers read it with the focused field.
    const choose = page.getByRole('button', { name: say('orderForm.chooseDestination'), exact: true })
    await expect(choose).toBeFocused()
    await expect(choose).toHaveAccessibleDescription(problems[0] ?? '')
    // Screen readers read it when the field gets focus.
    const name = page.getByRole('textbox', { name: say('orderForm.receiverName'), exact: true })
    await expect(name).toHaveAccessibleDescription(problems[2] ?? '')
    const said = (await readAnnouncements(page)).slice(before)
    expect(said.filter((line) => problems.some((problem) => line.includes(problem)))).toEqual([])
  })

  test('announces what is missing once a number is typed, not with each digit', async ({ page }) => {
    await recordAnnouncements(page)
    await openForm(page, 'demo-hotel-desk', say)
    await unfold(page, 'receiver')
    const before = (await readAnnouncements(page)).length
    await page
      .getByRole('textbox', { name: say('orderForm.receiverPhone') })
      .pressSequentially('+8613812342046')
    // One digit too many, and then it is right again.
    for (const key of ['1', 'Backspace']) await page.keyboard.press(key)
    const missing = say('orderForm.missing', { first: say('orderForm.problem.deliveryRequired'), others: 2 })
    await expect
      .poll(async () => (await readAnnouncements(page)).slice(before))
      .toEqual([`¥49.00 · ${missing}`.replaceAll('\u00a0', ' ')])
  })

  test('announces once that a photo is uploading, and once that it is uploaded', async ({ page }) => {
    const { promise: held, resolve: go } = withResolvers()
    await page.route('**/api/files', async (route) => {
      await held
      await route.continue()
    })
    await recordAnnouncements(page)
    await openForm(page, 'demo-hotel-desk', say)
    await unfold(page, 'bags')
    const before = (await readAnnouncements(page)).length
    await page.getByLabel(say('orderForm.addPhotos')).setInputFiles([await takePhoto()])
    await expect(page.getByRole('progressbar')).toBeVisible()
    go()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const price = '¥49.00 · '
    const missing = say('orderForm.missing', { first: say('orderForm.problem.deliveryRequired'), others: 2 })
      // Announcements are compared with plain spaces.
      .replaceAll('\u00a0', ' ')
    await expect
      .poll(async () => (await readAnnouncements(page)).slice(before))
      .toEqual([price + say('orderForm.problem.photosUploading'), price + missing])
  })
})
