import { createHash } from 'node:crypto'
import { type App, onHint, openPlacement, selectUnread } from '@handsfree/core'
import {
  createDeviceConsent,
  selectCode,
  selectIsCodeSpent,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectPhone,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { policy } from '@handsfree/core/policy'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completeDraft, preview } from '../models/placement.model.ts'
import { account, profile } from '../models/samples.ts'
import { formSnapshotOf } from './booking/form-of.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, secrets, soon } from './fake-platform.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }
const noPhone = { dialCode: '86', phoneNumber: '' }
const storedAuth = (token: string | null, uin = 'uin-1') =>
  JSON.stringify({ version: 1, phone: noPhone, account: token && { token, uin } })

let server: FakeServer
let browser: FakeBrowser
let apps: App[]

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  apps = []
})
afterEach(() => {
  for (const app of apps) app.stop()
})

const openTab = () => {
  const platform = new FakePlatform(server, browser)
  const app = appOn(platform)
  apps.push(app)
  app.start()
  return { app, platform }
}
const auth = (app: App) => app.auth.getSnapshot()
const stored = () => JSON.parse(browser.items.get('auth') ?? 'null') as { account: unknown } | null

const askForCode = async (app: App, qrId: string | null = null) => {
  app.auth.send({ type: 'auth.begin', qrId })
  await soon(() => expect(selectIsEnteringPhone(auth(app))).toBe(true))
  app.auth.send({ type: 'phone.change', phone })
  app.auth.send({ type: 'code.request' })
  await soon(() => expect(selectIsEnteringCode(auth(app))).toBe(true))
}
const signIn = async (app: App) => {
  createDeviceConsent(app).change(true)
  await askForCode(app)
  app.auth.send({ type: 'code.change', code: '246810' })
  await soon(() => expect(auth(app).matches({ signedIn: { profile: 'ready', device: 'synced' } })).toBe(true))
}
const online = async () => {
  browser.signIn()
  const tab = openTab()
  await soon(() => expect(tab.platform.lines).toHaveLength(1))
  tab.platform.lines[0]?.listener.onOpen()
  await soon(() => expect(server.of('GET /notification/unread').length).toBeGreaterThanOrEqual(1))
  await soon(() => expect(selectUnread(tab.app.notification.getSnapshot())).toBe(3))
  return tab
}
type Recent = { version: number; uin: string; answers: Record<string, { at: number; value: unknown }> }
const recentAnswers = (): Recent => JSON.parse(browser.items.get('recentAnswers') ?? '')
const aged = ({ answers }: Recent, ms: number) =>
  Object.fromEntries(Object.entries(answers).map(([name, { at, value }]) => [name, { at: at - ms, value }]))
const unreadQuestions = () => server.of('GET /notification/unread').length

it('does not send requests for a visitor', async () => {
  const { app, platform } = openTab()
  await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
  expect([auth(app).value, app.realtime.getSnapshot().value, app.notification.getSnapshot().value]).toEqual([
    { signedOut: 'idle' },
    'disconnected',
    'signedOut',
  ])
  expect([server.sent, platform.lines]).toEqual([[], []])
})

