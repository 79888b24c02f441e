import { emptyDraft } from '@handsfree/core/booking'
import { policy } from '@handsfree/core/policy'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { expectAccessible, serveEmptyPages } from '../checks.ts'
import { chooseDay, chooseSlot, chooseTimes, unfold } from '../form-parts.ts'
import { chip, choose, leavePreview, openForm, part, toStation, words } from '../order-steps.ts'
import { takePhoto, takePhotos } from '../photos.ts'
import { test } from '../traveller.ts'
import { chooseDestination, fillOrder } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import { type Locale, wordsOf } from '../words.ts'

const review = (page: Page) => page.getByRole('button', { name: words('orderForm.review') })
const receiver = { who: 'me' as const, name: 'Alex', dialCode: '86', phoneNumber: '13812342046' }

test('shows what each field needs, and focuses the first incomplete one', async ({ page }) => {
  await openForm(page, 'demo-guesthouse')
  // The guesthouse charges per package.
  await expect(page.getByRole('button', { name: /^¥99\.00 Enter the room password/ })).toBeVisible()
  const messages = (['roomPasswordRequired', 'deliveryRequired', 'photosRequired'] as const).map((problem) =>
    page.getByText(words(`orderForm.problem.${problem}`), { exact: true }),
  )
  for (const message of messages) await expect(message).toHaveCount(0)
  await review(page).click()
  const password = page.getByRole('textbox', { name: words('orderForm.roomPassword') })
  await expect(password).toBeFocused()
  await expect(password).toBeInViewport()
  await expect(password).toHaveAccessibleDescription(/Enter the room password/)
  for (const message of messages) await expect(message.locator('svg')).toBeVisible()
  await typeIn(password, '2046#')
  await expect(password).toHaveAccessibleDescription(words('orderForm.roomPasswordHint'))
  // The bar names the next field, and a tap focuses it.
  await page.getByRole('button', { name: /Choose a destination, then 1.more/ }).click()
  await expect(
    page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }),
  ).toBeFocused()
  await expectAccessible(page)
})

test('shows the trip and its price beside the form on a tablet', async ({ page }) => {
  const overview = page.getByRole('region', { name: words('orderForm.overview') })
  await openForm(page, 'demo-hotel-desk')
  await expect(overview).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(overview).toContainText('¥49.00')
})

test('requires city and street of an own address, and a recipient’s name and valid number @nightly', async ({
  page,
}) => {
  await openForm(page, 'demo-hotel-desk')
  await page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }).click()
  await page.getByRole('button', { name: words('orderForm.useOwnAddress') }).click()
  await unfold(page, 'receiver')
  await choose(page, words('orderForm.receiver'), words('orderForm.receiver.other'))
  await review(page).click()
  const address = page.getByRole('textbox', { name: words('orderForm.address') })
  const name = page.getByRole('textbox', { name: words('orderForm.receiverName'), exact: true })
  const phone = page.getByRole('textbox', { name: words('orderForm.receiverPhone') })
  const city = page.getByRole('radiogroup', { name: words('orderForm.region') })
  await expect(city.getByRole('radio')).toHaveCount(2)
  await expect(city.getByRole('radio').first()).toBeFocused()
  await expect(city).toHaveAccessibleDescription(words('orderForm.problem.deliveryRegionRequired'))
  await choose(page, words('orderForm.region'), 'Hangzhou')
  await expect(city).toHaveAccessibleDescription('')
  const reviewed = words('orderForm.addressReview', { refusal: words('promise.refusal', policy) })
  const missing = words('orderForm.problem.deliveryAddressRequired')
  await expect(address).toHaveAccessibleDescription(new RegExp(`${reviewed}.*${missing}`))
  // The bar shows the same message and focuses the empty address.
  await page.getByRole('button', { name: new RegExp(missing) }).click()
  await expect(address).toBeFocused()
  await expect(name).toHaveAccessibleDescription(words('orderForm.problem.receiverNameRequired'))
  await expect(phone).toHaveAccessibleDescription(words('orderForm.problem.receiverPhoneRequired'))
  await typeIn(address, '3 Bridge Lane, Hangzhou')
  await expect(address).toHaveAccessibleDescription(reviewed)
  await typeIn(name, 'Robin')
  await typeIn(phone, '1381')
  await expect(phone).toHaveAccessibleDescription(words('orderForm.problem.receiverPhoneInvalid'))
  // The form has its own calling-code selection.
  await page.getByLabel(words('orderForm.dialCode')).selectOption('HK')
  await typeIn(phone, '51234567')
  // The address is complete, so its part folds.
  await expect(page.locator('#change-route')).toBeVisible()
  for (const field of [name, phone]) await expect(field).toHaveAccessibleDescription('')
  // Or typed before the number, key by key.
  await phone.clear()
  await phone.pressSequentially('+99912345')
  await expect(phone).toHaveAccessibleDescription(words('orderForm.problem.receiverDialCodeUnknown'))
  await phone.clear()
  await phone.pressSequentially('+8613812342046')
  await expect(phone).toHaveValue('13812342046')
  await expect(page.getByLabel(words('orderForm.dialCode'))).toHaveValue('CN')
  await expect(phone).toHaveAccessibleDescription('')
})

