import { fail, ok } from '@handsfree/core'
import { selectAuthProblem, selectNeedsProfile } from '@handsfree/core/auth'
import { describe, expect, it } from 'vitest'
import { account, authFailure, profile } from '../../models/samples.ts'
import { AuthJourney, checking, phone, sent, typingPhone } from './auth-journey.ts'

const signedIn = async () => {
  const journey = new AuthJourney(() => ({ account, profile }))
  await journey.answer('fetchProfile', ok(profile))
  await journey.answer('syncLanguage', undefined)
  return journey
}

/** What is left after signing out (spec section 4). */
const nobody = {
  account: null,
  profile: null,
  phone: { dialCode: '', phoneNumber: '' },
  signIn: null,
  sent: null,
}

describe('loading what signs in', () => {
  it('retries loading the sign-in by itself, and keeps what was typed', async () => {
    const journey = new AuthJourney(() => ({}))
    journey.send({ type: 'auth.begin', qrId: 'desk-1' })
    await journey.fail('loadSignIn', new Error('offline'))
    expect(selectAuthProblem(journey.snapshot)).toEqual({ code: 'network' })
    journey.send({ type: 'phone.change', phone: { phoneNumber: '13900139000' } })
    journey.pass(3_000)
    expect(selectAuthProblem(journey.snapshot)).toBe(null)
    await journey.load()
    journey.send({ type: 'code.request' })
    const phone = { dialCode: '86', phoneNumber: '13900139000' }
    expect(journey.inputs('sendCode')).toEqual([{ phone, requestId: null, qrId: 'desk-1' }])
  })

  it('loads no sign-in for somebody who is signed in', () => {
    const sent = { resendAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, qrId: null }
    expect(new AuthJourney(() => ({ account, sent })).value).toMatchObject({ signedIn: {} })
  })
})

describe('the place where a sign-in began', () => {
  it('sends the last place where a sign-in began with the code', async () => {
    const journey = await typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin', qrId: 'desk-2' })
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', sent)
    journey.send({ type: 'code.change', code: '246810' })
    expect(journey.inputs('checkCode')).toEqual([
      { phone, code: '246810', requestId: 'request-1', qrId: 'desk-2' },
    ])
  })

  it('forgets the place once a sign-in began elsewhere, or somebody was signed in', async () => {
    const journey = await typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin' }, { type: 'code.request' })
    expect(journey.inputs('sendCode')).toEqual([{ phone, requestId: null, qrId: null }])

    const other = new AuthJourney()
    await other.begin('desk-1')
    other.do({ type: 'account.found', account }, { type: 'session.ended' })
    expect(other.snapshot.context.qrId).toBe(null)
  })
})

describe('the profile', () => {
  const fresh = async () => {
    const journey = new AuthJourney(() => ({ account }))
    await journey.answer('fetchProfile', ok({ ...profile, name: '', email: '' }))
    return journey
  }

  it('asks a new traveller for the profile, and merges what is saved', async () => {
    const journey = await fresh()
    expect(selectNeedsProfile(journey.snapshot)).toBe(true)
    journey.send({ type: 'profile.changed', fields: { name: 'Lin', email: 'lin@example.com' } })
    expect(journey.snapshot.context.profile).toEqual({ ...profile, name: 'Lin', email: 'lin@example.com' })
    expect(journey.emitted).toEqual([{ type: 'auth.profileNeeded' }, { type: 'auth.profileSettled' }])
  })

  it('lets a traveller skip the profile', async () => {
    const journey = await fresh()
    journey.send({ type: 'profile.skip' })
    expect(selectNeedsProfile(journey.snapshot)).toBe(false)
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.profileSettled' })
  })

  it('signs in without a profile that does not come, and fetches it again on demand', async () => {
    const journey = new AuthJourney(() => ({ account, profile }))
    await journey.answer('fetchProfile', fail(authFailure({ code: 'network' })))
    expect(journey.emitted).toEqual([{ type: 'auth.profileSettled' }])
    expect(journey.snapshot.context.profile).toEqual(profile)
    journey.send({ type: 'profile.retry' })
    await journey.answer('fetchProfile', ok(profile))
    expect(journey.value).toMatchObject({ signedIn: { profile: 'ready' } })
  })
})

describe('signing out', () => {
  it('forgets everything at once on signing out, and sends the token of before', async () => {
    const journey = await signedIn()
    journey.send({ type: 'auth.signOut' })
    expect([journey.value, journey.snapshot.context]).toMatchObject([{ signedOut: 'resetting' }, nobody])
    expect(journey.effects).toEqual([{ name: 'endToken', params: { token: account.token } }])
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedOut', reason: 'request' })
  })

  it('signs out once, whatever the server, another tab or a second tap report', async () => {
    const journey = await signedIn()
    journey.do(
      { type: 'auth.signOut' },
      { type: 'auth.signOut' },
      { type: 'session.ended' },
      { type: 'account.removed' },
    )
    expect(journey.effects).toHaveLength(1)
    expect(journey.emitted.filter(({ type }) => type === 'auth.signedOut')).toEqual([
      { type: 'auth.signedOut', reason: 'request' },
    ])
  })

  it.each([
    ['session.ended', 'ended'],
    ['account.removed', 'elsewhere'],
  ] as const)('signs out at once on %s while the profile is read', async (type, reason) => {
    const journey = new AuthJourney(() => ({ account }))
    const late = journey.open('fetchProfile')
    journey.send({ type })
    const state = type === 'account.removed' ? 'idle' : 'resetting'
    expect([journey.value, journey.snapshot.context]).toMatchObject([{ signedOut: state }, nobody])
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedOut', reason })
    late.answer(ok(profile))
    await Promise.resolve()
    expect(journey.snapshot.context.profile).toBe(null)
  })

  it('ignores a 1010 when nobody is signed in', async () => {
    const journey = await checking()
    const before = journey.snapshot
    journey.do({ type: 'session.ended' }, { type: 'account.removed' }, { type: 'auth.signOut' })
    expect(journey.snapshot).toBe(before)
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

  it('detects the calling code again when signing in begins before the default is known', async () => {
    const journey = await signedIn()
    journey.send({ type: 'session.ended' })
    await journey.begin()
    expect(journey.step).toBe('detectingDialCode')
  })
})

it('adopts the account that another tab signed in with, also while a code is checked here', async () => {
  const journey = await checking()
  const late = journey.open('checkCode')
  const other = { token: 'token-2', uin: 'uin-1' }
  journey.send({ type: 'account.found', account: other })
  late.answer(fail(authFailure({ code: 'expiredCode' })))
  await Promise.resolve()
  expect(journey.value).toEqual({ signedIn: { profile: 'fetching', device: 'syncing' } })
  expect(journey.snapshot.context).toMatchObject({ account: other, signIn: null, sent: null })
  expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedIn', account: other })
})