describe('signing in', () => {
  it('stores the account, reports the language, counts unread and connects to the broker on sign-in', async () => {
    const { app, platform } = openTab()
    await signIn(app)
    await soon(() => expect(platform.lines).toHaveLength(1))
    platform.lines[0]?.listener.onOpen()
    await soon(() => expect(selectUnread(app.notification.getSnapshot())).toBe(3))

    expect(stored()).toEqual({ version: 1, phone: noPhone, account, requestId: 'request-1', sent: null })
    const person = JSON.parse(browser.items.get('person') ?? '')
    expect(person).toEqual(JSON.parse(JSON.stringify({ version: 1, profile, isNameSkipped: false })))
    expect(auth(app).context.profile).toEqual(profile)
    expect(server.of('POST /verification-codes').map(({ body, token }) => [body, token])).toEqual([
      [phone, null],
    ])
    expect(server.of('POST /users')[0]?.body).toEqual({
      ...{ ...phone, code: '246810', requestId: 'request-1' },
      consent: { version: policy.privacyVersion, locale: 'en-US' },
    })
    expect(server.of('POST /user-devices').map(({ body, token }) => [body, token])).toEqual([
      [{ languageTag: 'en-US' }, 'Bearer token-1'],
    ])
    expect(server.of('GET /users/customers')[0]?.path).toBe('/users/customers?uins[]=uin-1')
    expect(server.of('GET /notification/unread')[0]?.path).toBe(
      '/notification/unread?types[]=1&types[]=2&types[]=3&types[]=4&types[]=5&types[]=6&types[]=7&types[]=8',
    )
    expect(platform.lines[0]?.options).toEqual({
      url: 'wss://broker.test:8084/mqtt',
      clientId: 'TMS-uin-1',
      username: 'uin-1',
      password: 'password-1',
      topics: ['TOPIC-TMS-uin-1'],
      keepalive: 20,
      connectTimeoutMs: 30_000,
    })
  })

  it('signs the calls for broker secrets with time, static key and path', async () => {
    await online()
    for (const path of ['/oss/secrets/dk', '/oss/secrets/ck']) {
      const [{ headers, token }] = server.of(`POST ${path}`) as [(typeof server.sent)[0]]
      const timestamp = String(Date.parse('2026-11-23T02:00:00Z'))
      expect([headers.get('X-Timestamp'), headers.get('X-Signature'), token]).toEqual([
        timestamp,
        createHash('sha256').update(`${timestamp}static-key/api${path}`).digest('hex'),
        'Bearer token-1',
      ])
    }
  })
})

it('sends a code requested while the sign-in is still loading', async () => {
  const { app } = openTab()
  app.auth.send({ type: 'auth.begin' })
  app.auth.send({ type: 'phone.change', phone })
  app.auth.send({ type: 'code.request' })
  expect(auth(app).value).toEqual({ signedOut: 'starting' })
  await soon(() => expect(selectIsEnteringCode(auth(app))).toBe(true))
  expect(server.of('POST /verification-codes')).toHaveLength(1)
})

describe('a reload', () => {
  const asked = () => server.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
  const reload = async ({ app }: Awaited<ReturnType<typeof online>>) => {
    app.stop()
    server.sent.length = 0
    const { platform } = openTab()
    await soon(() => expect(platform.lines).toHaveLength(1))
    platform.lines[0]?.listener.onOpen()
    await soon(() => expect(unreadQuestions()).toBe(1))
    return platform
  }

  it('refetches only the unread count and the broker’s secrets after a reload, once each', async () => {
    const tab = await online()
    const { options } = tab.platform.lines[0]!
    expect((await reload(tab)).lines[0]?.options).toEqual(options)
    expect(asked().toSorted()).toEqual([
      'GET /notification/unread',
      'POST /oss/secrets/ck',
      'POST /oss/secrets/dk',
    ])
  })

  it('never stores the broker password, and removes one stored by an older release', async () => {
    const tab = await online()
    await soon(() => expect(Object.keys(recentAnswers().answers)).toHaveLength(2))
    const stored = () => [...browser.items.values()].join('\n')
    expect(stored()).not.toContain(secrets.mqttPassword)
    const { answers, ...recent } = recentAnswers()
    const older = { ...answers, secrets: { at: Date.parse('2026-11-23T02:00:00Z'), value: secrets } }
    browser.items.set('recentAnswers', JSON.stringify({ ...recent, answers: older }))
    await reload(tab)
    expect(Object.keys(recentAnswers().answers).toSorted()).toEqual(['language', 'profile'])
    expect(stored()).not.toContain(secrets.mqttPassword)
  })

  it('reports the language again if it has changed since the last visit', async () => {
    const tab = await online()
    browser.items.set('language', 'zh-CN')
    await reload(tab)
    expect(server.of('POST /user-devices').map(({ body }) => body)).toEqual([{ languageTag: 'zh-CN' }])
  })

  it.each([
    ['after ten minutes', (recent: Recent) => ({ ...recent, answers: aged(recent, 10 * 60_000) })],
    ['after the clock was set back', (recent: Recent) => ({ ...recent, answers: aged(recent, -1_000) })],
    ['of another account', (recent: Recent) => ({ ...recent, uin: 'uin-2' })],
    ['of another version', (recent: Recent) => ({ ...recent, version: 2 })],
    ['that are broken', () => 'broken'],
  ])('ignores stored answers %s', async (_, change) => {
    const tab = await online()
    await soon(() => expect(Object.keys(recentAnswers().answers)).toHaveLength(2))
    browser.items.set('recentAnswers', JSON.stringify(change(recentAnswers())))
    await reload(tab)
    expect(asked().toSorted()).toEqual([
      'GET /notification/unread',
      'GET /users/customers',
      'POST /oss/secrets/ck',
      'POST /oss/secrets/dk',
      'POST /user-devices',
    ])
  })
})

