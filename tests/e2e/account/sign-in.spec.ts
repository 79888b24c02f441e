import { pathOf } from '@handsfree/core/api'
import { getCodeDelivery, getQrSite } from '@handsfree/core/contract'
import type { Locator, Page } from '@playwright/test'
import { withResolvers } from '../../with-resolvers.ts'
import { clientOf, enter, must, newTraveller } from '../backend.ts'
import { expectAccessible } from '../checks.ts'
import { expect, path, test } from '../own-address.ts'
import { newPhoneNumber } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')
const phoneField = (page: Page) => page.getByRole('textbox', { name: say('signIn.phone') })
const boxes = (page: Page) => page.getByRole('group').getByRole('textbox')
/** The page's text while a code is valid: its lifetime and, in the demo, the code. */
const codeOffers = (page: Page) =>
  page.getByText(say('code.validity', { minutes: 5 })).or(page.getByText(say('code.demo')))
const digits = (locator: Locator) =>
  locator.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''))

/** Requests a code for a new number; returns both. */
async function askForCode(page: Page, phoneNumber = newPhoneNumber()) {
  await typeIn(phoneField(page), `+86${phoneNumber}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await expect(page.getByRole('heading', { name: say('code.title') })).toBeVisible()
  const offer = await page.getByRole('button', { name: /^Use \d{6}$/ }).textContent()
  const code = offer?.slice(-6) ?? ''
  return { phone: { dialCode: '86', phoneNumber }, code, wrong: code === '000000' ? '111111' : '000000' }
}

test.describe('the verification code', () => {
  test.beforeEach(({ page }) => page.goto('/sign/in').then(() => undefined))

  test('describes a wrong code, and a burnt one after three tries, and clears the boxes', async ({
    page,
  }) => {
    const { wrong } = await askForCode(page)
    for (const triesLeft of [2, 1]) {
      await page.keyboard.type(wrong)
      await expect(page.getByText(say('authProblem.wrongCode', { triesLeft }))).toBeVisible()
      expect(await digits(boxes(page))).toBe('')
      await expect(boxes(page).first()).toBeFocused()
    }
    await expect(codeOffers(page)).toHaveCount(2)
    await page.keyboard.type(wrong)
    await expect(page.getByText(say('authProblem.burntCode'))).toBeVisible()
    await expect(boxes(page).first()).not.toBeEditable()
    await expect(codeOffers(page)).toHaveCount(0)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: say('code.resend'), exact: true })).toBeEnabled()
  })

  test('sends the code before the other ways by Tab where the button follows the form', async ({ page }) => {
    const ways = page
      .getByText(say('signIn.newHere'))
      .or(page.getByRole('button', { name: say('signIn.sendCode') }))
    await expect(ways).toHaveText([say('signIn.newHere'), say('signIn.sendCode')])
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(ways).toHaveText([say('signIn.sendCode'), say('signIn.newHere')])
  })

  test('reports a missing code @nightly', async ({ page }) => {
    await askForCode(page)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(page.getByText(say('authProblem.codeRequired'))).toBeVisible()
  })

  test('signs in with a code that a keyboard inserts with a space or a hyphen in it @nightly', async ({
    page,
  }) => {
    const { code } = await askForCode(page)
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3, 5)}`)
    expect(await digits(boxes(page))).toBe(code.slice(0, 5))
    await boxes(page).first().focus()
    await page.keyboard.insertText(`${code.slice(0, 3)} - ${code.slice(3)}`)
    await expect(page).toHaveURL(path('/person/profile/init'))
  })

  test('extracts the code from a pasted message with other numbers before it @nightly', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { code } = await askForCode(page)
    const message = `106901234 14:05 【Handsfree】您的验证码是 ${code}，5 分钟内有效`
    await page.evaluate((text) => navigator.clipboard.writeText(text), message)
    await boxes(page).first().press('Control+V')
    await expect(page).toHaveURL(path('/person/profile/init'))
  })

  test('accepts a code from the phone’s autofill @nightly', async ({ page }) => {
    await expect(phoneField(page)).toHaveAttribute('autocomplete', 'tel-national webauthn')
    // A telephone keypad, with its plus sign.
    await expect(phoneField(page)).toHaveAttribute('inputmode', 'tel')
    const { code } = await askForCode(page)
    await expect(boxes(page).first()).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(boxes(page).first()).toHaveAttribute('inputmode', 'numeric')
    await boxes(page).first().fill(code)
    await expect(page).toHaveURL(path('/person/profile/init'))
  })
})