test('moves times that no longer fit, and refuses too many bags and too high a value @nightly', async ({
  page,
  traveller,
}) => {
  await leavePreview(page, traveller, {
    qrId: 'demo-hotel-desk',
    draft: { ...emptyDraft(receiver), pickupTime: '2026-11-01T10:00:00+08:00', pieces: 25 },
  })
  await openForm(page, 'demo-hotel-desk')
  await review(page).click()
  await expect(part(page, 'pieces').getByText('Choose 1 to 20 bags')).toBeVisible()
  const when = page.locator('#part-when')
  await expect(when.getByText('The pickup time you chose is no longer available.')).toBeVisible()
  await chooseTimes(page, words, { pickup: '10:00', delivery: '14:00' })
  await expect(when.getByRole('status')).toHaveCount(0)
  // A later pickup moves the delivery, with a message.
  await chooseSlot(page, words, 'pickupTime', '15:30')
  await expect(when.getByRole('status')).toHaveText(
    words('orderForm.movedDelivery', { time: `tomorrow at ${words.hour('18:30')}` }),
  )
  await chooseSlot(page, words, 'deliveryTime', '19:00')
  await expect(when.getByRole('status')).toHaveCount(0)

  const value = page.getByRole('textbox', { name: words('orderForm.declaredValue') })
  await expect(value).toHaveAccessibleDescription('Includes coverage up to ¥3,000 per bag.')
  await typeIn(value, '8000')
  await expect(value).toHaveAccessibleDescription('Coverage up to ¥8,000 per bag for ¥15 per bag.')
  await typeIn(value, '200.00')
  await expect(value).toHaveAccessibleDescription('Includes coverage up to ¥200 per bag.')
  await expect(value).toHaveValue('200.00')
  await typeIn(value, '1.000')
  await expect(value).toHaveAccessibleDescription('Includes coverage up to ¥1,000 per bag.')
  for (const typed of ['40000', '999999999', 'about 8k']) {
    await typeIn(value, typed)
    await expect(value).toHaveValue(typed)
    await expect(value).toHaveAccessibleDescription('Enter an amount up to ¥30,000 per bag.')
  }
  await page.reload()
  await expect(value).toHaveValue('about 8k')
  await expect(value).toHaveAccessibleDescription('Enter an amount up to ¥30,000 per bag.')
})

test('chooses 18:00 of any day on a new form with at most two taps @nightly', async ({ page }) => {
  const picker = page.locator('#field-pickupTime')
  const group = (name: 'pickupDay' | 'pickupTime') =>
    picker.getByRole('radiogroup', { name: words(`orderForm.${name}`), exact: true })
  const six = group('pickupTime').getByRole('radio', { name: words.hour('18:00'), exact: true })
  for (const nth of [0, 1, 2, 6, -1]) {
    await openForm(page, 'demo-hotel-desk')
    await page.evaluate(() => localStorage.removeItem('orderPreview'))
    await openForm(page, 'demo-hotel-desk')
    const day = group('pickupDay').getByRole('radio').nth(nth)
    const wanted = `${await day.getAttribute('value')}T18:00:00+08:00`
    // This evening may already be over.
    if (Date.parse(wanted) < Date.now() + 65 * 60_000) continue
    let touches = 0
    const touch = async (target: Locator) => {
      touches++
      await target.tap()
    }
    if (!(await day.isChecked())) await touch(day)
    const evening = picker.getByRole('button', { name: words('orderForm.dayPart.evening'), exact: true })
    await touch((await six.isVisible()) ? six : evening)
    await expect(six).toBeChecked()
    await expect(six).toHaveAttribute('value', wanted)
    expect(touches).toBeLessThanOrEqual(2)
  }
})