describe('a reload while the code is typed', () => {
  const now = Date.parse('2026-11-23T02:00:00Z')
  const waiting = {
    version: 1,
    phone,
    account: null,
    requestId: 'request-1',
    sent: { resendAt: now + 60_000, expiresAt: now + 300_000, qrId: 'desk-1', demoCode: null },
  }

  it('resumes code entry after a reload with its request id and site, and stores no digits', async () => {
    const { app } = openTab()
    await askForCode(app, 'desk-1')
    app.auth.send({ type: 'code.change', code: '24' })
    expect(stored()).toEqual(waiting)
    app.stop()

    const { app: reloaded } = openTab()
    expect(selectIsEnteringCode(auth(reloaded))).toBe(true)
    await soon(() => expect(selectSecondsLeft(auth(reloaded))).toBe(60))
    expect([selectPhone(auth(reloaded)), selectCode(auth(reloaded))]).toEqual([phone, ''])
    reloaded.auth.send({ type: 'code.change', code: '246810' })
    await soon(() => expect(auth(reloaded).matches('signedIn')).toBe(true))
    expect(server.of('POST /users').map(({ body, headers }) => [body, headers.get('X-Site-Id')])).toEqual([
      [expect.objectContaining({ ...phone, code: '246810', requestId: 'request-1' }), 'site-1'],
    ])
    expect(stored()).toMatchObject({ account, sent: null })
  })

  it.each<[string, (app: App) => void]>([
    ['the number is edited', (app) => app.auth.send({ type: 'phone.edit' })],
    ['another tab has signed in', (app) => app.auth.send({ type: 'account.found', account })],
  ])('does not resume code entry once %s', async (_, end) => {
    const { app } = openTab()
    await askForCode(app)
    end(app)
    expect(stored()).toMatchObject({ requestId: 'request-1', sent: null })
  })

  it('keeps the number but does not resume code entry once the code is burnt', async () => {
    const { app } = openTab()
    await askForCode(app)
    server.routes['POST /users'] = () => new Refusal(2002, { triesLeft: 0 })
    app.auth.send({ type: 'code.change', code: '246810' })
    await soon(() => expect(selectIsCodeSpent(auth(app))).toBe(true))
    expect(stored()).toMatchObject({ phone, sent: null })
  })
})