test('offers another number and the hotline after 30 s without a code, and says if it wasn’t delivered', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/sign/in')
  await askForCode(page)
  const title = page.getByText(say('codeHelp.title'))
  await page.clock.runFor(25_000)
  await expect(title).toHaveCount(0)
  await page.clock.runFor(6_000)
  await expect(title).toBeVisible()
  const call = page.getByRole('link', { name: say('codeHelp.call', { phone: '+86 21 0000 0731' }) })
  await expect(call).toHaveAttribute('href', 'tel:+862100000731')
  await expectAccessible(page)
  const delivery = pathOf(getCodeDelivery, { requestId: '*' })
  await page.route(`**/api${delivery}`, (route) =>
    route.fulfill({ json: { code: 0, message: 'ok', result: { isUndelivered: true } } }),
  )
  await page.clock.runFor(11_000)
  await expect(page.getByRole('alert')).toContainText(say('codeHelp.undelivered'))
  await page.getByRole('button', { name: say('codeHelp.otherNumber') }).click()
  await expect(phoneField(page)).toBeVisible()
})

test('fills in the code of a text message that the phone reads', async ({ page }) => {
  const received = withResolvers<string>()
  await page.exposeFunction('receiveCode', () => received.promise)
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} })
    navigator.credentials.get = async (request) => {
      const { otp } = request as { otp?: { transport: string[] } }
      if (otp?.transport[0] !== 'sms') throw new Error('not a request for a text message')
      const { receiveCode } = window as unknown as { receiveCode(): Promise<string> }
      return { code: await receiveCode() } as unknown as Credential
    }
  })
  await page.goto('/sign/in')
  const { code } = await askForCode(page)
  received.resolve(code)
  await expect(page).toHaveURL(path('/person/profile/init'))
})

test('counts down 60 s on the button, announces it rarely, and follows the server’s wait @nightly', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/sign/in')
  await askForCode(page)
  const resend = page.getByRole('button', { name: say('code.resend') })
  const spoken = page.getByRole('status').filter({ hasText: /code/ })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await expect(resend).toHaveText(/^Resend in (60|59) s$/)
  await expect(resend).toBeDisabled()
  await expect(spoken).toHaveCount(0)
  await page.clock.runFor(31_000)
  await expect(spoken).toHaveText(say('code.resendSpoken', { seconds: 30 }))
  await page.clock.runFor(20_000)
  await expect(spoken).toHaveText(say('code.resendSpoken', { seconds: 10 }))
  await page.clock.runFor(10_000)
  await expect(resend).toHaveText(say('code.resend'))
  await expect(spoken).toHaveText(say('code.resendReady'))
  await resend.click()
  await expect(page.getByText(say('authProblem.tooSoonCodeOut'))).toBeVisible()
  await expect(resend).toBeDisabled()
})

