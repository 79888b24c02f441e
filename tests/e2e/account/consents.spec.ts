import { giveConsent, listConsents } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { enter, must, newTraveller } from '../backend.ts'
import { expectAccessible } from '../checks.ts'
import { openForm, toStation } from '../order-steps.ts'
import { expect, path, test } from '../own-address.ts'
import { fillOrder, newPhoneNumber } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')

test('asks for the privacy policy before it sends a code, and remembers the answer', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verification-codes')) sent.push(request.url())
  })
  await page.goto('/sign/in')
  const number = page.getByRole('textbox', { name: say('signIn.phone') })
  await typeIn(number, `+86${newPhoneNumber()}`)
  const send = page.getByRole('button', { name: say('signIn.sendCode') })
  await send.click()
  await expect(page.getByRole('alert')).toHaveText(say('authProblem.consentRequired'))
  expect(sent).toEqual([])
  await expectAccessible(page)
  const box = page.getByRole('checkbox')
  await box.check()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('link', { name: 'privacy policy' }).click()
  await expect(page).toHaveURL(path('/privacy'))
  await page.goBack()
  await expect(box).toBeChecked()
  await expect(number).not.toHaveValue('')
  await send.click()
  await expect(page.getByRole('heading', { name: say('code.title') })).toBeVisible()
  await page.getByRole('button', { name: /^Use \d{6}$/ }).click()
  await expect(page).toHaveURL(path('/person/profile/init'))
  await page.goto('/person/account')
  await expect(page.getByText(`Version ${policy.privacyVersion}, accepted`)).toBeVisible()
  await expect(page.getByText(say('consents.agree', { ...policy }))).toHaveCount(0)
})

test('agrees to a new version, and withdraws the consent to push messages, on the account’s page', async ({
  page,
  baseURL,
}) => {
  const traveller = await newTraveller(baseURL ?? '', 'Alex', false)
  const push = { kind: 'push', version: policy.privacyVersion, locale: 'zh-CN' } as const
  must(await traveller.api.call(giveConsent, { body: push }))
  await enter(page, traveller)
  await page.goto('/person/account')
  await expect(page.getByText(say('consents.notRecorded'))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: say('consents.agree', { ...policy }) }).click()
  await expect(page.getByText(say('consents.notRecorded'))).toHaveCount(0)
  await page.getByRole('button', { name: say('consents.withdrawPush') }).click()
  await expect(page.getByText('Withdrawn')).toBeVisible()
  const consents = must(await traveller.api.call(listConsents, {}))
  expect(consents.map(({ kind, isGiven, locale }) => [kind, isGiven, locale])).toEqual([
    ['push', false, 'zh-CN'],
    ['privacy', true, 'en-US'],
    ['push', true, 'zh-CN'],
  ])
  await page.getByRole('link', { name: say('consents.withdrawPrivacy') }).click()
  await expect(page.getByRole('button', { name: say('myAccount.deleteStart') })).toBeInViewport()
})

test('asks for a new version together with the terms of an order, once', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL ?? '', 'Alex', false)
  await enter(page, traveller)
  await openForm(page, 'demo-hotel-desk')
  await fillOrder(page, say, { place: toStation })
  const review = page.getByRole('button', { name: say('orderForm.review') })
  const terms = page.getByRole('dialog', { name: say('orderForm.agreeToTerms') })
  await review.click()
  await expect(terms).toContainText(`version ${policy.privacyVersion} of our privacy policy`)
  await expectAccessible(page)
  await terms.getByRole('link', { name: 'privacy policy' }).click()
  await expect(page).toHaveURL(path('/privacy'))
  await page.goBack()
  await terms.getByRole('button', { name: say('orderForm.agreeAndContinue') }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await expect
    .poll(async () => must(await traveller.api.call(listConsents, {})))
    .toMatchObject([{ kind: 'privacy', isGiven: true, version: policy.privacyVersion, locale: 'en-US' }])
  await openForm(page, 'demo-hotel-room-1208')
  await fillOrder(page, say, { place: toStation })
  await review.click()
  await expect(terms).toBeVisible()
  await expect(terms).not.toContainText(policy.privacyVersion)
})
