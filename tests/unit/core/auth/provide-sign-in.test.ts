import { createApiClient } from '@handsfree/core/api'
import type { CheckCodeInput, SendCodeInput } from '@handsfree/core/auth'
import { policy } from '@handsfree/core/policy'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnyActorLogic, createActor, toPromise } from 'xstate'
import { sendProblemOf, signInProblemOf } from '../../../../core/auth/auth-problem.ts'
import { provideSignIn } from '../../../../core/auth/create-sign-in.ts'
import { account, qrSite } from '../../models/samples.ts'
import { FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

const consent = { version: policy.privacyVersion, locale: 'en-US' }
const phone = { dialCode: '86', phoneNumber: '13800138000' }

const connect = (route: string, refusal?: Refusal) => {
  const server = new FakeServer()
  if (refusal) server.routes[route] = () => refusal
  const platform = new FakePlatform(server)
  const api = createApiClient({
    baseUrl: '',
    platform,
    locale: () => 'en-US',
    token: () => null,
    onNotLoggedIn: () => {},
  })
  const { sendCode, checkCode } = provideSignIn(api, platform).implementations.actors
  const run = <Output>(actor: unknown, input: unknown) =>
    toPromise(createActor(actor as AnyActorLogic, { input }).start()) as Promise<Output>
  return {
    server,
    platform,
    sendCode: (input: SendCodeInput) => run(sendCode, input),
    signIn: (input: CheckCodeInput) => run(checkCode, input),
  }
}

it.each([
  ['a wait for this number', 2004, { retryAfter: 42 }, { code: 'tooSoon', retryAfter: 42 }],
  ['a wait without a time', 2004, null, { code: 'tooSoon', retryAfter: 60 }],
  ['too many requests from this network', 2004, { reason: 'network' }, { code: 'tooManyFromHere' }],
  ['paused sending', 2004, { reason: 'paused' }, { code: 'sendingPaused' }],
  ['a fixed line', 1008, { field: 'phoneNumber', reason: 'notMobile' }, { code: 'notMobile' }],
  [
    'another country',
    1008,
    { field: 'phoneNumber', reason: 'countryNotServed' },
    { code: 'countryNotServed' },
  ],
  [
    'an invalid number',
    1008,
    { issues: [{ path: 'body.phoneNumber', message: 'invalid phone number' }] },
    { code: 'invalidPhone' },
  ],
  ['a newer privacy policy', 1008, { field: 'consent', reason: 'version' }, { code: 'policyChanged' }],
  ['any other refusal', 1005, null, { code: 'refused', errorCode: 1005 }],
])('maps the refusal to send a code to a problem: %s', async (_, code, details, problem) => {
  const { sendCode } = connect('POST /verification-codes', new Refusal(code, details))
  const sent = sendCode({ phone, requestId: null, qrId: null })
  expect(await sent.catch(sendProblemOf)).toEqual(problem)
})

it.each([
  ['a wrong code', 2002, { triesLeft: 2 }, { code: 'wrongCode', triesLeft: 2 }],
  ['a burnt code', 2002, { triesLeft: 0 }, { code: 'burntCode' }],
  ['an expired code', 2003, null, { code: 'expiredCode' }],
  [
    'too many wrong codes for the number',
    2004,
    { retryAfter: 3600 },
    { code: 'tooManyTries', retryAfter: 3600 },
  ],
  ['too many requests from this network', 2004, { reason: 'network' }, { code: 'tooManyFromHere' }],
])('maps the refusal of a sign-in to a problem: %s', async (_, code, details, problem) => {
  const { signIn } = connect('POST /users', new Refusal(code, details))
  const request = { phone, code: '246810', requestId: 'request-1', qrId: null }
  expect(await signIn(request).catch(signInProblemOf)).toEqual(problem)
})

it('sends the id of the previous request, if there is one', async () => {
  const { server, sendCode, signIn } = connect('')
  expect(await sendCode({ phone, requestId: null, qrId: null })).toEqual({
    requestId: 'request-1',
    resendAfter: 60,
    expiresIn: 300,
    demoCode: null,
  })
  await sendCode({ phone, requestId: 'request-1', qrId: null })
  expect(await signIn({ phone, code: '246810', requestId: 'request-1', qrId: null })).toEqual(account)
  await signIn({ phone, code: '246810', requestId: null, qrId: null })
  expect(server.sent.map(({ body }) => body)).toEqual([
    phone,
    { ...phone, requestId: 'request-1' },
    { ...phone, code: '246810', requestId: 'request-1', consent },
    { ...phone, code: '246810', consent },
  ])
})

it('signs in without the consent at a server of an older release', async () => {
  const { server, signIn } = connect('')
  const refusal = new Refusal(1008, { issues: [{ path: 'body.consent', message: 'unknown' }] })
  server.routes['POST /users'] = ({ body }) => ('consent' in (body as object) ? refusal : account)
  expect(await signIn({ phone, code: '246810', requestId: null, qrId: null })).toEqual(account)
})

it('sends no code before the current privacy policy is agreed to on this device', async () => {
  const { server, sendCode, platform } = connect('')
  const request = { phone, requestId: null, qrId: null }
  platform.storage.set(
    'privacyConsent',
    JSON.stringify({ version: 1, privacyVersion: '2020', locale: 'en-US' }),
  )
  expect(await sendCode(request).catch(sendProblemOf)).toEqual({ code: 'consentRequired' })
  expect(server.sent).toEqual([])
})

it('refuses to send a code for an unknown QR code, but sends it if the site cannot be read', async () => {
  const unknown = connect('GET /sites/qr/desk-1', new Refusal(3002, null))
  const request = { phone, requestId: null, qrId: 'desk-1' }
  expect(await unknown.sendCode(request).catch(sendProblemOf)).toEqual({ code: 'unknownPlace' })
  expect(unknown.server.of('POST /verification-codes')).toEqual([])
  const broken = connect('GET /sites/qr/desk-1', new Refusal(1003, null))
  expect(await broken.sendCode(request)).toMatchObject({ requestId: 'request-1' })
})

it('fetches the site once for sending and checking the code', async () => {
  const { server, sendCode, signIn } = connect('')
  server.routes['GET /sites/qr/desk-1'] = () => qrSite
  await sendCode({ phone, requestId: null, qrId: 'desk-1' })
  await signIn({ phone, code: '246810', requestId: 'request-1', qrId: 'desk-1' })
  expect(server.of('GET /sites/qr/desk-1')).toHaveLength(1)
  expect(server.of('POST /users')[0]?.headers.get('X-Site-Id')).toBe(qrSite.site.siteId)
})

it('reports an unknown calling code without sending a request', async () => {
  const { server, sendCode } = connect('')
  const typed = (phoneNumber: string) =>
    sendCode({ phone: { dialCode: '44', phoneNumber }, requestId: null, qrId: null }).catch(sendProblemOf)
  expect(await typed('+99912345')).toEqual({ code: 'unknownDialCode', dialCode: '999' })
  expect(await typed('+')).toEqual({ code: 'invalidPhone' })
  expect(server.sent).toEqual([])
})

const signInAt = async (qrId: string | null, change: (server: FakeServer) => void = () => undefined) => {
  const { server, signIn } = connect('')
  change(server)
  const signedIn = signIn({ phone, code: '246810', requestId: null, qrId })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await signedIn).toEqual(account)
  return server.of('POST /users').map(({ headers }) => headers.get('X-Site-Id'))
}

describe('the site of a sign-in', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sends the site where the sign-in began', async () => {
    expect(await signInAt('desk-1')).toEqual([qrSite.site.siteId])
  })

  it('omits the site if the sign-in did not begin at one', async () => {
    expect(await signInAt(null)).toEqual([null])
  })

  it.each<[string, () => unknown]>([
    ['the code is unknown', () => new Refusal(3002)],
    ['the network breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['no answer comes within 3 s', () => new Promise(() => undefined)],
  ])('signs in without the site when it cannot be read: %s', async (_, answer) => {
    expect(
      await signInAt('desk-1', (server) => {
        server.routes['GET /sites/qr/desk-1'] = answer
      }),
    ).toEqual([null])
  })
})