test('folds the times once the traveller continues to the bags, without moving the tapped button @nightly', async ({
  page,
}) => {
  await openForm(page, 'demo-hotel-desk')
  await chooseDestination(page, words, toStation)
  const days = page.getByRole('radiogroup', { name: words('orderForm.pickupDay') })
  await expect(days).toBeVisible()
  const more = page.getByRole('button', { name: words('orderForm.morePieces') })
  // Keeps the button in the upper half, so that the page can scroll back by the folded height.
  await more.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 200))
  const before = await more.boundingBox()
  await more.tap()
  await expect(days).toHaveCount(0)
  await expect(page.locator('#change-when')).toBeVisible()
  await expect
    .poll(async () => Math.abs(((await more.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(2)
})

test('moves the delivery into the site’s hours, and offers no other times @nightly', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  const sendTo = async (place: string, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: words('orderForm.noDelivery') })
    await typeIn(sheet.getByRole('searchbox'), place)
    await sheet.getByRole('button', { name: place }).click()
    await expect(sheet).toBeHidden()
  }
  const total = page.getByRole('main').getByRole('button').filter({ hasText: '¥' })
  await sendTo('Hangzhou Xiaoshan Airport', words('orderForm.chooseDestination'))
  await chooseDay(page, words, 'pickupDay', 'Tomorrow')
  const suggested = () =>
    page.evaluate(() => JSON.parse(localStorage.orderPreview).previews[0].draft.suggested)
  await page
    .getByRole('radiogroup', { name: words('orderForm.deliveryTime') })
    .getByRole('radio', { checked: true })
    .click()
  // The suggested time is now the traveller's choice.
  await expect.poll(suggested).not.toContain('deliveryTime')
  await chooseSlot(page, words, 'pickupTime', '19:00')
  // The line that contains these words.
  const hours = page.getByText(words('siteDetail.allDay')).locator('..')
  await expect(hours).toContainText(words('orderForm.earliest', { hours: 3 }))
  await expect(hours).toContainText(words('orderForm.extraPerPiece', { fee: '¥10' }))
  const [line, days] = await Promise.all(
    [hours, page.getByRole('radiogroup', { name: words('orderForm.deliveryDay') })].map((at) =>
      at.boundingBox(),
    ),
  )
  expect((days?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)).toBeGreaterThanOrEqual(8)
  await chooseDay(page, words, 'deliveryDay', 'Tomorrow')
  await chooseSlot(page, words, 'deliveryTime', '23:00')
  await expect(total).toHaveText(/^¥59\.00/)

  await unfold(page, 'route')
  await sendTo('Wulin Square', words('orderForm.changeDestination'))
  await expect(total).toHaveText(/^¥49\.00/)
  await unfold(page, 'when')
  const times = page.getByRole('radiogroup', { name: words('orderForm.deliveryTime') })
  await expect(times.getByRole('radio', { checked: true })).toHaveAccessibleName(words.hour('08:00'))
  await expect(times.getByRole('radio').first()).toHaveAccessibleName(words.hour('07:00'))
  await page.locator('#field-deliveryTime').getByRole('button', { name: 'Evening' }).click()
  await expect(times.getByRole('radio').last()).toHaveAccessibleName(words.hour('21:30'))
})

