import { type CrewApp, createCrewApp, type Platform } from '@handsfree/core'
import { crewMember } from '../../models/samples.ts'
import { type FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

export const phone = { dialCode: '86', phoneNumber: '13800138000' }
export const session = { token: 'crew-token-1', employee: crewMember() }

/** The server's part of signing in and of the live line. */
export function crewServer(): FakeServer {
  const server = new FakeServer()
  for (const route of Object.keys(server.routes))
    if (route !== 'POST /verification-codes') delete server.routes[route]
  Object.assign(server.routes, {
    'POST /crew/sessions': () => session,
    'POST /crew/sign-out': () => ({}),
    'GET /operator/me': () => ({
      employeeId: 'courier-1',
      role: 'courier',
      siteId: null,
      member: crewMember(),
    }),
    'GET /operator/notification/unread': () => 2,
    'POST /operator/line': () => ({
      host: 'broker.test',
      port: '8084',
      clientId: 'EMP-courier-1',
      username: 'courier-1',
      password: 'line-password',
      topic: 'TOPIC-EMP-courier-1',
    }),
  })
  return server
}

/** Stores a signed-in employee, like an earlier visit. */
export function storeCrew(browser: FakeBrowser, token = session.token, employee = crewMember()): void {
  const account = { token, uin: 'courier-1' }
  const auth = { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }
  browser.items.set('crew:auth', JSON.stringify(auth))
  const times = { updateTime: new Date(0), createTime: new Date(0) }
  const profile = { id: 'courier-1', uin: 'courier-1', dialCode: '', phone: '', name: 'Chen', email: '' }
  const person = { version: 1, profile: { ...profile, ...times, employee } }
  browser.items.set('crew:person', JSON.stringify(person))
}

/** The employees' app in its own tab, started. */
export function openCrewTab(
  server: FakeServer,
  browser: FakeBrowser,
  changed: Partial<Platform> = {},
): { app: CrewApp; platform: FakePlatform } {
  const platform = Object.assign(new FakePlatform(server, browser), changed)
  const app = createCrewApp(platform, { baseUrl: '', staticKey: 'static-key', brokerScheme: 'wss' })
  app.start()
  return { app, platform }
}