describe('the broker connection', () => {
  it('refetches unread on code 0, reports the order on code 1, and ignores other messages', async () => {
    const { app, platform } = await online()
    const changed: string[] = []
    app.realtime.on('realtime.orderChanged', ({ orderId }) => changed.push(orderId))
    const { listener } = platform.lines[0]!
    const before = unreadQuestions()

    listener.onMessage('TOPIC-TMS-uin-1', '{"code":1,"orderId":"order-1"}')
    listener.onMessage('TOPIC-TMS-uin-1', '{"code":7}')
    listener.onMessage('TOPIC-TMS-uin-1', 'no JSON')
    listener.onMessage('TOPIC-TMS-uin-2', '{"code":0}')
    expect([changed, unreadQuestions()]).toEqual([['order-1'], before])

    server.routes['GET /notification/unread'] = () => 100
    listener.onMessage('TOPIC-TMS-uin-1', '{"code":0}')
    await soon(() => expect(selectUnread(app.notification.getSnapshot())).toBe(100))
  })

  it('refetches unread when the traveller returns, and reconnects once the device is online', async () => {
    const { app, platform } = await online()
    const before = unreadQuestions()
    platform.comeBack()
    await soon(() => expect(unreadQuestions()).toBe(before + 1))

    platform.lines[0]?.listener.onClose()
    expect(app.realtime.getSnapshot().matches({ connected: { link: 'waiting' } })).toBe(true)
    platform.goOnline(false)
    expect(app.realtime.getSnapshot().matches({ connected: { link: 'waiting' } })).toBe(true)
    platform.goOnline(true)
    await soon(() => expect(platform.lines).toHaveLength(2))
  })
})

const expectSignedOut = ({ app, platform }: Awaited<ReturnType<typeof online>>) => {
  expect(auth(app).matches('signedOut')).toBe(true)
  expect([stored()?.account, browser.items.has('person')]).toEqual([null, false])
  expect(platform.lines.map(({ isOpen }) => isOpen)).toEqual([false])
  expect(app.realtime.getSnapshot().value).toBe('disconnected')
  const notification = app.notification.getSnapshot()
  expect([notification.value, selectUnread(notification)]).toEqual(['signedOut', 0])
}