test('searches the destination by word and kind, and describes an empty result and a failure @nightly', async ({
  page,
}) => {
  await openForm(page, 'demo-station')
  await page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: words('orderForm.noDelivery') })
  const sites = sheet.getByRole('listitem').getByRole('button')
  await expect(sites.first()).toBeVisible()
  // The bags are already there.
  await expect(sites.filter({ hasText: toStation })).toHaveCount(0)
  await typeIn(sheet.getByRole('searchbox'), 'hongqiao')
  await expect(sites).toHaveText([/Hongqiao Airport, Terminal 2/])
  await sheet.getByRole('searchbox').clear()
  await choose(page, words('siteSearch.kinds'), words('siteSearch.kind.port'))
  await expect(sites).toHaveText([
    /Wusongkou International Cruise Terminal.*7:00\sAM to 8:00\sPM.*3 hours after pickup/,
  ])
  await typeIn(sheet.getByRole('searchbox'), 'nowhere at all')
  await expect(sheet.getByText(words('siteSearch.nothing'))).toBeVisible()
  await typeIn(sheet.getByRole('searchbox'), 'kai tak')
  await expect(sheet.getByRole('listitem')).toHaveText([
    `Kai Tak Cruise Terminal${words('siteSearch.notServed')}`,
  ])
  await expect(sites).toHaveCount(0)
  await page.route('**/api/sites?*', (route) => route.abort())
  await typeIn(sheet.getByRole('searchbox'), 'wusong')
  await expect(sheet.getByText(words('siteSearch.failed'))).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/sites?*')
  await sheet.getByRole('button', { name: words('common.tryAgain') }).click()
  await sites.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('region', { name: words('orderForm.fromAndTo') })).toContainText('Wusongkou')
  await unfold(page, 'route')
  await expect(page.getByText('Luggage drop, hall A · 1 Baoyang Road')).toBeVisible()
})

test('moves nothing under the finger when search results arrive during a tap @nightly', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  const asked = new Promise<Route>((ask) => page.route('**/api/sites?*keyword*', (route) => ask(route)))
  await page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: words('orderForm.noDelivery') })
  const seen = sheet.getByRole('listitem').getByRole('button').filter({ hasText: toStation })
  await expect(seen).toBeVisible()
  await typeIn(sheet.getByRole('searchbox'), 'kai tak')
  const question = await asked
  await seen.hover()
  await page.mouse.down()
  await question.continue()
  await expect(sheet.getByRole('list')).toHaveAttribute('aria-busy', 'false')
  await page.mouse.up()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(toStation)).toBeVisible()
})

const filled = async (page: Page) => ({
  times: await page
    .getByRole('radio', { checked: true })
    .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value)),
  texts: await page
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
  place: await page.getByText(toStation).count(),
  folded: await page
    .locator('[id^=part-]:has([id^=change-])')
    .evaluateAll((parts) =>
      parts.map((folded) => (folded as HTMLElement).innerText.replace(/\s+/g, ' ').replace(/ Change$/, '')),
    ),
  bar: await page.getByRole('button', { name: words('orderForm.complete') }).textContent(),
})

test('restores the form after a reload and a closed tab @nightly', async ({ page, context }) => {
  await openForm(page, 'demo-hotel-room-1208')
  const photo = await takePhoto()
  await fillOrder(page, words, { place: toStation, photos: [photo, photo, photo] })
  // Unfolds the part to show its fields; the parts before it fold.
  await unfold(page, 'route')
  await typeIn(page.getByRole('textbox', { name: words('orderForm.roomNumber') }), '1210')
  await unfold(page, 'bags')
  await typeIn(page.getByRole('textbox', { name: words('orderForm.declaredValue') }), '8000')
  await unfold(page, 'remarks')
  await typeIn(page.getByRole('textbox', { name: words('orderForm.remarks') }), 'The blue one\nis fragile')
  await unfold(page, 'receiver')
  await choose(page, words('orderForm.receiver'), words('orderForm.receiver.other'))
  await typeIn(page.getByRole('textbox', { name: words('orderForm.receiverName'), exact: true }), 'Robin')
  await typeIn(page.getByRole('textbox', { name: words('orderForm.receiverPhone') }), '13812342046')
  const before = await filled(page)
  expect(before).toMatchObject({
    texts: ['Robin', '13812342046'],
    place: 1,
    folded: [
      `Route Lakeside Garden Hotel to ${toStation}`,
      `When Pickup tomorrow at ${words.hour('14:00')}, delivery by ${words.hour('18:00')}`.replace(
        /\s/g,
        ' ',
      ),
      'Bags 2 bags · 3 photos · ¥8,000',
      'Remarks The blue one is fragile',
    ],
    bar: '¥128.00Ready to review',
  })

  await page.reload()
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  expect(await filled(page)).toEqual(before)

  await page.close()
  const again = await context.newPage()
  await openForm(again, 'demo-hotel-room-1208')
  await expect(again.getByText(words('orderForm.complete')).first()).toBeVisible()
  expect(await filled(again)).toEqual(before)
})

