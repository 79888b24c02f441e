import { signOut, updateProfile } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { Page } from '@playwright/test'
import { clientOf, must } from '../backend.ts'
import { expectAccessible, expectContrast } from '../checks.ts'
import { expect, path, test } from '../own-address.ts'
import { signIn } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')

const storedAccount = (page: Page): Promise<{ token: string; uin: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').account ?? null)

const signOutButton = (page: Page, role: 'dialog' | 'alertdialog') =>
  page.getByRole(role).getByRole('button', { name: say('accountSheet.signOut') })

/** The page signs out without waiting for the server, so poll. */
const expectDead = (baseURL: string | undefined, account: { token: string } | null) =>
  expect
    .poll(() => clientOf(baseURL ?? '', account?.token ?? '').call(updateProfile, { body: { name: 'Eve' } }))
    .toMatchObject({ ok: false, error: { code: errorCodes.notLoggedIn } })

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/sign/in')
    await signIn(page, say)
    await expect(page).toHaveURL(path('/'))
  })

  test('asks before signing out, ends the token and clears the traveller’s data', async ({
    page,
    baseURL,
  }) => {
    const account = await storedAccount(page)
    await page.evaluate(() => localStorage.setItem('orderPreview', '{}'))
    const out = (role: 'dialog' | 'alertdialog') => signOutButton(page, role)
    await page.getByRole('button', { name: say('account.title') }).click()
    await expect(page.getByRole('dialog').getByRole('link')).toHaveText([
      say('home.menu.orders'),
      say('home.menu.notifications'),
      say('home.menu.profile'),
      say('saved.title'),
      say('myAccount.title'),
    ])
    await out('dialog').click()
    await page.getByRole('button', { name: say('accountSheet.stay') }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await out('dialog').click()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)
    await out('alertdialog').click()
    await expect(page.getByRole('alert')).toHaveText(say('signedOut.request'))
    await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['auth'])
    expect(await storedAccount(page)).toBeNull()
    await expectDead(baseURL, account)
  })

  test('reloads in the language that was tapped last, and treats a double tap as one tap @nightly', async ({
    page,
  }) => {
    const told: string[] = []
    const answers: (() => Promise<void>)[] = []
    await page.goto('/faq')
    await page.route('**/api/user-devices', (route) => {
      told.push(route.request().postDataJSON().languageTag)
      answers.push(() => route.continue().catch(() => undefined))
    })
    await page.getByRole('button', { name: say('language.other') }).dblclick()
    const back = page.getByRole('button', { name: say('language.this') })
    await expect(back).toBeEnabled()
    await expect.poll(() => told).toEqual(['zh-CN'])
    await back.click()
    await expect.poll(() => told).toEqual(['zh-CN', 'en-US'])
    const reloaded = page.waitForEvent('load')
    for (const answer of answers) await answer()
    await reloaded
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en-US')
  })

  test('signs out from the profile without asking about unsaved changes @nightly', async ({ page }) => {
    await page.goto('/person/profile/edit')
    await typeIn(page.getByRole('textbox', { name: say('profile.name') }), 'Someone else')
    await page.getByRole('button', { name: say('accountSheet.signOut') }).click()
    await signOutButton(page, 'alertdialog').click()
    await expect(page).toHaveURL(path('/'))
    await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['auth'])
  })

  test('redirects from an ended token to sign-in and back @nightly', async ({ page, baseURL }) => {
    const account = await storedAccount(page)
    await page.getByRole('link', { name: say('home.menu.orders') }).click()
    await expect(page).toHaveURL(path('/order/category'))
    must(await clientOf(baseURL ?? '', account?.token ?? '').call(signOut, {}))
    await expect(page).toHaveURL(path('/sign/in?next=%2Forder%2Fcategory'))
    await expect(page.getByRole('alert')).toHaveText(say('signedOut.ended'))
    await signIn(page, say)
    await expect(page).toHaveURL(path('/order/category'))
  })
})
