import { listOrders, sendVerificationCode, signIn } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import type { BuiltServer } from '../../../tools/built-server.ts'
import { clientOf, must, placeOrder } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path, test } from '../own-address.ts'
import { startWithoutAutopilot } from '../server-without-autopilot.ts'
import { test as asTraveller } from '../traveller.ts'
import { newPhoneNumber } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import type { Say } from '../words.ts'

let last = 0
const newEmail = () => `ada-${Date.now()}-${++last}@keys.example`

/** The code that the demo shows. */
async function shownCode(page: Page, say: Say): Promise<string> {
  const words = say('code.demoFill', { code: '000000' }).split('000000')
  const offer = page.getByRole('button', { name: new RegExp(`^${words[0]}\\d{6}${words[1]}$`) })
  const code = await offer.textContent()
  return /\d{6}/.exec(code ?? '')?.[0] ?? ''
}

async function enterCode(page: Page, say: Say): Promise<void> {
  const code = await shownCode(page, say)
  await page.getByRole('group').getByRole('textbox').first().focus()
  await page.keyboard.type(code)
}

inBothLanguages((say) => {
  test.describe('with text messages switched off', () => {
    let server: BuiltServer
    test.beforeAll(async () => {
      server = await startWithoutAutopilot({ SMS_GATEWAY: 'off' })
    })
    test.afterAll(() => server.discard())

    test('signs in a new traveller by email, with the keyboard alone, and again to the same account', async ({
      page,
    }) => {
      const email = newEmail()
      await page.goto(`${server.url}/sign/in`)
      await expect(page.getByText(say('signIn.textsOff'))).toBeVisible()
      await expectPhoneLayout(page)
      await page.getByRole('link', { name: say('signIn.byEmail') }).click()
      const field = page.getByRole('textbox', { name: say('emailSignIn.email') })
      await expect(field).toBeFocused()
      await page.keyboard.type('ada@nowhere')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await expect(page.getByText(say('authProblem.invalidEmail'))).toBeVisible()
      await expectPhoneLayout(page)
      await typeIn(field, email)
      await page.keyboard.press('Enter')
      await expect(page.getByText(say('code.mailedTo', { email }))).toBeVisible()
      await expectPhoneLayout(page)
      await page.keyboard.type(await shownCode(page, say))

      await expect(page.getByRole('heading', { name: say('emailSignIn.phoneTitle') })).toBeVisible()
      await expectPhoneLayout(page)
      await page.keyboard.type(`+86${newPhoneNumber()}`)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(path('/person/profile/init'))

      await page.goto(`${server.url}/person/account`)
      await expect(page.getByText(say('contacts.phoneUnverifiedDetail'))).toBeVisible()
      await expectPhoneLayout(page)
    })
  })

  test('resumes at the code after a reload, since the mail is read elsewhere', async ({ page }) => {
    const email = newEmail()
    await page.goto('/sign/email')
    await typeIn(page.getByRole('textbox', { name: say('emailSignIn.email') }), email)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: say('signIn.sendCode') }).click()
    await expect(page.getByText(say('code.mailedTo', { email }))).toBeVisible()
    await page.reload()
    await expect(page.getByText(say('code.mailedTo', { email }))).toBeVisible()
    await enterCode(page, say)
    await expect(page.getByRole('heading', { name: say('emailSignIn.phoneTitle') })).toBeVisible()
  })

  asTraveller(
    'verifies the email, then changes the number by it, and keeps the orders',
    async ({ page, traveller, baseURL }) => {
      const order = await placeOrder(traveller)
      const email = newEmail()
      await page.goto('/person/profile/edit')
      await typeIn(page.getByRole('textbox', { name: say('profile.emailOptional') }), email)
      await page.getByRole('button', { name: say('profile.save') }).click()
      await expect(page.getByText(say('profile.saved'), { exact: true })).toBeVisible()
      // By keyboard: the link moves while the confirmation appears.
      await page.getByRole('link', { name: say('profile.phoneChange') }).press('Enter')
      await page.getByRole('button', { name: say('contacts.verifyEmail') }).click()
      await page.getByRole('button', { name: say('contacts.sendMail', { email }) }).click()
      await enterCode(page, say)
      await expect(page.getByText(say('contacts.emailVerified'))).toBeVisible()

      await page.getByRole('button', { name: say('contacts.changePhone') }).click()
      await expectPhoneLayout(page)
      // A minute must pass before the next code to the address, unless the previous one was used.
      await page.getByRole('button', { name: say('contacts.sendMail', { email }) }).click()
      await enterCode(page, say)
      const phoneNumber = newPhoneNumber()
      await typeIn(page.getByRole('textbox', { name: say('contacts.newPhone') }), phoneNumber)
      await page.getByRole('button', { name: say('contacts.sendNew') }).click()
      await enterCode(page, say)
      await expect(page.getByText(say('contacts.phoneChanged'))).toBeVisible()
      await expectPhoneLayout(page)

      // Signs in again: the change has ended the other sessions, among them this client's.
      const visitor = clientOf(baseURL ?? '', null)
      const phone = { dialCode: '86', phoneNumber }
      const { requestId, demoCode = '' } = must(await visitor.call(sendVerificationCode, { body: phone }))
      const { token } = must(await visitor.call(signIn, { body: { ...phone, code: demoCode, requestId } }))
      const account = clientOf(baseURL ?? '', token)
      const listed = must(await account.call(listOrders, { query: { status: '200' } }))
      expect(JSON.stringify(listed)).toContain(order.orderId)
    },
  )
})