describe('signing out', () => {
  it('ends the token and connection, and clears unread, placements and drafts on signing out', async () => {
    const tab = await online()
    browser.items.set('orderPreview', JSON.stringify(preview()))
    const placement = openPlacement(tab.app, 'desk-1', 'editing')
    await soon(() => expect(formSnapshotOf(placement).context.draft).toEqual(completeDraft))
    tab.app.auth.send({ type: 'auth.signOut' })
    await soon(() => expectSignedOut(tab))
    const told = () => server.of('POST /users/sign-out').map(({ token }) => token)
    await soon(() => expect(told()).toEqual(['Bearer token-1']))
    expect(placement.getSnapshot().status).toBe('stopped')
    expect([tab.app.placements.size, browser.items.has('orderPreview')]).toEqual([0, false])
  })

  it('signs out every tab, even after a reload, before the server answers', async () => {
    const tab = await online()
    const second = openTab()
    browser.items.set('keptOrders', '{}')
    let storedWhenTold: unknown
    server.routes['POST /users/sign-out'] = () => {
      storedWhenTold = [stored(), browser.items.has('person'), browser.items.has('keptOrders')]
      return new Promise(() => undefined)
    }
    tab.app.auth.send({ type: 'auth.signOut' })
    expectSignedOut(tab)
    const reloaded = openTab()
    expect(auth(reloaded.app).value).toEqual({ signedOut: 'idle' })
    second.platform.storage.deliver()
    expect(auth(second.app).value).toEqual({ signedOut: 'idle' })
    await soon(() => expect(server.of('POST /users/sign-out')).toHaveLength(1))
    const nobody = { version: 1, account: null, requestId: null, sent: null }
    const unknown = { dialCode: '', phoneNumber: '' }
    expect(storedWhenTold).toEqual([{ ...nobody, phone: unknown }, false, false])
    expect(server.of('POST /users/sign-out').map(({ token, keepalive }) => [token, keepalive])).toEqual([
      ['Bearer token-1', true],
    ])
  })

  it('does not store a profile that arrives after another tab has signed out', async () => {
    const { app } = await online()
    let answer: (read: unknown) => void = () => undefined
    server.routes['GET /users/customers'] = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const asked = server.of('GET /users/customers').length
    browser.items.delete('recentAnswers')
    const second = openTab()
    await soon(() => expect(server.of('GET /users/customers')).toHaveLength(asked + 1))
    app.auth.send({ type: 'auth.signOut' })
    answer({ [profile.uin]: { ...profile, name: 'Bo' } })
    await soon(() => expect(auth(second.app).context.profile?.name).toBe('Bo'))
    expect(browser.items.has('person')).toBe(false)
    second.platform.storage.deliver()
    expect([auth(second.app).value, browser.items.has('person')]).toEqual([{ signedOut: 'idle' }, false])
  })

  it('keeps the new session when the server reports the previous token as dead', async () => {
    const { app } = await online()
    let late: (refusal: Refusal) => void = () => undefined
    server.routes['POST /users/sign-out'] = () =>
      new Promise((resolve) => {
        late = resolve
      })
    app.auth.send({ type: 'auth.signOut' })
    await soon(() => expect(server.of('POST /users/sign-out')).toHaveLength(1))
    server.routes['POST /users'] = () => ({ token: 'token-2', uin: 'uin-1' })
    await signIn(app)
    late(new Refusal(1010))
    await new Promise((done) => setImmediate(done))
    expect(auth(app).context.account?.token).toBe('token-2')
  })

  it('signs out on 1010 from any call, and saves the draft for its owner', async () => {
    const tab = await online()
    const reasons: string[] = []
    tab.app.auth.on('auth.signedOut', ({ reason }) => reasons.push(reason))
    browser.items.set('orderPreview', JSON.stringify(preview()))
    const placement = openPlacement(tab.app, 'desk-1', 'editing')
    await soon(() => expect(placement.getSnapshot().matches('editing')).toBe(true))
    server.routes['POST /orders/quote'] = () => new Refusal(1010)
    placement.send({ type: 'draft.review' })
    await soon(() => expectSignedOut(tab))
    expect([reasons, placement.getSnapshot().status]).toEqual([['ended'], 'stopped'])
    expect(JSON.parse(browser.items.get('orderPreview') ?? '')).toEqual({ version: 2, previews: [preview()] })
  })

  it('stays signed in when a late 1010 concerns a previous token', async () => {
    const { app } = await online()
    let late: (refusal: Refusal) => void = () => undefined
    server.routes['GET /notification/unread'] = ({ token }) =>
      token === 'Bearer token-1'
        ? new Promise((resolve) => {
            late = resolve
          })
        : 3
    app.notification.send({ type: 'unread.changed' })
    app.auth.send({ type: 'auth.signOut' })
    await soon(() => expect(auth(app).matches('signedOut')).toBe(true))
    server.routes['POST /users'] = () => ({ token: 'token-2', uin: 'uin-1' })
    await signIn(app)
    late(new Refusal(1010))
    app.notification.send({ type: 'unread.changed' })
    await soon(() => expect(selectUnread(app.notification.getSnapshot())).toBe(3))
    expect(auth(app).context.account?.token).toBe('token-2')
  })
})

describe('another account on the same device', () => {
  it('hides the previous account’s profile from the next, even if its own cannot be fetched', async () => {
    browser.items.set('auth', storedAuth('token-2', 'uin-2'))
    browser.items.set('person', JSON.stringify({ version: 1, profile, isNameSkipped: true }))
    server.routes['GET /users/customers'] = () => Promise.reject(new TypeError('Failed to fetch'))
    const { app } = openTab()
    await soon(() => expect(auth(app).matches({ signedIn: { profile: 'unavailable' } })).toBe(true))
    const next = { account: { uin: 'uin-2' }, profile: null, isNameSkipped: false }
    expect(auth(app).context).toMatchObject(next)
  })

  it('clears the recent receiver when an account is signed out for any reason', async () => {
    for (const way of ['auth.signOut', 'session.ended', 'account.removed', 'account.deleted'] as const) {
      const { app } = await online()
      browser.items.set('recentRecipientName', 'Zoë')
      app.auth.send({ type: way })
      expect([way, browser.items.has('recentRecipientName')]).toEqual([way, false])
      app.stop()
    }
  })
})

