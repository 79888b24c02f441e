import type { App } from '@handsfree/core'
import {
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsSignedIn,
  selectPhone,
} from '@handsfree/core/auth'
import {
  createEmployeeSignIn,
  type EmployeeSignInActor,
  type PasswordProblem,
  passwordProblemOf,
  passwordProblemText,
  selectMember,
  selectPassword,
  selectPasswordProblem,
  selectSignInMethod,
} from '@handsfree/core/crew'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { ApiFailureError } from '@handsfree/core/lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { crewMember, offline, refused } from '../../models/samples.ts'
import { FakeBrowser, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, phone } from './crew-tab.ts'

let server: FakeServer
let browser: FakeBrowser
let stops: (() => void)[]

beforeEach(() => {
  server = crewServer()
  browser = new FakeBrowser()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
})

function openSignIn(): { app: App; actor: EmployeeSignInActor } {
  const { app } = openCrewTab(server, browser)
  const actor = createEmployeeSignIn(app)
  actor.start()
  stops.push(
    () => app.stop(),
    () => actor.stop(),
  )
  return { app, actor }
}

async function enterPassword({ app, actor }: ReturnType<typeof openSignIn>, password = 'carry-the-bags') {
  actor.send({ type: 'method.choose', method: 'password' })
  await soon(() => expect(selectIsEnteringPhone(app.auth.getSnapshot())).toBe(true))
  app.auth.send({ type: 'phone.change', phone })
  actor.send({ type: 'password.change', password })
  actor.send({ type: 'password.submit', phone })
}

const problemOf = ({ actor }: { actor: EmployeeSignInActor }) => selectPasswordProblem(actor.getSnapshot())

it('signs in by number and password, and forgets the password', async () => {
  const page = openSignIn()
  await enterPassword(page)
  await soon(() => expect(selectMember(page.app.auth.getSnapshot())).toEqual(crewMember()))
  expect(server.of('POST /crew/sessions').map(({ body }) => body)).toEqual([
    { ...phone, password: 'carry-the-bags' },
  ])
  expect(page.actor.getSnapshot().status).toBe('done')
  expect(selectPassword(page.actor.getSnapshot())).toBe('')
  expect([...browser.items.values()].join()).not.toContain('carry-the-bags')
})

it('starts with the method that this device used last', async () => {
  expect(selectSignInMethod(openSignIn().actor.getSnapshot())).toBe('code')
  await enterPassword(openSignIn())
  expect(browser.items.get('crew:signInMethod')).toBe('password')
  expect(selectSignInMethod(openSignIn().actor.getSnapshot())).toBe('password')
})

it('says how many tries are left after a wrong password, and asks for it again', async () => {
  server.routes['POST /crew/sessions'] = () => new Refusal(2001, { triesLeft: 4 })
  const page = openSignIn()
  await enterPassword(page)
  await soon(() => expect(problemOf(page)).toEqual({ code: 'wrongPassword', triesLeft: 4 }))
  expect(selectPassword(page.actor.getSnapshot())).toBe('')
  page.actor.send({ type: 'password.submit', phone })
  expect(problemOf(page)).toEqual({ code: 'passwordRequired' })
  expect(server.of('POST /crew/sessions')).toHaveLength(1)
})

it('keeps a password that may be right', async () => {
  delete server.routes['POST /crew/sessions']
  const page = openSignIn()
  await enterPassword(page)
  await soon(() => expect(problemOf(page)).toEqual({ code: 'network' }))
  expect(selectPassword(page.actor.getSnapshot())).toBe('carry-the-bags')
  expect(selectIsSignedIn(page.app.auth.getSnapshot())).toBe(false)
})

it('makes the number editable again when an awaited code is given up for a password', async () => {
  const { app, actor } = openSignIn()
  const auth = () => app.auth.getSnapshot()
  await soon(() => expect(selectIsEnteringPhone(auth())).toBe(true))
  app.auth.send({ type: 'phone.change', phone })
  app.auth.send({ type: 'code.request' })
  await soon(() => expect(selectIsEnteringCode(auth())).toBe(true))
  actor.send({ type: 'method.choose', method: 'password' })
  expect(selectIsEnteringPhone(auth())).toBe(true)
  expect(selectPhone(auth())).toMatchObject(phone)
  actor.send({ type: 'password.change', password: 'carry-the-bags' })
  actor.send({ type: 'method.choose', method: 'code' })
  expect(selectPassword(actor.getSnapshot())).toBe('')
})

describe('passwordProblemOf', () => {
  it.each([
    ['a wrong password', refused(2001, { triesLeft: 2 }), { code: 'wrongPassword', triesLeft: 2 }],
    [
      'too many wrong ones',
      refused(2001, { triesLeft: 0, retryAfter: 600 }),
      { code: 'tooManyPasswords', retryAfter: 600 },
    ],
    ['a wrong password without details', refused(2001), { code: 'wrongPassword', triesLeft: 0 }],
    ['an invalid number', refused(1008, { field: 'phoneNumber' }), { code: 'invalidPhone' }],
    ['a disabled employee', refused(2005), { code: 'refused', errorCode: 2005 }],
    ['a missing network', offline, { code: 'network' }],
  ] as const)('returns the problem for %s', (_, failure, problem) => {
    expect(passwordProblemOf(new ApiFailureError(failure))).toEqual(problem)
  })

  it('returns an unexpected problem for a defect', () => {
    expect(passwordProblemOf(new TypeError('x is not a function'))).toEqual({ code: 'unexpected' })
  })
})

it('has words for every problem, different for each refusal', async () => {
  const problems: PasswordProblem[] = [
    { code: 'passwordRequired' },
    { code: 'invalidPhone' },
    { code: 'wrongPassword', triesLeft: 4 },
    { code: 'tooManyPasswords', retryAfter: 600 },
    { code: 'network' },
    { code: 'unexpected' },
    ...[2000, 2005, 2006, 2009, 2010].map((errorCode) => ({ code: 'refused' as const, errorCode })),
  ]
  for (const locale of ['en-US', 'zh-CN'] as const) {
    const intl = createFormatter(locale, await loadMessages(locale))
    const texts = problems.map((problem) => passwordProblemText(intl, problem))
    expect(new Set(texts).size).toBe(problems.length)
    expect(texts.filter((text) => text === '' || text.includes('{'))).toEqual([])
  }
})
