import { policy } from '@handsfree/core/policy'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../checks.ts'
import { unfold } from '../form-parts.ts'
import { openForm, toStation, words } from '../order-steps.ts'
import { expect, path, test } from '../own-address.ts'
import { takePhoto } from '../photos.ts'
import { fillOrder, nameCollector, newPhoneNumber, signOut } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

const remarks = (page: Page) => page.getByRole('textbox', { name: words('orderForm.remarks') })

/** Fills in the form without an account; returns the typed phone number. */
async function fillAsVisitor(page: Page, photos?: Awaited<ReturnType<typeof takePhoto>>[]): Promise<string> {
  await openForm(page, 'demo-hotel-desk')
  const phoneNumber = await nameCollector(page, words)
  await unfold(page, 'remarks')
  await typeIn(remarks(page), 'The blue one\nis fragile')
  await fillOrder(page, words, { place: toStation, photos })
  return phoneNumber
}

async function goToReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  await page.getByRole('button', { name: words('orderForm.agreeAndContinue') }).click()
  await expect(page).toHaveURL(path('/sign/in?next=%2Forder%2Fconfirm%3FqrId%3Ddemo-hotel-desk'))
}

/** Signs in with the prefilled number, and skips the name. */
async function signInWithTyped(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await page.getByRole('button', { name: /\d{6}/ }).click()
  await page.getByRole('button', { name: words('profileInit.later') }).click()
}

test('shows a visitor the site and the price, and requires sign-in only before the review @nightly', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  const phoneNumber = await fillAsVisitor(page)
  await expect(page.getByText('Lakeside Garden Hotel')).toBeVisible()
  for (const promise of ['freeCancellation', 'freeWait', 'refusal'] as const) {
    await expect(page.getByText(words(`promise.${promise}`, policy))).toBeVisible()
  }
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /^¥98\.00/ })).toBeVisible()
  await goToReview(page)
  await expect(page.getByRole('textbox', { name: words('signIn.phone') })).toHaveValue(phoneNumber)
  await signInWithTyped(page)
  await expect(page).toHaveURL(path('/order/confirm?qrId=demo-hotel-desk'))
  await expect(
    page.getByRole('button', { name: words('orderConfirm.pay', { amount: '¥98.00' }) }),
  ).toBeEnabled()
  expect(refused).toEqual([])

  await page.goBack()
  await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
  await expect(page.locator('#part-remarks')).toContainText('The blue one is fragile')
  await page.goBack()
  await expect(page).not.toHaveURL(/\/sign\/in/)
})

const heldPhotos = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('handsfree')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('photos').objectStore('photos').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test('keeps text and photos through a reload, the other language and sign-in, then removes the copies @nightly', async ({
  page,
}) => {
  const photo = await takePhoto()
  await fillAsVisitor(page, [photo, photo])
  await expect(page.getByText(words('photo.held', { count: 2 }))).toBeVisible()
  await page.reload()
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)

  await page.getByRole('button', { name: words('language.other') }).click()
  const say = wordsOf('zh-CN')
  await expect(page.getByText(say('orderForm.complete')).first()).toBeVisible()
  await expect(page.locator('#part-remarks')).toContainText('The blue one is fragile')
  await page.getByRole('button', { name: say('language.other') }).click()
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  expect(await heldPhotos(page)).toBe(2)

  await goToReview(page)
  // The phone discards the tab while the traveller reads the text message.
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await expect(page.getByRole('heading', { name: words('code.title') })).toBeVisible()
  const shown = page.getByRole('button', { name: /\d{6}/ })
  const code = /\d{6}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.reload()
  await typeIn(page.getByRole('group').getByRole('textbox').first(), code)
  await page.getByRole('button', { name: words('profileInit.later') }).click()
  await expect(page).toHaveURL(path('/order/confirm?qrId=demo-hotel-desk'))
  await expect(
    page.getByRole('button', { name: words('orderConfirm.pay', { amount: '¥98.00' }) }),
  ).toBeEnabled()
  await expect.poll(() => heldPhotos(page)).toBe(0)
})

