import { fail, ok } from '@handsfree/core'
import { describe, expect, it } from 'vitest'
import { account, authFailure, profile } from '../../models/samples.ts'
import { AuthJourney, checking, phone, sent, typingPhone } from './auth-journey.ts'

const signedIn = async () => {
  const journey = new AuthJourney(() => ({ account, profile }))
  await journey.answer('fetchProfile', ok(profile))
  await journey.answer('syncLanguage', undefined)
  return journey
}

/** The context after signing out (spec section 4). */
const nobody = {
  account: null,
  profile: null,
  phone: { dialCode: '', phoneNumber: '' },
  signIn: null,
  sent: null,
}

describe('the place where a sign-in began', () => {
  it('checks the code with the place where the latest sign-in began', async () => {
    const journey = await typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin', qrId: 'desk-2' })
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', sent)
    journey.send({ type: 'code.change', code: '246810' })
    expect(journey.inputs('checkCode')).toEqual([
      { phone, code: '246810', requestId: 'request-1', qrId: 'desk-2' },
    ])
  })

  it('clears the place when a sign-in begins elsewhere or an account is found', async () => {
    const journey = await typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin' }, { type: 'code.request' })
    expect(journey.inputs('sendCode')).toEqual([{ phone, requestId: null, qrId: null }])

    const other = new AuthJourney()
    await other.begin('desk-1')
    other.do({ type: 'account.found', account }, { type: 'session.ended' })
    expect(other.snapshot.context.qrId).toBe(null)
  })
})

describe('signing out', () => {
  it('clears everything immediately on signing out, and ends the token', async () => {
    const journey = await signedIn()
    journey.send({ type: 'auth.signOut' })
    expect([journey.value, journey.snapshot.context]).toMatchObject([{ signedOut: 'resetting' }, nobody])
    expect(journey.effects).toEqual([{ name: 'endToken', params: { token: account.token } }])
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedOut', reason: 'request' })
  })

  it.each(['auth.signOut', 'session.ended', 'account.deleted'] as const)(
    'resets the calling code to the default on %s',
    async (type) => {
      const journey = await signedIn()
      journey.send({ type })
      await journey.answer('detectDialCode', ok('1'))
      expect([journey.value, journey.snapshot.context.phone]).toEqual([
        { signedOut: 'idle' },
        { dialCode: '1', phoneNumber: '' },
      ])
    },
  )
})

it('adopts the account from another tab’s sign-in, even while checking a code', async () => {
  const journey = await checking()
  const late = journey.openCall('checkCode')
  const other = { token: 'token-2', uin: 'uin-1' }
  journey.send({ type: 'account.found', account: other })
  late.answer(fail(authFailure({ code: 'expiredCode' })))
  await Promise.resolve()
  expect(journey.value).toEqual({ signedIn: { profile: 'fetching', device: 'syncing' } })
  expect(journey.snapshot.context).toMatchObject({ account: other, signIn: null, sent: null })
  expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedIn', account: other })
})
