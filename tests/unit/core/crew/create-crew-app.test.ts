import { type App, selectUnread } from '@handsfree/core'
import {
  selectAuthProblem,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsSignedIn,
} from '@handsfree/core/auth'
import { createOpenOrders, selectMember } from '@handsfree/core/crew'
import { errorCodes } from '@handsfree/core/lib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { crewMember } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, phone, storeCrew } from './crew-tab.ts'

let server: FakeServer
let browser: FakeBrowser
let apps: App[]

beforeEach(() => {
  server = crewServer()
  browser = new FakeBrowser()
  apps = []
})
afterEach(() => {
  for (const app of apps) app.stop()
})

const openTab = () => {
  const tab = openCrewTab(server, browser)
  apps.push(tab.app)
  return tab
}
const auth = (app: App) => app.auth.getSnapshot()
const isSignedIn = (app: App) => selectIsSignedIn(auth(app))
const isReady = (app: App) => auth(app).matches({ signedIn: { profile: 'ready' } })

async function enterCode(app: App) {
  app.auth.send({ type: 'auth.begin' })
  await soon(() => expect(selectIsEnteringPhone(auth(app))).toBe(true))
  app.auth.send({ type: 'phone.change', phone })
  app.auth.send({ type: 'code.request' })
  await soon(() => expect(selectIsEnteringCode(auth(app))).toBe(true))
  app.auth.send({ type: 'code.change', code: '246810' })
}
async function signInByCode(app: App) {
  await enterCode(app)
  await soon(() => expect(isReady(app)).toBe(true))
}

it('signs an employee in by code, and reads who they are with the new token', async () => {
  const { app } = openTab()
  await signInByCode(app)
  expect(selectMember(auth(app))).toEqual(crewMember())
  expect(server.of('POST /crew/sessions').map(({ body, token }) => [body, token])).toEqual([
    [{ ...phone, code: '246810', requestId: 'request-1' }, null],
  ])
  expect(server.of('GET /operator/me').map(({ token }) => token)).toEqual(['Bearer crew-token-1'])
})

it('says why a right code doesn’t sign in, and stays signed out', async () => {
  server.routes['POST /crew/sessions'] = () => new Refusal(2005)
  const { app } = openTab()
  await enterCode(app)
  await soon(() =>
    expect(selectAuthProblem(auth(app))).toEqual({ code: 'refused', errorCode: errorCodes.userStateError }),
  )
  expect([isSignedIn(app), server.of('GET /operator/me')]).toEqual([false, []])
})