test('scales photos down, shows their progress, retries and removes them one by one', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await unfold(page, 'bags')
  const sent: number[] = []
  const holding: (() => void)[] = []
  await page.route('**/api/files', async (route) => {
    sent.push(route.request().postDataBuffer()?.length ?? 0)
    if (sent.length === 2) return route.abort()
    if (sent.length === 3) await new Promise<void>((resolve) => holding.push(resolve))
    await route.continue()
  })
  const add = page.locator('input[type=file]')
  const [large, png, webp] = await takePhotos()
  const tile = (number: number) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: words('photo.remove', { number }) }) })
  await add.setInputFiles(large)
  await expect(tile(1).getByRole('img')).toBeVisible()
  // Rotated: the picture is stored as 3024 × 4032 with EXIF orientation 6.
  await expect
    .poll(() =>
      tile(1)
        .locator('img')
        .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
    )
    .toEqual([2048, 1536])
  // Encodes in a worker, since it would block the main thread for a second.
  const workers = page.workers().map((worker) => worker.url())
  expect(workers).toContainEqual(expect.stringContaining('/encode.worker-'))
  // The picture is scaled down before it is sent.
  await expect.poll(() => sent[0] ?? Number.POSITIVE_INFINITY).toBeLessThan(large.buffer.length / 2)
  await add.setInputFiles(png)
  await expect(
    page.getByText(words('photo.failed', { number: 2, reason: words('photoProblem.network') })),
  ).toBeVisible()
  await add.setInputFiles(webp)
  await expect(page.getByRole('progressbar', { name: words('photo.uploading', { number: 3 }) })).toBeVisible()
  await add.setInputFiles({
    name: 'bag.gif',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('GIF89a, whatever its name says'),
  })
  await expect(
    page.getByText(words('photo.failed', { number: 4, reason: words('photoProblem.unsupportedType') })),
  ).toBeVisible()
  // Retrying the same picture can't help.
  await expect(page.getByRole('button', { name: words('photo.retry', { number: 4 }) })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: words('photo.remove', { number: 4 }) }).click()
  await page.getByRole('button', { name: words('photo.retry', { number: 2 }) }).click()
  await expect(page.getByText(words('photoProblem.network'))).toHaveCount(0)
  for (const release of holding) release()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: words('photo.remove', { number: 1 }) }).click()
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(2)
  // The tenth photo exceeds the limit of nine.
  await add.setInputFiles(Array.from({ length: 8 }, () => png))
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(9)
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await expect(page.getByText(words('photo.leftOut', { count: 1, most: 9 }))).toBeVisible()
})

test('shows that a site is closed @nightly', async ({ page }) => {
  await serveEmptyPages(page)
  const closed = { status: 410, json: { code: 3004, message: 'site closed', result: null } }
  await page.route('**/api/sites/qr/**', (route) => route.fulfill(closed))
  await page.goto('/order/create/demo-airport')
  await expect(page.getByRole('heading', { name: words('orderForm.closedSite') })).toBeVisible()
  await expect(page.getByText(words('orderForm.closedSiteDetail'))).toBeVisible()
  await expectAccessible(page)
})

for (const locale of ['en-US', 'zh-CN'] satisfies Locale[]) {
  test.describe(`far from the place, in the dark, in ${locale}`, () => {
    test.use({ locale, colorScheme: 'dark', timezoneId: 'Europe/Berlin' })
    const say = wordsOf(locale)

    test('shows times in the site’s zone with its city, and passes axe @nightly', async ({ page }) => {
      await openForm(page, 'demo-hotel-room-1208', say)
      const city = page
        .locator('#part-when')
        .getByText(say('time.ofCity', { city: locale === 'zh-CN' ? '杭州' : 'Hangzhou' }))
      await unfold(page, 'when')
      await expect(city).toBeVisible()
      await page
        .getByRole('button', { name: say('orderForm.donePart', { part: say('orderForm.part.when') }) })
        .click()
      await expect(page.locator('#change-when')).toBeVisible()
      await expect(city).toBeVisible()
      await unfold(page, 'when')
      await chooseDay(page, say, 'pickupDay', say('time.tomorrow'))
      await chooseSlot(page, say, 'pickupTime', '10:00')
      await expect(chip(page, say('orderForm.pickupTime'), say.hour('10:00'))).toHaveAttribute(
        'value',
        /T10:00:00\+08:00$/,
      )
      await expectAccessible(page)
      await page.getByRole('button', { name: say('orderForm.review') }).click()
      await expectAccessible(page)
    })
  })
}
