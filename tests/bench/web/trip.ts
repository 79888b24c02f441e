import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { unfold } from '../../e2e/form-parts.ts'
import { takePhotos } from '../../e2e/photos.ts'
import { newPhoneNumber, pay } from '../../e2e/trip.ts'
import { wordsOf } from '../../e2e/words.ts'
import { listen, type Traffic, totalOf } from '../traffic.ts'
import { onPhone } from './phone.ts'
import { type Interaction, type LongTask, Stopwatch, waitForFrames } from './taps.ts'

const say = wordsOf('en-US')
const keyMs = 60

export type Trip = {
  /** From the desk's QR code to the paid order's page. */
  toOrder: { requests: number; bytes: number }
  /** A reload of that page with the browser's cache. */
  reload: { requests: number; fromNetwork: number }
  interactions: Interaction[]
  tasks: LongTask[]
}

/** Playwright's lookups in the page would count, so none runs between the tap and its frames. */
export async function tap(target: Locator) {
  // The page may replace the target while it loads.
  await expect(() => target.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
  await target.click({ force: true })
  await waitForFrames(target.page())
}

/** Durations of taps on the floor page's button, in milliseconds. */
export function measureFloorTaps(browser: Browser, url: string, count = 15): Promise<number[]> {
  return onPhone(browser, { cpu: 4 }, async (page) => {
    const watch = await Stopwatch.on(page)
    await page.goto(url)
    const button = page.getByRole('button')
    for (let index = 0; index < count; index += 1) {
      await watch.step(String(index))
      await tap(button)
    }
    await watch.settle()
    // Interactions below 16 ms aren't reported.
    return Array.from({ length: count }, (_, index) =>
      Math.max(
        16,
        ...watch.interactions().flatMap(({ step, duration }) => (step === String(index) ? duration : [])),
      ),
    ).slice(3)
  })
}

async function signIn(page: Page, watch: Stopwatch) {
  await watch.step('sign in: type the number')
  const number = page.getByRole('textbox', { name: say('signIn.phone') })
  await number.pressSequentially(`+86${newPhoneNumber()}`, { delay: keyMs })
  await watch.step('sign in: agree')
  await tap(page.getByRole('checkbox'))
  await watch.step('sign in: send the code')
  await tap(page.getByRole('button', { name: say('signIn.sendCode') }))
  await expect(page.getByRole('heading', { name: say('code.title') })).toBeVisible()
  await watch.step('sign in: use the code')
  await tap(page.getByRole('button', { name: /\d{6}/ }))
  await watch.step('first profile: type the name')
  await page.getByRole('textbox', { name: say('profile.name') }).pressSequentially('Ada', { delay: keyMs })
  await watch.step('first profile: save')
  await tap(page.getByRole('button', { name: say('profileInit.save') }))
}

async function fillForm(page: Page, watch: Stopwatch) {
  const place = 'Hongqiao Railway Station'
  await watch.step('form: open the destinations')
  await tap(page.getByRole('button', { name: say('orderForm.chooseDestination'), exact: true }))
  const search = page.getByRole('searchbox', { name: say('siteSearch.keyword') })
  await expect(search).toBeVisible()
  await watch.step('form: type a destination')
  await search.pressSequentially('Hongqiao', { delay: keyMs })
  const found = page.getByRole('dialog').getByRole('button', { name: place })
  await found.waitFor()
  await watch.step('form: choose a destination')
  await tap(found)
  await expect(page.getByRole('dialog')).toBeHidden()

  const choose = async (
    group: 'pickupDay' | 'pickupTime' | 'deliveryDay' | 'deliveryTime',
    name: string | number,
  ) => {
    const chips = page.getByRole('radiogroup', { name: say(`orderForm.${group}`) }).getByRole('radio')
    const chip =
      typeof name === 'number' ? chips.nth(name) : chips.and(page.getByRole('radio', { name, exact: true }))
    await watch.step(`form: ${group}`)
    await chip.click({ force: true })
    await expect(chip).toBeChecked()
  }
  const choosePart = async (field: 'pickupTime' | 'deliveryTime', part: 'afternoon' | 'evening') => {
    const button = page
      .locator(`#field-${field}`)
      .getByRole('button', { name: say(`orderForm.dayPart.${part}`) })
    // A day with times in only one part has no part buttons.
    if (!(await button.isVisible())) return
    await watch.step(`form: ${part}, ${field}`)
    await tap(button)
  }
  await watch.step('form: change the times')
  await unfold(page, 'when')
  await choose('pickupDay', 1)
  await choosePart('pickupTime', 'afternoon')
  await choose('pickupTime', say.hour('14:00'))
  await choose('deliveryDay', 1)
  await choose('deliveryDay', 0)
  await choosePart('deliveryTime', 'evening')
  await choose('deliveryTime', say.hour('18:00'))

  const more = page.getByRole('button', { name: say('orderForm.morePieces') })
  for (const pieces of [2, 3]) {
    await watch.step(`form: ${pieces} pieces`)
    await tap(more)
  }
  await tap(page.getByRole('button', { name: say('orderForm.fewerPieces') }))
  await watch.step('form: photos')
  await page.getByLabel(say('orderForm.addPhotos')).setInputFiles(await takePhotos())
  await expect(page.getByRole('button', { name: say('photo.remove', { number: 3 }) })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
  await watch.step('form: type the value')
  await page.getByLabel(say('orderForm.declaredValue')).pressSequentially('800', { delay: keyMs })
  await watch.step('form: change who collects')
  await unfold(page, 'receiver')
  await watch.step('form: somebody else collects')
  await page.getByRole('radio', { name: say('orderForm.receiver.other') }).click({ force: true })
  await watch.step('form: type the name')
  const name = page.getByRole('textbox', { name: say('orderForm.receiverName'), exact: true })
  await name.pressSequentially('Grace', { delay: keyMs })
  await watch.step('form: type the phone number')
  const number = page.getByRole('textbox', { name: say('orderForm.receiverPhone') })
  await number.pressSequentially('+8613812342046', { delay: keyMs })
  await watch.step('form: change the remarks')
  await unfold(page, 'remarks')
  await watch.step('form: type remarks')
  await page.getByLabel(say('orderForm.remarks')).last().pressSequentially('Two bags', { delay: keyMs })
  await expect(page.getByText(say('orderForm.complete'), { exact: true })).toBeVisible()
}

const isAtOrder = (page: Page) => page.getByText(say('freshness.live'), { exact: true }).waitFor()

/** Taps on the order's page and the lists. */
async function lookAround(page: Page, watch: Stopwatch) {
  const sheet = page.getByRole('dialog')
  await watch.step('order: open the cancellation')
  await tap(page.getByRole('button', { name: say('cancellation.start') }))
  await sheet.waitFor()
  await watch.step('order: close the cancellation')
  await tap(page.getByRole('button', { name: say('cancellation.keep') }))
  await sheet.waitFor({ state: 'hidden' })
  await page.goto(new URL('/', page.url()).href)
  await watch.step('home: open my orders')
  await tap(page.getByRole('link', { name: say('home.menu.orders') }))
  const tab = (name: 'complete' | 'all') => page.getByRole('tab', { name: say(`orders.view.${name}`) })
  await tab('complete').waitFor()
  for (const name of ['complete', 'all'] as const) {
    await watch.step(`orders: ${name}`)
    await tap(tab(name))
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
  await watch.step('orders: open the order')
  await tap(page.getByRole('tabpanel').getByRole('link').first())
  await isAtOrder(page)
  await watch.step('order: back to the list')
  await page
    .getByRole('button', { name: say('common.back') })
    .or(page.getByRole('link', { name: say('common.back') }))
    .click()
  await tab('all').waitFor()
  await watch.settle()
}

const withoutPhotos = (traffic: Traffic) => ({
  requests: traffic.requests,
  bytes: totalOf(traffic) - traffic.down.images,
})

/** A whole trip with a CPU 4 times slower. Signs in where the app requires it. */
export function measureTrip(browser: Browser, baseURL: string): Promise<Trip> {
  return onPhone(browser, { cpu: 4 }, async (page, { devtools }) => {
    const watch = await Stopwatch.on(page)
    const traffic = listen(page)
    await page.goto(`${baseURL}/order/create/demo-hotel-desk`)
    const asksForAccount = page.getByRole('button', { name: say('signIn.sendCode') })
    const form = page.getByRole('button', { name: say('orderForm.chooseDestination'), exact: true })
    const agree = page.getByRole('button', { name: say('orderForm.agreeAndContinue') })
    const review = page.getByRole('button', { name: say('orderForm.review') })
    await asksForAccount.or(form).waitFor()
    if (await asksForAccount.isVisible()) await signIn(page, watch)
    await fillForm(page, watch)
    await watch.step('form: review')
    await tap(review)
    await agree.waitFor()
    await watch.step('terms: agree')
    await tap(agree)
    const confirmation = page.getByRole('heading', { name: say('orderConfirm.title') })
    await confirmation.or(asksForAccount).waitFor()
    if (await asksForAccount.isVisible()) await signIn(page, watch)
    await confirmation.waitFor()
    await watch.step('confirm and pay')
    await pay(page)
    await isAtOrder(page)
    await page.waitForLoadState('networkidle')
    const toOrder = withoutPhotos(await traffic())

    await watch.step('order: reload')
    const fromNetwork = new Set<string>()
    await devtools.send('Network.enable')
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (!response.fromDiskCache && response.url.startsWith('http')) fromNetwork.add(requestId)
    })
    // The memory cache reports its hits with a separate event, before or after the response.
    const cached = new Set<string>()
    devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
    const again = listen(page)
    await page.reload()
    await isAtOrder(page)
    await page.waitForLoadState('networkidle')
    const reload = {
      requests: (await again()).requests,
      fromNetwork: [...fromNetwork].filter((id) => !cached.has(id)).length,
    }

    await lookAround(page, watch)
    return { toOrder, reload, interactions: watch.interactions(), tasks: watch.tasks() }
  })
}