it('makes only calls for employees, except for the code', async () => {
  const { app, platform } = openTab()
  await signInByCode(app)
  await soon(() => expect(platform.lines).toHaveLength(1))
  platform.lines[0]?.listener.onOpen()
  await soon(() => expect(selectUnread(app.notification.getSnapshot())).toBe(2))
  const paths = new Set(server.sent.map(({ path }) => path))
  expect([...paths].filter((path) => !/^\/(?:crew|operator)\//.test(path))).toEqual(['/verification-codes'])
})

it('connects with the credentials of the line and the employee’s client id', async () => {
  storeCrew(browser)
  const { platform } = openTab()
  await soon(() => expect(platform.lines).toHaveLength(1))
  expect(platform.lines[0]?.options).toEqual({
    url: 'wss://broker.test:8084/mqtt',
    clientId: 'EMP-courier-1',
    username: 'courier-1',
    password: 'line-password',
    topics: ['TOPIC-EMP-courier-1'],
    keepalive: 20,
    connectTimeoutMs: 30_000,
  })
})

it('writes only prefixed keys, and leaves the traveller’s session on the same device', async () => {
  browser.signIn()
  const before = new Map(browser.items)
  const { app } = openTab()
  expect(isSignedIn(app)).toBe(false)
  await signInByCode(app)
  app.auth.send({ type: 'auth.signOut' })
  await soon(() => expect(server.of('POST /crew/sign-out')).toHaveLength(1))
  const added = [...browser.items.keys()].filter((key) => !before.has(key))
  expect(added.length).toBeGreaterThan(0)
  expect(added.filter((key) => !key.startsWith('crew:'))).toEqual([])
  for (const [key, value] of before) expect([key, browser.items.get(key)]).toEqual([key, value])
})

it('keeps the employee signed in when the traveller on the same device signs out', async () => {
  storeCrew(browser)
  browser.signIn()
  const crew = openTab()
  const traveller = appOn(new FakePlatform(server, browser))
  apps.push(traveller)
  traveller.start()
  traveller.auth.send({ type: 'auth.signOut' })
  crew.platform.storage.deliver()
  expect([isSignedIn(traveller), isSignedIn(crew.app)]).toEqual([false, true])
  expect(browser.items.has('crew:auth')).toBe(true)
})

it('knows the employee after a reload without a network', async () => {
  const first = openTab()
  await signInByCode(first.app)
  first.app.stop()
  server.routes['GET /operator/me'] = () => {
    throw new TypeError('Failed to fetch')
  }
  const { app } = openTab()
  expect([isSignedIn(app), selectMember(auth(app))]).toEqual([true, crewMember()])
  await soon(() => expect(auth(app).matches({ signedIn: { profile: 'unavailable' } })).toBe(true))
  expect(selectMember(auth(app))).toEqual(crewMember())
})

it('has no member for a token that isn’t an employee’s own', async () => {
  storeCrew(browser)
  browser.items.delete('crew:person')
  server.routes['GET /operator/me'] = () => ({
    employeeId: 'owner',
    role: 'operator',
    siteId: null,
    member: null,
  })
  const { app } = openTab()
  await soon(() => expect(auth(app).matches({ signedIn: { profile: 'unavailable' } })).toBe(true))
  expect(selectMember(auth(app))).toBeNull()
})

it('revokes the token after signing out, with a request that survives leaving the page', async () => {
  storeCrew(browser)
  const { app } = openTab()
  app.auth.send({ type: 'auth.signOut' })
  expect([isSignedIn(app), selectMember(auth(app))]).toEqual([false, null])
  await soon(() => expect(server.of('POST /crew/sign-out')).toHaveLength(1))
  const [sent] = server.of('POST /crew/sign-out')
  expect([sent?.token, sent?.body, sent?.keepalive]).toEqual(['Bearer crew-token-1', {}, true])
  expect(JSON.parse(browser.items.get('crew:auth') ?? '').account).toBeNull()
  expect(browser.items.has('crew:person')).toBe(false)
})

it('follows another tab that signs in and out', async () => {
  const [one, other] = [openTab(), openTab()]
  await signInByCode(one.app)
  other.platform.storage.deliver()
  expect(isSignedIn(other.app)).toBe(true)
  await soon(() => expect(selectMember(auth(other.app))?.employeeId).toBe('courier-1'))
  one.app.auth.send({ type: 'auth.signOut' })
  other.platform.storage.deliver()
  expect([isSignedIn(other.app), selectMember(auth(other.app))]).toEqual([false, null])
  await soon(() => expect(server.of('POST /crew/sign-out')).toHaveLength(1))
})

it('signs out when the session has ended on the server', async () => {
  storeCrew(browser)
  const { app } = openTab()
  await soon(() => expect(isReady(app)).toBe(true))
  server.routes['GET /operator/orders'] = () => new Refusal(1010)
  const orders = createOpenOrders(app)
  orders.start()
  await soon(() => expect(isSignedIn(app)).toBe(false))
  orders.stop()
  expect(browser.items.has('crew:person')).toBe(false)
  expect(server.of('POST /crew/sign-out')).toEqual([])
})

it('keeps the chosen language on the device alone', async () => {
  storeCrew(browser)
  const { app, platform } = openTab()
  await soon(() => expect(app.language.getSnapshot().value).toBe('ready'))
  app.language.send({ type: 'language.switch', locale: 'zh-CN' })
  await soon(() => expect(platform.reloads).toBe(1))
  expect(browser.items.get('crew:language')).toBe('zh-CN')
  expect(server.sent.filter(({ path }) => path.includes('device'))).toEqual([])
})

it('counts no notifications for an operator, who gets none', async () => {
  storeCrew(browser, 'operator-token', crewMember({ role: 'operator' }))
  const { platform } = openTab()
  await soon(() => expect(platform.lines).toHaveLength(1))
  platform.lines[0]?.listener.onOpen()
  await soon(() => expect(server.of('GET /operator/me')).toHaveLength(1))
  expect(server.of('GET /operator/notification/unread')).toEqual([])
})

it('reads all pages of the open orders, and again at a notification and a changed order', async () => {
  storeCrew(browser)
  const { app, platform } = openTab()
  server.routes['GET /operator/orders'] = ({ path }) =>
    path.includes('cursor=next') ? { list: [], nextCursor: null } : { list: [], nextCursor: 'next' }
  const orders = createOpenOrders(app)
  orders.start()
  await soon(() => expect(server.of('GET /operator/orders').length).toBeGreaterThanOrEqual(2))
  await soon(() => expect(platform.lines).toHaveLength(1))
  platform.lines[0]?.listener.onOpen()
  await soon(() => expect(orders.getSnapshot().value).toBe('fresh'))
  const reads = server.of('GET /operator/orders').length
  platform.lines[0]?.listener.onMessage('TOPIC-EMP-courier-1', '{"code":0}')
  await soon(() => expect(server.of('GET /operator/orders')).toHaveLength(reads + 2))
  platform.lines[0]?.listener.onMessage(
    'TOPIC-EMP-courier-1',
    '{"code":1,"orderId":"0123456789abcdef01234567"}',
  )
  await soon(() => expect(server.of('GET /operator/orders')).toHaveLength(reads + 4))
  orders.stop()
})