test('leaves nothing of a visitor’s draft on the device after sign-out', { tag: '@nightly' }, async ({
  page,
}) => {
  await fillAsVisitor(page)
  await page.route('**/api/files', () => undefined)
  await page.goto('/sign/in')
  await typeIn(page.getByRole('textbox', { name: words('signIn.phone') }), `+86${newPhoneNumber()}`)
  await signInWithTyped(page)
  await signOut(page, words)
  await expect(page.getByRole('link', { name: words('home.signIn') })).toBeVisible()
  await expect.poll(() => heldPhotos(page)).toBe(0)
  await openForm(page, 'demo-hotel-desk')
  await expect(page.locator('#part-remarks')).toContainText(words('orderForm.noRemarks'))
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(0)
})

test('deletes another visitor’s draft on request, from the form and from home', {
  tag: '@nightly',
}, async ({ page }) => {
  const discard = async (confirm: boolean) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: words('discardDraft.open') })
      .click()
    const dialog = page.getByRole('alertdialog')
    const answer = words(confirm ? 'discardDraft.confirm' : 'discardDraft.keep')
    await dialog.getByRole('button', { name: answer }).click()
    await expect(dialog).toBeHidden()
  }
  const leave = async () => {
    await openForm(page, 'demo-hotel-desk')
    await unfold(page, 'receiver')
    await typeIn(page.getByRole('textbox', { name: words('orderForm.receiverName'), exact: true }), 'Ada')
    await unfold(page, 'bags')
    await page.getByLabel(words('orderForm.addPhotos')).setInputFiles(await takePhoto())
    await expect(page.getByText(words('photo.held', { count: 1 }))).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.goto('/')
  }
  const name = page.getByRole('textbox', { name: words('orderForm.receiverName'), exact: true })
  await leave()
  await openForm(page, 'demo-hotel-desk')
  await discard(false)
  await expect(name).toHaveValue('Ada')
  await discard(true)
  await unfold(page, 'receiver')
  await expect(name).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(0)
  await expect.poll(() => heldPhotos(page)).toBe(0)

  await leave()
  await discard(true)
  await expect(page.getByRole('link', { name: /Continue your order/ })).toHaveCount(0)
  await openForm(page, 'demo-hotel-desk')
  await unfold(page, 'receiver')
  await expect(name).toHaveValue('')
})

test('offers sign-in with the first photo when the browser cannot store it, and uploads it then', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A mutation operation was attempted.', 'InvalidStateError')
    }
  })
  const phoneNumber = await fillAsVisitor(page)
  await expect(page.getByText(words('photo.notKept'))).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: words('home.signIn') })
    .click()
  await expect(page).toHaveURL(path('/sign/in?next=%2Forder%2Fcreate%2Fdemo-hotel-desk'))
  await typeIn(page.getByRole('textbox', { name: words('signIn.phone') }), `+86${phoneNumber}`)
  const uploaded = page.waitForResponse('**/api/files')
  await signInWithTyped(page)
  expect((await uploaded).ok()).toBe(true)
  await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  await expect(page.getByText(words('photo.notKept'))).toHaveCount(0)
})

test('starts from home without a QR code, by the name of the hotel @nightly', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: words('home.start') }).click()
  await expect(page).toHaveURL(path('/start'))
  const sites = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(sites.first()).toBeVisible()
  await expectAccessible(page)
  const search = page.getByRole('searchbox', { name: words('siteSearch.keyword') })
  await typeIn(search, 'nowhere at all')
  await expect(page.getByText(words('start.nothing'))).toBeVisible()
  // Bags can't be sent from here.
  await typeIn(search, 'wulin square')
  await expect(page.getByText(words('start.nothing'))).toBeVisible()
  await typeIn(search, 'lakeside')
  await expect(sites).toHaveText([/^Lakeside Garden Hotel.*Hangzhou/])
  await sites.click()
  await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
  await expect(page.getByRole('button', { name: words('orderForm.review') })).toBeEnabled()
  await page.goBack()
  await expect(page).toHaveURL(path('/start'))
})

test('offers to start by name on every page for visitors, and for an unknown code @nightly', async ({
  page,
}) => {
  const pages = ['/', '/404', '/faq', '/terms', '/about', '/luggage/notice', '/service/wifi', '/qr-code/scan']
  for (const address of [...pages, '/insurance/city/hangzhou', '/order/create/demo-nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('main').locator('a[href="/start"]').first(), address).toBeVisible()
  }
})

test('reports an unknown code before any number is typed @nightly', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/order/create/demo-nowhere')
  await expect(page.getByRole('heading', { name: words('orderForm.unknownSite') })).toBeVisible()
  await expect(page.getByRole('link', { name: words('orderForm.scanAnother') })).toBeVisible()
  expect(sent).toEqual([])
})