describe('two tabs', () => {
  it('signs out one tab when the other signs out', async () => {
    const first = await online()
    const second = openTab()
    await soon(() => expect(second.platform.lines).toHaveLength(1))
    const reasons: string[] = []
    second.app.auth.on('auth.signedOut', ({ reason }) => reasons.push(reason))
    first.app.auth.send({ type: 'auth.signOut' })
    await soon(() => expectSignedOut(first))
    second.platform.storage.deliver()
    expectSignedOut(second)
    expect(reasons).toEqual(['elsewhere'])
  })

  it('signs in one tab when the other signs in', async () => {
    const first = openTab()
    const second = openTab()
    await signIn(first.app)
    second.platform.storage.deliver()
    expect(auth(second.app).context.account).toEqual(account)
    await soon(() => expect(second.platform.lines).toHaveLength(1))
    first.platform.storage.deliver()
    expect(auth(first.app).context.account).toEqual(account)
  })

  it('keeps the other tab’s account while a code is typed in this tab', async () => {
    const first = openTab()
    const second = openTab()
    await askForCode(second.app)
    await signIn(first.app)
    // The second tab hasn't received the change yet, so its countdown and input continue.
    second.app.auth.send({ type: 'code.change', code: '24' })
    second.app.auth.send({ type: 'code.submit' })
    expect(stored()?.account).toEqual(account)
    expect(browser.items.has('person')).toBe(true)
    first.platform.storage.deliver()
    expect(auth(first.app).context.account).toEqual(account)
    second.platform.storage.deliver()
    expect(auth(second.app).context.account).toEqual(account)
    expect(stored()?.account).toEqual(account)
  })

  it('keeps the other tab’s account when this tab requests another code', async () => {
    const first = openTab()
    const second = openTab()
    await askForCode(second.app)
    await signIn(first.app)
    second.app.auth.send({ type: 'phone.edit' })
    second.app.auth.send({ type: 'code.request' })
    await soon(() => expect(selectIsEnteringCode(auth(second.app))).toBe(true))
    expect(stored()).toMatchObject({ account, sent: { qrId: null } })
  })

  it('adopts an account changed in storage in both tabs', async () => {
    const first = await online()
    const second = openTab()
    await soon(() => expect(second.platform.lines).toHaveLength(1))
    browser.tab().set('auth', storedAuth('token-9'))
    for (const { app, platform } of [first, second]) {
      platform.storage.deliver()
      expect(auth(app).context.account).toEqual({ token: 'token-9', uin: 'uin-1' })
    }
    expect(stored()?.account).toEqual({ token: 'token-9', uin: 'uin-1' })
    await soon(() => expect(first.platform.lines.map(({ isOpen }) => isOpen)).toEqual([false, true]))
  })
})