test('reports an invalid number, and how long to wait for the next code @nightly', async ({ page }) => {
  await page.goto('/sign/in')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await expect(page.getByText(say('authProblem.invalidPhone'))).toBeVisible()
  await expect(phoneField(page)).toHaveAttribute('aria-invalid', 'true')
  await typeIn(phoneField(page), '+8613812')
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('authProblem.invalidPhone'))).toBeVisible()

  await page.route('**/api/verification-codes', (route) =>
    route.fulfill({ status: 429, json: { code: 2004, message: '', result: { retryAfter: 540 } } }),
  )
  await typeIn(phoneField(page), `+86${newPhoneNumber()}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('authProblem.tooSoon', { wait: '9 minutes' }))).toBeVisible()
  await expectAccessible(page)
})

test.describe('phone numbers with a calling code', () => {
  const dialCode = (page: Page) => page.getByRole('link', { name: /Calling code/ })

  for (const keys of [
    '+8613812342046',
    '+86 138-1234-2046',
    '008613812342046',
    '＋８６１３８１２３４２０４６',
    '+٨٦١٣٨١٢٣٤٢٠٤٦',
  ]) {
    test(`splits the calling code from a number that is typed key by key: ${keys} @nightly`, async ({
      page,
    }) => {
      await page.goto('/sign/in')
      await expect(dialCode(page)).toHaveText(/\+1$/)
      await phoneField(page).pressSequentially(keys)
      await expect(phoneField(page)).toHaveValue('13812342046')
      await expect(dialCode(page)).toHaveText(/\+86$/)
    })
  }

  test('splits the calling code from a paste, and after a plus sign is put before the digits @nightly', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/sign/in')
    await page.evaluate(() => navigator.clipboard.writeText('(+852) 5123 4567'))
    await phoneField(page).press('Control+V')
    await expect(phoneField(page)).toHaveValue('51234567')
    await expect(dialCode(page)).toHaveText(/\+852$/)

    await typeIn(phoneField(page), '8613812342046')
    await phoneField(page).press('Home')
    await phoneField(page).pressSequentially('+')
    await expect(phoneField(page)).toHaveValue('13812342046')
    await expect(dialCode(page)).toHaveText(/\+86$/)
  })

  test('keeps the caret at the typed position @nightly', async ({ page }) => {
    await page.goto('/sign/in')
    await typeIn(phoneField(page), '13812342046')
    await phoneField(page).press('Home')
    for (let moves = 0; moves < 3; moves++) await phoneField(page).press('ArrowRight')
    await phoneField(page).pressSequentially('-x 9')
    await expect(phoneField(page)).toHaveValue('138912342046')
    expect(await phoneField(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(4)
  })

  test('refuses an unknown calling code with its own message @nightly', async ({ page }) => {
    await page.goto('/sign/in')
    await phoneField(page).pressSequentially('+99912345')
    await expect(phoneField(page)).toHaveValue('+99912345')
    await expect(dialCode(page)).toHaveText(/\+1$/)
    await page.keyboard.press('Enter')
    await expect(phoneField(page)).toHaveAccessibleDescription(
      say('authProblem.unknownDialCode', { dialCode: '999' }),
    )
    await expectAccessible(page)
  })
})

test('sends the site where a sign-in began, also after a reload, and no other site @nightly', async ({
  page,
  browser,
  baseURL,
}) => {
  const place = must(
    await clientOf(baseURL ?? '', null).call(getQrSite, { params: { qrId: 'demo-hotel-room-1208' } }),
  )
  const siteOf = async (tab: Page) => {
    const { code } = await askForCode(tab)
    await tab.reload()
    await expect(tab.getByRole('heading', { name: say('code.title') })).toBeVisible()
    const request = tab.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/users'),
    )
    await boxes(tab).first().fill(code)
    return (await request).headers()['x-site-id']
  }
  await page.goto('/sign/in?next=%2Forder%2Fcreate%2Fdemo-hotel-room-1208')
  expect(await siteOf(page)).toBe(place.site.siteId)

  const other = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })).newPage()
  await other.addInitScript(() => localStorage.setItem('lastSiteQRId', 'demo-hotel-room-1208'))
  await other.goto('/sign/in')
  expect(await siteOf(other)).toBeUndefined()
  await other.context().close()
})

test('refuses an unknown QR code before a message is sent, with a link to scan another @nightly', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verification-codes')) sent.push(request.url())
  })
  await page.goto('/sign/in?next=%2Forder%2Fcreate%2Fdemo-nowhere')
  await typeIn(phoneField(page), `+86${newPhoneNumber()}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  const told = page.getByRole('alert').filter({ hasText: say('authProblem.unknownPlace') })
  await expect(told).toBeVisible()
  expect(sent).toEqual([])
  const scan = page.getByRole('link', { name: say('orderForm.scanAnother') })
  const [words, field] = [await told.boundingBox(), await phoneField(page).boundingBox()]
  // Next to the button, the sentence would wrap to six lines.
  expect(words?.width).toBeGreaterThan(0.9 * (field?.width ?? 0))
  await scan.click()
  await expect(page).toHaveURL(path('/qr-code/scan'))
})

test('sends a code to the stored number @nightly', async ({ page }) => {
  await page.goto('/verification-code/send')
  await expect(page).toHaveURL(path('/sign/in'))
  await typeIn(phoneField(page), '+8613812342046')
  await page.goto('/verification-code/send?next=%2Fterms')
  await expect(page.getByText('+86 138 1234 2046')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await expect(page).toHaveURL(path('/verification-code/check?next=%2Fterms'))
})

test('keeps the requested page through every step, and leaves no step in the history @nightly', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    history.pushState(null, '', '/sign/up?next=%2Fterms')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(path('/sign/up?next=%2Fterms'))
  await page.getByRole('link', { name: /Calling code/ }).click()
  await expect(page).toHaveURL(path('/phone-dial-code?next=%2Fterms'))
  await page.getByRole('button', { name: 'China +86' }).first().click()
  await expect(page).toHaveURL(path('/sign/up?next=%2Fterms'))
  await typeIn(phoneField(page), newPhoneNumber())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path('/verification-code/check?next=%2Fterms'))
  await page.getByRole('button', { name: /\d{6}/ }).click()
  await expect(page).toHaveURL(path('/person/profile/init?next=%2Fterms'))
  await typeIn(page.getByRole('textbox', { name: say('profile.name') }), 'Alex')
  await page.getByRole('button', { name: say('profileInit.save') }).click()
  await expect(page).toHaveURL(path('/terms'))
  await page.goBack()
  await expect(page).toHaveURL(path('/'))

  await page.goto('/sign/in?next=%2Fterms')
  await expect(page).toHaveURL(path('/terms'))
  await page.goto('/sign/in?next=%2F%2Felsewhere.example%2F')
  await expect(page).toHaveURL(path('/'))
})

