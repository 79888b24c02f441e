import { readFileSync } from 'node:fs'
import type { Order } from '@handsfree/core/contract'
import type { Locator, Page } from '@playwright/test'
import { newPaidOrder, newTraveller, type Traveller } from '../../../e2e/backend.ts'
import { expectAccessible } from '../../../e2e/checks.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { signOut } from '../../../e2e/trip.ts'
import type { Say } from '../../../e2e/words.ts'

const signedIn = async (page: Page, { account }: Traveller) => {
  await page.goto('/404')
  const auth = JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account })
  await page.evaluate((stored) => localStorage.setItem('auth', stored), auth)
}

/** The claim code on the page: its letters and its QR code. */
const claimCode = async (page: Page, say: Say, { claimCode: code }: Order) => {
  const letters = `${code?.slice(0, 3)} ${code?.slice(3)}`
  await page.getByText(say('claim.title'), { exact: true }).click()
  await expect(page.getByText(letters, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: say('claim.enlarge') }).click()
  const picture = page.getByRole('img', { name: say('order.claimQr', { code: [...(code ?? '')].join(' ') }) })
  await expect(picture).toBeVisible()
  const path = await picture.locator('path').getAttribute('d')
  await page.getByRole('button', { name: say('common.close') }).click()
  return path
}

const expectReceipt = async (page: Page, say: Say, { orderNumber }: Order) => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: say('receipt.download') }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`Handsfree-${orderNumber}.pdf`)
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/)
}

const calls = ['**/api/**', '**/files/**']

/** Pages still load from the browser or the server, but calls fail, like on a hotel's Wi-Fi before its sign-in. */
const cutOff = async (page: Page) => {
  for (const call of calls) await page.route(call, (route) => route.abort('connectionfailed'))
}
const reconnect = async (page: Page) => {
  for (const call of calls) await page.unroute(call)
}

/**
 * Calls succeed after the next click. Until then automatic refetches, by connection or timer, still fail and the
 * button stays.
 */
async function reconnectByClick(page: Page, button: Locator) {
  const isClicked = () => 'clicked' in document.documentElement.dataset
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-clicked', '')
    addEventListener('click', note, { capture: true, once: true })
  })
  for (const call of calls) {
    await page.route(call, async (route) =>
      (await page.evaluate(isClicked)) ? route.continue() : route.abort('connectionfailed'),
    )
  }
  await button.click()
}

inBothLanguages((say) => {
  test('reports a failed file in a browser dialog when the code of toasts fails to load too', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL ?? '')
    await signedIn(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.route(/receipt\.pdf$|\/assets\/(calendar|toasts)-/, (route) => route.abort('connectionfailed'))
    for (const [name, failed] of [
      ['receipt.download', 'receipt.failed'],
      ['calendar.add', 'calendar.failed'],
    ] as const) {
      const said = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.accept()
        return dialog.message()
      })
      await page.getByRole('button', { name: say(name) }).click()
      expect(await said).toBe(say(failed))
    }
  })

  test('saves a receipt as a file, and shows the claim code offline to its traveller only', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL ?? '')
    const address = `/order/detail/${order.orderId}`
    const retry = page.getByRole('button', { name: say('common.tryAgain') })
    await signedIn(page, traveller)
    await page.goto(address)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    const drawn = await claimCode(page, say, order)
    await page.route('**/receipt.pdf', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: say('receipt.download') }).click()
    await expect(page.getByText(say('receipt.failed')).first()).toBeVisible()
    await page.unroute('**/receipt.pdf')
    await expectReceipt(page, say, order)

    await cutOff(page)
    await page.reload()
    expect(await claimCode(page, say, order)).toBe(drawn)
    const asOf = say('freshness.staleDetail', { time: '12:34' }).replace(
      '12:34',
      '\\d{1,2}:\\d\\d(\\s[AP]M)?',
    )
    await expect(page.getByText(new RegExp(`^${asOf}$`))).toBeVisible()
    await expect(page.getByRole('heading', { name: say('trace.title') })).toBeVisible()
    const view = say('bags.showPhoto', { number: 1 })
    const photo = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: view }) })
    await expect(photo.locator('svg')).toBeVisible()
    await expectAccessible(page)
    await reconnectByClick(page, retry)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await expect(photo.locator('img')).toHaveJSProperty('complete', true)
    await reconnect(page)

    await page.goto('/')
    await signOut(page, say)
    await expect(page.getByRole('alert')).toHaveText(say('signedOut.request'))
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(order.orderId)

    await signedIn(page, await newTraveller(baseURL ?? ''))
    await cutOff(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: say('common.loadFailed') })).toBeVisible()
    await reconnect(page)
    await expect(page.getByRole('heading', { name: say('order.notThereTitle') })).toBeVisible()
  })
})
