import type { App } from '@handsfree/core'
import { selectAccount, selectIsSignedIn } from '@handsfree/core/auth'
import {
  createInvitedPassword,
  createPasswordChange,
  type NewPasswordActor,
  selectCurrentPassword,
  selectIsPasswordSaved,
  selectNewPassword,
  selectNewPasswordProblem,
} from '@handsfree/core/crew'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, session, storeCrew } from './crew-tab.ts'

let server: FakeServer
let browser: FakeBrowser
let app: App
let actor: NewPasswordActor

beforeEach(() => {
  server = crewServer()
  browser = new FakeBrowser()
})
afterEach(() => {
  actor.stop()
  app.stop()
})

const open = (create: (app: App) => NewPasswordActor) => {
  app = openCrewTab(server, browser).app
  actor = create(app)
  actor.start()
}
const problem = () => selectNewPasswordProblem(actor.getSnapshot())
const accept = (token: string) => `POST /crew/invitations/${token}`

it('changes the password with the current one, and keeps the session', async () => {
  storeCrew(browser)
  server.routes['POST /crew/password'] = () => ({})
  open(createPasswordChange)
  actor.send({ type: 'password.change', password: 'hands-free-now' })
  actor.send({ type: 'password.submit' })
  expect(problem()).toEqual({ code: 'currentRequired' })
  actor.send({ type: 'current.change', password: 'carry-the-bags' })
  actor.send({ type: 'password.submit' })
  await soon(() => expect(selectIsPasswordSaved(actor.getSnapshot())).toBe(true))
  expect(server.of('POST /crew/password')[0]?.body).toEqual({
    current: 'carry-the-bags',
    password: 'hands-free-now',
  })
  expect([selectCurrentPassword(actor.getSnapshot()), selectNewPassword(actor.getSnapshot())]).toEqual([
    '',
    '',
  ])
  expect(selectIsSignedIn(app.auth.getSnapshot())).toBe(true)
})

it('asks for a wrong current password again, and keeps the new one', async () => {
  storeCrew(browser)
  server.routes['POST /crew/password'] = () => new Refusal(2001, { triesLeft: 4 })
  open(createPasswordChange)
  actor.send({ type: 'current.change', password: 'something-else' })
  actor.send({ type: 'password.change', password: 'hands-free-now' })
  actor.send({ type: 'password.submit' })
  await soon(() => expect(problem()).toEqual({ code: 'wrongPassword', triesLeft: 4 }))
  expect([selectCurrentPassword(actor.getSnapshot()), selectNewPassword(actor.getSnapshot())]).toEqual([
    '',
    'hands-free-now',
  ])
})

it('signs in with an invitation’s first password, and signs out who was here before', async () => {
  storeCrew(browser, 'token-of-another')
  browser.items.set('crew:auth', (browser.items.get('crew:auth') ?? '').replaceAll('courier-1', 'courier-2'))
  server.routes[accept('invited')] = () => session
  open((opened) => createInvitedPassword(opened, 'invited', 'courier'))
  actor.send({ type: 'password.change', password: 'short' })
  actor.send({ type: 'password.submit' })
  expect(problem()).toEqual({ code: 'tooShort' })
  actor.send({ type: 'password.change', password: 'hands-free-now' })
  actor.send({ type: 'password.submit' })
  await soon(() =>
    expect(selectAccount(app.auth.getSnapshot())).toEqual({ token: session.token, uin: 'courier-1' }),
  )
  await soon(() =>
    expect(server.of('POST /crew/sign-out').map(({ token }) => token)).toEqual(['Bearer token-of-another']),
  )
})

it('says that a used invitation no longer works', async () => {
  server.routes[accept('used')] = () => new Refusal(1002)
  open((opened) => createInvitedPassword(opened, 'used', 'courier'))
  actor.send({ type: 'password.change', password: 'hands-free-now' })
  actor.send({ type: 'password.submit' })
  await soon(() => expect(problem()).toEqual({ code: 'invitationGone' }))
  expect(selectIsSignedIn(app.auth.getSnapshot())).toBe(false)
})
