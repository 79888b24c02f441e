import { readFile } from 'node:fs/promises'
import {
  cancelOrder,
  countOngoingOrders,
  endOtherDevices,
  sendVerificationCode,
  signIn,
} from '@handsfree/core/contract'
import { clientOf, must, newKey, placeOrder, type Traveller } from '../backend.ts'
import { expectPhoneLayout, listen } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path } from '../own-address.ts'
import { test } from '../traveller.ts'
import { typeIn } from '../type-in.ts'
import { type Locale, wordsOf } from '../words.ts'

const year = new Date().getUTCFullYear() + 10

const pinned: Record<Locale, { title: string; kept: RegExp; orders: RegExp; deleted: string }> = {
  'en-US': {
    title: 'Your data and devices',
    kept: /only your orders and payments stay, for 10 years and without your name/,
    orders: new RegExp(`^We’ll keep your order, without your name, until \\w+, \\w+ \\d+, ${year}\\.$`),
    deleted: 'Your account is deleted.',
  },
  'zh-CN': {
    title: '数据与设备',
    kept: /仅保留订单和支付记录 10 年，不含姓名/,
    orders: new RegExp(`^您的 1 个订单会去掉姓名，保留至 ?${year}年\\d+月\\d+日.*。$`),
    deleted: '账号已注销。',
  },
}

/** Signs the traveller in on another device. */
async function signInAgain({ phone }: Traveller, baseURL = '') {
  const visitor = clientOf(baseURL, null)
  const { requestId, demoCode } = must(await visitor.call(sendVerificationCode, { body: phone }))
  return must(await visitor.call(signIn, { body: { ...phone, code: demoCode ?? '', requestId } }))
}

inBothLanguages((say, locale) => {
  test('ends another device’s session, downloads everything, and deletes the account @nightly', async ({
    page,
    context,
    traveller,
    baseURL,
  }) => {
    const { title, kept, orders, deleted } = pinned[locale]
    const { orderId } = await placeOrder(traveller)
    must(await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey: newKey() }))
    const other = await signInAgain(traveller, baseURL)
    const heard = listen(page)
    await page.goto('/person/profile/edit')
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path('/person/account'))
    await expect(page.getByText(say('myAccount.thisDevice'), { exact: true })).toBeVisible()
    await expect(page.getByText(kept)).toBeVisible()
    await expect(page.getByText(orders)).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('myAccount.endOthers') }).click()
    await expect(page.getByRole('button', { name: say('myAccount.endOthers') })).toBeHidden()
    expect(await clientOf(baseURL ?? '', other.token).call(countOngoingOrders, {})).toMatchObject({
      ok: false,
      error: { code: 1010 },
    })

    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: say('myAccount.downloadStart') }).click()
    const download = await begun
    expect(download.suggestedFilename()).toBe('account.zip')
    const zip = await readFile(await download.path())
    expect([zip.subarray(0, 2).toString(), zip.includes('account.json')]).toEqual(['PK', true])
    await expect(page.getByText(say('myAccount.downloadStarted'))).toBeVisible()

    const tab = await context.newPage()
    await tab.goto('/person/profile/edit')
    await expect(tab.getByRole('textbox', { name: say('profile.name') })).toHaveValue('Alex')
    await page.getByRole('button', { name: say('myAccount.deleteStart') }).click()
    await expect(page.getByText(orders)).toBeVisible()
    const code = page.getByRole('textbox', { name: say('code.digit', { position: 1, digits: 6 }) })
    await expectPhoneLayout(page)
    await typeIn(code, '000000')
    await page.getByRole('button', { name: say('myAccount.deleteForGood') }).click()
    await expect(page.getByText(say('authProblem.wrongCode', { triesLeft: 2 }))).toBeVisible()
    await page.getByRole('button', { name: /^\d{6}$|\d{6}/ }).click()
    await page.getByRole('button', { name: say('myAccount.deleteForGood') }).click()
    await expect(page.locator('[data-above-sheets] [role$="dialog"]').filter({ hasText: deleted })).toHaveCSS(
      'opacity',
      '1',
    )
    await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()
    await expect(tab.getByRole('textbox', { name: say('profile.name') })).toBeHidden()
    for (const one of [page, tab])
      expect(await one.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Alex')
    await expect(page.getByText(say('signedOut.request'))).toHaveCount(0)
    expect(heard).toEqual([])
  })
})

test('places the retry button below an alert’s text, not below its icon @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  await page.setViewportSize({ width: 320, height: 844 })
  await page.route('**/api/**', (route) => route.abort('timedout'))
  await page.goto('/person/account')
  const [words, again] = [
    page.getByRole('alert').first(),
    page.getByRole('button', { name: say('common.tryAgain') }),
  ]
  await expect(again.first()).toBeVisible()
  const [above, below] = [await words.boundingBox(), await again.first().boundingBox()]
  expect(below?.y).toBeGreaterThan(above?.y ?? 0)
  expect(below?.x).toBe(above?.x)
})

test('signs a device out within 2 s after its session ended, with an order open @nightly', async ({
  page,
  traveller,
  baseURL,
}) => {
  const say = wordsOf('en-US')
  const { orderId } = await placeOrder(traveller)
  await page.goto(`/order/detail/${orderId}`)
  await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
  const { token } = await signInAgain(traveller, baseURL)
  must(await clientOf(baseURL ?? '', token).call(endOtherDevices, { body: {} }))
  await expect(page).toHaveURL(/\/sign\/in\?/, { timeout: 2_000 })
  expect(await page.evaluate(() => localStorage.getItem('auth'))).not.toContain(traveller.account.uin)
})
