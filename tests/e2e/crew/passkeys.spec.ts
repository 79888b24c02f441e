import { demoPin } from '@handsfree/core/api'
import { addAuthenticator } from '../authenticator.ts'
import { expectPhoneLayout } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect } from '../own-address.ts'
import { test } from '../server-without-autopilot.ts'

inBothLanguages((say) => {
  test('offers an employee a passkey, and signs them in with it while text messages are off', async ({
    page,
    own,
  }) => {
    const device = await addAuthenticator(page)
    await page.goto(`${own.url}/crew?as=courier-0731`)
    await page.getByRole('button', { name: say('passkeyOffer.accept') }).click()
    await expect(page.getByText(say('passkeyOffer.added'))).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('link', { name: say('crewAccount.title'), exact: true }).click()
    await expect(page.getByText(say('passkeys.detailCrew'))).toBeVisible()
    await expect(page.getByText(say('passkeyOffer.title'))).toHaveCount(0)
    await expectPhoneLayout(page)
    await device.setAgreeing(false)
    await page.getByRole('button', { name: say('crewAccount.signOut') }).click()

    await page.route('**/api/verification-codes', (route) => route.abort())
    const use = page.getByRole('button', { name: say('passkeySignIn.use') })
    await use.click()
    await expect(page.getByText(say('passkeyProblem.cancelled'))).toBeVisible()
    await expectPhoneLayout(page)
    await device.setAgreeing(true)
    await use.click()
    await expect(page.getByText(say('passkeys.lastUsed', { time: '' }).trim())).toBeVisible()
  })

  test('offers no passkey on a desk’s shared tablet @nightly', async ({ page, own }) => {
    await addAuthenticator(page)
    await page.goto(`${own.url}/crew?as=site-hongqiao-railway-station`)
    await page.getByRole('link', { name: say('crewAccount.title') }).click()
    await expect(page.getByRole('button', { name: say('passkeys.add') })).toBeVisible()
    await page.getByRole('button', { name: say('crewAccount.tabletStart') }).click()
    await page.getByRole('listitem').getByRole('button').first().click()
    await page.getByLabel(say('crewTablet.digit', { position: 1, count: 4 })).focus()
    await page.keyboard.type(demoPin)
    await expect(page.getByRole('button', { name: say('crewAccount.tabletEnd') })).toBeVisible()
    await expect(page.getByRole('button', { name: say('passkeys.add') })).toHaveCount(0)
  })
})
