import type { Page } from '@playwright/test'
import { addAuthenticator } from '../authenticator.ts'
import { expectPhoneLayout } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path, test } from '../own-address.ts'
import { newPhoneNumber } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import type { Say } from '../words.ts'

async function signInByCode(page: Page, say: Say): Promise<void> {
  await page.goto('/sign/in')
  await typeIn(page.getByRole('textbox', { name: say('signIn.phone') }), `+86${newPhoneNumber()}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await page.getByRole('button', { name: /\d{6}/ }).click()
  await expect(page).toHaveURL(path('/person/profile/init'))
  await typeIn(page.getByRole('textbox', { name: say('profile.name') }), 'Grace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path('/'))
}

async function signOut(page: Page, say: Say): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: say('account.title') }).click()
  await page.getByRole('button', { name: say('accountSheet.signOut') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('accountSheet.signOut') })
    .click()
  await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()
}

inBothLanguages((say) => {
  test('adds a passkey after the first sign-in, and signs in with it while text messages are off', async ({
    page,
  }) => {
    const device = await addAuthenticator(page)
    await signInByCode(page, say)
    await expect(page.getByText(say('passkeyOffer.title'))).toBeVisible()
    await expectPhoneLayout(page)
    await device.setAgreeing(false)
    const accept = page.getByRole('button', { name: say('passkeyOffer.accept') })
    await accept.click()
    await expect(page.getByText(say('passkeyProblem.cancelled'))).toBeVisible()
    await device.setAgreeing(true)
    await accept.click()
    await expect(page.getByText(say('passkeyOffer.added'))).toBeVisible()
    await signOut(page, say)

    await page.route('**/api/verification-codes', (route) => route.abort())
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await device.setAgreeing(false)
    await page.goto('/sign/in')
    await page.getByRole('checkbox').check()
    const use = page.getByRole('button', { name: say('passkeySignIn.use') })
    await use.click()
    await expect(page.getByText(say('passkeyProblem.cancelled'))).toBeVisible()
    await expectPhoneLayout(page)
    await device.setAgreeing(true)
    await use.click()
    await expect(page.getByRole('button', { name: say('account.title') })).toBeVisible()
    await expect(page.getByText(say('passkeyOffer.title'))).toHaveCount(0)
    expect(requests.filter((request) => request.includes('verification-codes'))).toEqual([])
  })

  test('renames and removes the only passkey, which then no longer signs in @nightly', async ({ page }) => {
    const device = await addAuthenticator(page)
    await signInByCode(page, say)
    await page.goto('/person/account')
    await expect(page.getByText(say('passkeys.none'))).toBeVisible()
    await page.getByRole('button', { name: say('passkeys.add') }).click()
    await expect(page.getByText(say('passkeys.added'))).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('passkeys.add') }).click()
    await expect(page.getByText(say('passkeyProblem.alreadyHere'))).toBeVisible()

    await page.getByRole('button', { name: say('passkeys.rename', { name: '' }).trim() }).click()
    const field = page.getByRole('textbox', { name: say('passkeys.name') })
    await typeIn(field, ' ')
    await page.keyboard.press('Enter')
    await expect(page.getByText(say('passkeys.nameRequired'))).toBeVisible()
    await typeIn(field, 'Red phone')
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('passkeys.save') }).click()
    await page.getByRole('button', { name: say('passkeys.remove', { name: 'Red phone' }) }).click()
    await expect(page.getByText(say('passkeys.removeLastDetail'))).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('passkeys.removeConfirm') }).click()
    await expect(page.getByText(say('passkeys.none'))).toBeVisible()

    await signOut(page, say)
    await device.setAgreeing(false)
    await page.goto('/sign/in')
    await expect(page.getByRole('button', { name: say('passkeySignIn.use') })).toBeVisible()
    await device.setAgreeing(true)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: say('passkeySignIn.use') }).click()
    await expect(page.getByText(say('passkeyProblem.unknown'))).toBeVisible()
    await expectPhoneLayout(page)
  })

  test('changes the number of an account that a passkey proves', async ({ page }) => {
    const device = await addAuthenticator(page)
    await signInByCode(page, say)
    await page.getByRole('button', { name: say('passkeyOffer.accept') }).click()
    await expect(page.getByText(say('passkeyOffer.added'))).toBeVisible()
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('contacts.changePhone') }).click()
    const use = page.getByRole('button', { name: say('contacts.usePasskey') })
    await expect(use).toBeVisible()
    await expectPhoneLayout(page)
    await device.setAgreeing(false)
    await use.click()
    await expect(page.getByText(say('passkeyProblem.cancelled'))).toBeVisible()
    await device.setAgreeing(true)
    await use.click()
    await typeIn(page.getByRole('textbox', { name: say('contacts.newPhone') }), newPhoneNumber())
    await page.getByRole('button', { name: say('contacts.sendNew') }).click()
    await page.getByRole('button', { name: /\d{6}/ }).click()
    await expect(page.getByText(say('contacts.phoneChanged'))).toBeVisible()
  })

  test('signs in with a passkey chosen in the phone field', async ({ page }) => {
    await addAuthenticator(page)
    await signInByCode(page, say)
    await page.getByRole('button', { name: say('passkeyOffer.accept') }).click()
    await expect(page.getByText(say('passkeyOffer.added'))).toBeVisible()
    await signOut(page, say)
    // The virtual authenticator's user chooses the first suggestion.
    await page.goto('/sign/in')
    await expect(page.getByRole('button', { name: say('account.title') })).toBeVisible()
  })

  test('offers a passkey only once, and not after a no @nightly', async ({ page }) => {
    await addAuthenticator(page)
    await signInByCode(page, say)
    await page.getByRole('button', { name: say('passkeyOffer.decline') }).click()
    await expect(page.getByText(say('passkeyOffer.title'))).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: say('account.title') })).toBeVisible()
    await expect(page.getByText(say('passkeyOffer.title'))).toHaveCount(0)
  })
})