describe('the language', () => {
  it('saves the language, reports it for a signed-in traveller, and reloads the page', async () => {
    const { app, platform } = await online()
    await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
    app.language.send({ type: 'language.switch', locale: 'zh-CN' })
    expect(browser.items.get('language')).toBe('zh-CN')
    await soon(() => expect(platform.reloads).toBe(1))
    expect(server.of('POST /user-devices').at(-1)?.body).toEqual({ languageTag: 'zh-CN' })

    const reloaded = openTab()
    expect(reloaded.app.language.getSnapshot().context.locale).toBe('zh-CN')
  })

  it('opens in the link’s language, and takes the calling code from the device', async () => {
    const platform = new FakePlatform(server, browser)
    platform.requestedLanguages = () => ['zh-CN']
    const app = appOn(platform)
    apps.push(app)
    app.start()
    expect(app.language.getSnapshot().context.locale).toBe('zh-CN')
    app.auth.send({ type: 'auth.begin', qrId: null })
    await soon(() => expect(selectIsEnteringPhone(auth(app))).toBe(true))
    expect(selectPhone(auth(app))).toEqual({ dialCode: '44', phoneNumber: '' })
  })

  it('does not report a visitor’s language to the server', async () => {
    const { app, platform } = openTab()
    await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
    app.language.send({ type: 'language.switch', locale: 'zh-CN' })
    await soon(() => expect(platform.reloads).toBe(1))
    expect(server.sent).toEqual([])
  })

  it.each([
    ['unsupported', 'fr-FR', ['Unsupported language: fr-FR']],
    ['supported, in another spelling', 'zh_CN', ['Unsupported language: zh_CN']],
    ['supported', 'zh-CN', []],
    ['none', null, []],
  ])('warns once if the stored language is unsupported: %s', async (_, saved, warnings) => {
    if (saved) browser.items.set('language', saved)
    const { app, platform } = openTab()
    await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
    expect(platform.warnings).toEqual(warnings)
    expect(app.language.getSnapshot().context.locale).toBe(saved === 'zh-CN' ? 'zh-CN' : 'en-US')
  })

  it('warns about a switch to an unsupported language, and ignores it', async () => {
    const { app, platform } = openTab()
    await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
    app.language.send({ type: 'language.switch', locale: 'fr-FR' })
    expect(platform.warnings).toEqual(['Unsupported language: fr-FR'])
    expect([platform.reloads, browser.items.has('language')]).toEqual([0, false])
  })
})

it('calls hint listeners on their order’s hint, a reconnect, a return and coming online', async () => {
  const { app, platform } = await online()
  const told: string[] = []
  const stops = [onHint(app, 'order-1', () => told.push('one')), onHint(app, null, () => told.push('any'))]
  const { listener } = platform.lines[0]!
  const after = (happening: () => void) => {
    told.length = 0
    happening()
    return [...told]
  }
  const hint = (message: string) => after(() => listener.onMessage('TOPIC-TMS-uin-1', message))
  expect(hint('{"code":1,"orderId":"order-2"}')).toEqual(['any'])
  expect(hint('{"code":1,"orderId":"order-1"}')).toEqual(['one', 'any'])
  expect(hint('{"code":0}')).toEqual([])
  expect(after(() => listener.onOpen())).toEqual([])
  expect(after(() => platform.comeBack())).toEqual(['one', 'any'])
  expect(after(() => platform.goOnline(false))).toEqual([])
  expect(after(() => platform.goOnline(true))).toEqual(['one', 'any'])
  listener.onClose()
  platform.goOnline(true)
  await soon(() => expect(platform.lines).toHaveLength(2))
  expect(after(() => platform.lines[1]?.listener.onOpen())).toEqual(['one', 'any'])
  for (const stop of stops) stop()
  expect(after(() => platform.comeBack())).toEqual([])
})

describe('the app', () => {
  it('creates keys of 128 random bits', () => {
    const { app } = openTab()
    expect(app.newKey()).toMatch(/^[\da-f]{32}$/)
    expect(app.newKey()).not.toBe(app.newKey())
  })

  it('closes its connection and removes its listeners when it stops', async () => {
    const { app, platform } = await online()
    app.stop()
    expect(platform.lines.map(({ isOpen }) => isOpen)).toEqual([false])
    expect(platform.listeners).toBe(0)
    const asked = server.sent.length
    platform.comeBack()
    browser.tab().set('auth', storedAuth(null))
    platform.storage.deliver()
    expect(server.sent).toHaveLength(asked)
  })
})