test('lists likely dial codes first, searches them, and shows letters at the edge @nightly', async ({
  page,
}) => {
  await page.goto('/sign/in')
  const link = page.getByRole('link', { name: /Calling code/ })
  await expect(link).toHaveText(/\+1$/)
  await typeIn(phoneField(page), '7911123456')
  await link.click()
  const suggested = page.getByRole('region', { name: say('dialCode.likely') }).getByRole('button')
  await expect(suggested).toHaveText([/United States\+1/, /China\+86/, /Hong Kong\+852/])
  await expect(suggested.first()).toHaveAttribute('aria-current', 'true')

  await page.getByRole('navigation').getByRole('button', { name: 'Z' }).click()
  await expect(page.getByRole('button', { name: 'Zambia +260' })).toBeInViewport()

  const search = page.getByRole('searchbox')
  for (const name of ['中国', 'china', '+86']) {
    await typeIn(search, name)
    await expect(page.getByRole('button', { name: 'China +86' })).toBeVisible()
  }
  await typeIn(search, 'zzzz')
  await expect(page.getByRole('heading', { name: say('dialCode.none') })).toBeVisible()
  await typeIn(search, '+44')
  await page.getByRole('button', { name: 'United Kingdom +44' }).click()
  await expect(link).toHaveText(/\+44$/)
  await expect(phoneField(page)).toHaveValue('7911123456')
})

test.describe('a browser in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('begins in Chinese with +86, and reloads in English with the number kept @nightly', async ({
    page,
  }) => {
    await page.goto('/sign/in')
    await expect(page.getByRole('link', { name: '中国 +86' })).toBeVisible()
    await typeIn(page.getByRole('textbox', { name: '手机号' }), '13812342046')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: say('signIn.title') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(phoneField(page)).toHaveValue('13812342046')
  })
})

test('requires a name and a valid address in the first profile, and saves both @nightly', async ({
  page,
}) => {
  await page.goto('/sign/in')
  await askForCode(page)
  await page.getByRole('button', { name: /\d{6}/ }).click()
  const name = page.getByRole('textbox', { name: say('profile.name') })
  const email = page.getByRole('textbox', { name: say('profile.emailOptional') })
  const save = page.getByRole('button', { name: say('profileInit.save') })
  await typeIn(email, 'alex@')
  await save.click()
  await expect(name).toHaveAccessibleDescription(say('authProblem.nameRequired'))
  await expect(page.getByText(say('authProblem.invalidEmail'))).toBeVisible()
  await typeIn(name, 'Alex')
  await expect(page.getByText(say('authProblem.nameRequired'))).toHaveCount(0)
  await save.click()
  await expect(page.getByText(say('authProblem.invalidEmail'))).toBeVisible()
  await expect(name).toHaveValue('Alex')
  await expectAccessible(page)
  await typeIn(email, 'alex@example.com')
  await save.click()
  await expect(page).toHaveURL(path('/'))
  await page.getByRole('button', { name: say('account.title') }).click()
  await expect(page.getByRole('dialog', { name: 'Alex' })).toBeVisible()
  await page.reload()
  await page.goto('/person/profile/init')
  await expect(page).toHaveURL(path('/'))
})

test('shows that it waits for the profile before the first name can be saved @nightly', async ({
  page,
  baseURL,
}) => {
  const traveller = await newTraveller(baseURL ?? '')
  const { promise: held, resolve: release } = withResolvers()
  await page.route('**/api/users/customers?**', async (route) => {
    await held
    await route.continue()
  })
  await enter(page, traveller)
  await page.goto('/person/profile/init?next=%2Fterms')
  const save = page.getByRole('button', { name: say('profileInit.save') })
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: say('profileInit.later') })).toBeDisabled()
  await typeIn(page.getByRole('textbox', { name: say('profile.name') }), 'Alex')
  release()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await save.click()
  await expect(page).toHaveURL(path('/terms'))
})
