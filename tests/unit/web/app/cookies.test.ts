import { createApp } from '@handsfree/core'
import { expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { mirrorInCookies } from '../../../../web/app/cookies.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../../core/fake-platform.ts'
import { account, profile } from '../../models/samples.ts'

/** Records the cookies that a page sets. */
function watchCookies(protocol: string) {
  const written: string[] = []
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    set cookie(value: string) {
      written.push(value)
    },
  })
  return written
}

test('mirrors language and account state in cookies without the token, and clears the latter on sign-out', () => {
  const written = watchCookies('https:')
  const browser = new FakeBrowser()
  const auth = { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }
  browser.items.set('auth', JSON.stringify(auth))
  browser.items.set('language', 'en-US')
  browser.items.set('person', JSON.stringify({ version: 1, profile }))
  const app = createApp(new FakePlatform(new FakeServer(), browser), {
    baseUrl: '',
    staticKey: 'static-key',
    brokerScheme: 'wss',
  })
  app.start()
  mirrorInCookies(app)
  const rest = 'Path=/; Max-Age=31536000; SameSite=Lax; Secure'
  expect(written.splice(0)).toEqual([`language=en-US; ${rest}`, `account=yes; ${rest}`])
  app.auth.send({ type: 'auth.signOut' })
  expect(written).toEqual(['account=; Path=/; Max-Age=0; SameSite=Lax; Secure'])
  app.stop()
})

test('mirrors a chosen language before the page reloads in it', async () => {
  const written = watchCookies('http:')
  const platform = new FakePlatform(new FakeServer(), new FakeBrowser())
  platform.requestedLanguages = () => ['zh-CN']
  const app = appOn(platform)
  app.start()
  mirrorInCookies(app)
  // The language of a link or of the device isn't a choice.
  expect(written.splice(0)).toEqual(['account=; Path=/; Max-Age=0; SameSite=Lax'])
  await waitFor(app.language, (snapshot) => snapshot.matches('ready'))
  app.language.send({ type: 'language.switch', locale: 'en-US' })
  expect(written).toEqual(['language=en-US; Path=/; Max-Age=31536000; SameSite=Lax'])
  app.stop()
})
