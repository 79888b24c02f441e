import { fail, ok } from '@handsfree/core'
import {
  type AuthInput,
  authMachine,
  type CodeOut,
  selectCanResend,
  selectCodeStanding,
  selectNeedsProfile,
} from '@handsfree/core/auth'
import { describe, expect, it } from 'vitest'
import { account, authFailure, profile } from '../models/samples.ts'
import { Journey, startOfTime } from './journey.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }
const sent = ok({ requestId: 'request-1', resendAfter: 60, expiresIn: 300, demoCode: null })

const open = (restored: AuthInput['restored'] = null) =>
  new Journey(authMachine, ({ now }) => ({ restored, now }))
type AuthJourney = ReturnType<typeof open>

const typingPhone = () => {
  const journey = open({
    phone: { ...phone, phoneNumber: '' },
    account: null,
    profile: null,
    isNameSkipped: false,
  })
  journey.do({ type: 'auth.begin' }, { type: 'phone.change', phone: { phoneNumber: '13800138000' } })
  return journey
}
const typingCode = async () => {
  const journey = typingPhone()
  journey.send({ type: 'code.request' })
  await journey.answer('sendCode', sent)
  return journey
}
const checking = async () => {
  const journey = await typingCode()
  journey.send({ type: 'code.change', code: '246810' })
  return journey
}
const signedIn = async () => {
  const journey = open({ phone, account, profile, isNameSkipped: false })
  await journey.answer('fetchProfile', ok(profile))
  await journey.answer('tellLanguage', undefined)
  return journey
}
const entry = ({ value }: AuthJourney) =>
  (value as { signedOut: { code: { entry: string } } }).signedOut.code.entry
const countdown = ({ value }: AuthJourney) =>
  (value as { signedOut: { code: { countdown: string } } }).signedOut.code.countdown

/** What is left when somebody has signed out (spec section 4). */
const nobody = {
  account: null,
  profile: null,
  phone: { dialCode: '', phoneNumber: '' },
  code: '',
  sentTo: null,
  demoCode: null,
  problem: null,
}

describe('the phone entry', () => {
  it('gets the browser’s calling code, and keeps what is typed or chosen meanwhile', async () => {
    const journey = open()
    journey.send({ type: 'auth.begin' })
    journey.send({ type: 'phone.change', phone: { phoneNumber: '138' } })
    await journey.answer('detectDialCode', '86')
    expect([journey.value, journey.snapshot.context.phone]).toEqual([
      { signedOut: 'phone' },
      { dialCode: '86', phoneNumber: '138' },
    ])

    const chosen = open()
    chosen.do({ type: 'auth.begin' }, { type: 'phone.change', phone: { dialCode: '852' } })
    await chosen.answer('detectDialCode', '86')
    expect(chosen.snapshot.context.phone.dialCode).toBe('852')
  })

  it('begins with the United States when detecting breaks', async () => {
    const journey = open()
    journey.send({ type: 'auth.begin' })
    await journey.fail('detectDialCode', new Error('broken'))
    expect(journey.snapshot.context.phone.dialCode).toBe('1')
  })

  it.each([
    ['no valid number', { code: 'invalidPhone' }],
    ['no answer', { code: 'network' }],
    ['too many codes today', { code: 'tooSoon', retryAfter: 3_600 }],
  ] as const)('stays when no code could be sent: %s', async (_, problem) => {
    const journey = typingPhone()
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure(problem)))
    expect([journey.value, journey.snapshot.context.problem]).toEqual([{ signedOut: 'phone' }, problem])
    journey.send({ type: 'phone.change', phone: { phoneNumber: '13900139000' } })
    expect(journey.snapshot.context.problem).toBe(null)
  })

  it('asks for a code once, however often it is tapped', () => {
    const journey = typingPhone()
    journey.do({ type: 'code.request' }, { type: 'code.request' })
    expect(journey.inputs('sendCode')).toEqual([{ phone, requestId: null, qrId: null }])
  })

  it('goes on to the code when one was sent a moment ago, also before a reload', async () => {
    const journey = typingPhone()
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 42 })))
    expect([entry(journey), journey.snapshot.context.secondsLeft]).toEqual(['typing', 42])
    journey.pass(41_999)
    expect(selectCanResend(journey.snapshot)).toBe(false)
    journey.pass(1)
    expect(selectCanResend(journey.snapshot)).toBe(true)
  })
})

describe('the countdown', () => {
  it('runs 60 s, second by second, and then lets another code be sent', async () => {
    const journey = await typingCode()
    expect(journey.emitted).toEqual([{ type: 'auth.codeSent' }])
    const shown: number[] = []
    while (!selectCanResend(journey.snapshot)) {
      shown.push(journey.snapshot.context.secondsLeft)
      journey.send({ type: 'code.resend' })
      journey.pass(1_000)
    }
    expect(shown).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
    expect([journey.elapsed, journey.snapshot.context.secondsLeft]).toEqual([60_000, 0])
    expect(journey.inputs('resendCode')).toEqual([])
  })

  it('catches up after the device slept', async () => {
    const journey = await typingCode()
    journey.sleep(45_500)
    journey.pass(1_000)
    expect(journey.snapshot.context.secondsLeft).toBe(14)
  })

  it('begins anew with a new code; what was typed is cleared', async () => {
    const journey = await typingCode()
    journey.pass(60_000)
    journey.send({ type: 'code.change', code: '24' })
    journey.do({ type: 'code.resend' }, { type: 'code.resend' })
    await journey.answer('resendCode', sent)
    expect(journey.inputs('resendCode')).toEqual([{ phone, requestId: 'request-1', qrId: null }])
    expect([countdown(journey), journey.snapshot.context.secondsLeft, journey.snapshot.context.code]).toEqual(
      ['ticking', 60, ''],
    )
  })

  it('waits as long as the server says, and tries again at once when there was no answer', async () => {
    const journey = await typingCode()
    journey.pass(60_000)
    journey.send({ type: 'code.resend' })
    await journey.answer('resendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 7 })))
    expect([countdown(journey), journey.snapshot.context.problem]).toEqual([
      'ticking',
      { code: 'tooSoon', retryAfter: 7 },
    ])
    journey.pass(7_000)
    journey.send({ type: 'code.resend' })
    await journey.answer('resendCode', fail(authFailure({ code: 'network' })))
    expect([countdown(journey), journey.snapshot.context.problem]).toEqual([
      'resendable',
      { code: 'network' },
    ])
    journey.send({ type: 'code.resend' })
    await journey.fail('resendCode', new Error('broken'))
    expect(journey.snapshot.context.problem).toEqual({ code: 'unexpected' })
  })
})

describe('the code', () => {
  it('is six digits, pasted in any writing, and checked by itself once', async () => {
    const journey = await typingCode()
    journey.send({ type: 'code.change', code: '24-68' })
    expect([entry(journey), journey.snapshot.context.code]).toEqual(['typing', '2468'])
    journey.do({ type: 'code.change', code: 'code 246 810.' }, { type: 'code.submit' })
    expect(journey.inputs('signIn')).toEqual([{ phone, code: '246810', requestId: 'request-1', qrId: null }])
  })

  it('is required', async () => {
    const journey = await typingCode()
    journey.do({ type: 'code.change', code: '2468' }, { type: 'code.submit' })
    expect([entry(journey), journey.snapshot.context.problem]).toEqual(['typing', { code: 'codeRequired' }])
  })

  it('signs in: the account is kept, the phone entry cleared, the profile fetched, the language told', async () => {
    const journey = await checking()
    await journey.answer('signIn', ok(account))
    expect(journey.value).toEqual({ signedIn: { profile: 'fetching', device: 'telling' } })
    expect(journey.snapshot.context).toMatchObject({
      account,
      phone: { dialCode: '86', phoneNumber: '' },
      code: '',
      sentTo: null,
      demoCode: null,
      problem: null,
    })
    expect(journey.inputs('fetchProfile')).toEqual([{ uin: 'uin-1' }])
    expect(journey.inputs('tellLanguage')).toHaveLength(1)
    await journey.answer('fetchProfile', ok(profile))
    await journey.answer('tellLanguage', undefined)
    expect(journey.value).toEqual({ signedIn: { profile: 'ready', device: 'told' } })
    expect(journey.emitted).toEqual([
      { type: 'auth.codeSent' },
      { type: 'auth.signedIn', account },
      { type: 'auth.profileSettled' },
    ])
  })

  it('wrong is typed anew, with the tries that are left', async () => {
    const journey = await checking()
    const problem = { code: 'wrongCode', triesLeft: 2 } as const
    await journey.answer('signIn', fail(authFailure(problem)))
    expect([entry(journey), journey.snapshot.context.code, journey.snapshot.context.problem]).toEqual([
      'typing',
      '',
      problem,
    ])
  })

  it.each(['burntCode', 'expiredCode'] as const)('%s: only a new code helps, at once', async (code) => {
    const journey = await checking()
    await journey.answer('signIn', fail(authFailure({ code })))
    journey.do({ type: 'code.change', code: '246810' }, { type: 'code.submit' })
    expect([entry(journey), journey.snapshot.context.problem, journey.snapshot.context.secondsLeft]).toEqual([
      'spent',
      { code },
      0,
    ])
    expect(selectCanResend(journey.snapshot)).toBe(true)
    journey.send({ type: 'code.resend' })
    await journey.answer('resendCode', sent)
    expect([entry(journey), journey.snapshot.context.problem]).toEqual(['typing', null])
  })

  it('stays when no answer came, and is sent again by hand', async () => {
    const journey = await checking()
    await journey.answer('signIn', fail(authFailure({ code: 'network' })))
    expect([entry(journey), journey.snapshot.context.code]).toEqual(['typing', '246810'])
    journey.send({ type: 'code.submit' })
    expect([entry(journey), journey.snapshot.context.problem]).toEqual(['checking', null])
    await journey.fail('signIn', new Error('broken'))
    expect(journey.snapshot.context.problem).toEqual({ code: 'unexpected' })
  })

  it('no other code is sent while one is checked', async () => {
    const journey = await typingCode()
    journey.pass(60_000)
    journey.do({ type: 'code.change', code: '246810' }, { type: 'code.resend' })
    expect([entry(journey), countdown(journey)]).toEqual(['checking', 'resendable'])
  })

  it('an old one that is checked when a new one arrives is dropped: its late answer changes nothing', async () => {
    const journey = await typingCode()
    journey.pass(60_000)
    journey.do({ type: 'code.resend' }, { type: 'code.change', code: '246810' })
    const old = journey.open('signIn')
    await journey.answer('resendCode', sent)
    expect([entry(journey), old.isOpen]).toEqual(['typing', false])
    old.answer(fail(authFailure({ code: 'expiredCode' })))
    await Promise.resolve()
    expect([entry(journey), journey.snapshot.context.problem]).toEqual(['typing', null])
  })

  it('is left for another number; an answer that comes late signs nobody in', async () => {
    const journey = await checking()
    const late = journey.open('signIn')
    journey.send({ type: 'phone.edit' })
    late.answer(ok(account))
    await Promise.resolve()
    expect([journey.value, journey.snapshot.context.account, journey.snapshot.context.code]).toEqual([
      { signedOut: 'phone' },
      null,
      '',
    ])
    expect(journey.snapshot.context.phone).toEqual(phone)
  })
})

describe('what is known of the last code', () => {
  const standing = (journey: AuthJourney) => selectCodeStanding(journey.snapshot)

  it('works from when it was sent until it ends', async () => {
    const journey = await typingCode()
    expect(standing(journey)).toBe('works')
    journey.pass(299_999)
    expect(standing(journey)).toBe('works')
    journey.pass(1)
    expect(standing(journey)).toBe('mayWork')
  })

  it('may work when another device asked for it', async () => {
    const journey = typingPhone()
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 42 })))
    expect(standing(journey)).toBe('mayWork')
  })

  it('is over once it is burnt, also while the server lets no other be sent', async () => {
    const journey = await checking()
    await journey.answer('signIn', fail(authFailure({ code: 'burntCode' })))
    journey.send({ type: 'code.resend' })
    await journey.answer('resendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 400 })))
    expect([standing(journey), countdown(journey), journey.snapshot.context.secondsLeft]).toEqual([
      'over',
      'ticking',
      400,
    ])
  })

  it('does not hold for a code that was burnt before another was asked for with the same number', async () => {
    const journey = await checking()
    await journey.answer('signIn', fail(authFailure({ code: 'burntCode' })))
    journey.do({ type: 'phone.edit' }, { type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 400 })))
    expect(journey.value).toEqual({ signedOut: 'phone' })
  })
})

describe('a page that was thrown out while the message was read', () => {
  const back = (sent: Partial<CodeOut>, restored: Partial<NonNullable<AuthInput['restored']>> = {}) =>
    new Journey(authMachine, ({ now }) => ({
      now,
      restored: {
        phone,
        account: null,
        profile: null,
        isNameSkipped: false,
        requestId: 'request-1',
        sent: { resendAt: now() + 12_000, expiresAt: now() + 252_000, qrId: 'desk-1', ...sent },
        ...restored,
      },
    }))

  it('comes back to the code, with what is truly left of its countdown', async () => {
    const journey = back({})
    expect([entry(journey), countdown(journey), journey.snapshot.context.secondsLeft]).toEqual([
      'typing',
      'ticking',
      12,
    ])
    journey.pass(12_000)
    expect(selectCanResend(journey.snapshot)).toBe(true)
    journey.send({ type: 'code.change', code: '246810' })
    expect(journey.inputs('signIn')).toEqual([
      { phone, code: '246810', requestId: 'request-1', qrId: 'desk-1' },
    ])
  })

  it('may ask for another code at once when its countdown is over', () => {
    const journey = back({ resendAt: startOfTime - 1 })
    expect([countdown(journey), journey.snapshot.context.secondsLeft]).toEqual(['resendable', 0])
  })

  it.each([
    ['ended', { expiresAt: startOfTime }],
    ['would end later than any code can, by a clock that was wrong', { expiresAt: startOfTime + 300_001 }],
  ])('comes back to the number when its code %s', (_, sent) => {
    const journey = back(sent)
    expect(journey.value).toEqual({ signedOut: 'resting' })
    journey.send({ type: 'auth.begin' })
    expect([journey.value, journey.snapshot.context.phone]).toEqual([{ signedOut: 'phone' }, phone])
  })

  it('is signed in when it was before', () => {
    expect(back({}, { account }).value).toMatchObject({ signedIn: {} })
  })
})

describe('the place where a sign-in began', () => {
  it('is the last one at which it was begun, and goes with the code', async () => {
    const journey = typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin', qrId: 'desk-2' })
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', sent)
    journey.send({ type: 'code.change', code: '246810' })
    expect(journey.inputs('signIn')).toEqual([
      { phone, code: '246810', requestId: 'request-1', qrId: 'desk-2' },
    ])
  })

  it('is none once it was begun elsewhere, or somebody was signed in', async () => {
    const journey = typingPhone()
    journey.do({ type: 'auth.begin', qrId: 'desk-1' }, { type: 'auth.begin' })
    expect(journey.snapshot.context.qrId).toBe(null)
    journey.send({ type: 'auth.begin', qrId: 'desk-1' })
    journey.do({ type: 'account.found', account }, { type: 'session.ended' })
    expect(journey.snapshot.context.qrId).toBe(null)
  })
})

describe('the profile', () => {
  const fresh = async () => {
    const journey = open({ phone, account, profile: null, isNameSkipped: false })
    await journey.answer('fetchProfile', ok({ ...profile, name: '', email: '' }))
    return journey
  }

  it('of a new traveller is asked for, and merged when it is saved', async () => {
    const journey = await fresh()
    expect(selectNeedsProfile(journey.snapshot)).toBe(true)
    journey.send({ type: 'profile.changed', fields: { name: 'Lin', email: 'lin@example.com' } })
    expect(journey.snapshot.context.profile).toEqual({ ...profile, name: 'Lin', email: 'lin@example.com' })
    expect(journey.emitted).toEqual([{ type: 'auth.profileNeeded' }, { type: 'auth.profileSettled' }])
  })

  it('may be skipped', async () => {
    const journey = await fresh()
    journey.send({ type: 'profile.skip' })
    expect(selectNeedsProfile(journey.snapshot)).toBe(false)
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.profileSettled' })
  })

  it('holds nobody up when it does not come, and is fetched again on demand', async () => {
    const journey = open({ phone, account, profile, isNameSkipped: false })
    await journey.answer('fetchProfile', fail(authFailure({ code: 'network' })))
    expect(journey.emitted).toEqual([{ type: 'auth.profileSettled' }])
    expect(journey.snapshot.context.profile).toEqual(profile)
    journey.send({ type: 'profile.retry' })
    await journey.answer('fetchProfile', ok(profile))
    expect(journey.value).toMatchObject({ signedIn: { profile: 'ready' } })
  })
})

describe('signing out', () => {
  it('forgets everything at once, and tells the server with the token of before', async () => {
    const journey = await signedIn()
    journey.send({ type: 'auth.signOut' })
    expect([journey.value, journey.snapshot.context]).toMatchObject([{ signedOut: 'resting' }, nobody])
    expect(journey.effects).toEqual([{ name: 'endToken', params: { token: account.token } }])
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedOut', reason: 'request' })
  })

  it('happens once, whatever the server, another tab or a second tap say of it', async () => {
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
  ] as const)('%s in the middle of reading the profile: signed out at once', async (type, reason) => {
    const journey = open({ phone, account, profile: null, isNameSkipped: false })
    const late = journey.open('fetchProfile')
    journey.send({ type })
    expect([journey.value, journey.snapshot.context]).toMatchObject([{ signedOut: 'resting' }, nobody])
    expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedOut', reason })
    late.answer(ok(profile))
    await Promise.resolve()
    expect(journey.snapshot.context.profile).toBe(null)
  })

  it('a 1010 for nobody changes nothing', async () => {
    const journey = await checking()
    const before = journey.snapshot
    journey.do({ type: 'session.ended' }, { type: 'account.removed' }, { type: 'auth.signOut' })
    expect(journey.snapshot).toBe(before)
  })

  it('next time the calling code is found anew', async () => {
    const journey = await signedIn()
    journey.do({ type: 'session.ended' }, { type: 'auth.begin' })
    expect(journey.value).toEqual({ signedOut: 'detectingDialCode' })
  })
})

it('takes over the account that another tab signed in with, also while a code is checked here', async () => {
  const journey = await checking()
  const late = journey.open('signIn')
  const other = { token: 'token-2', uin: 'uin-1' }
  journey.send({ type: 'account.found', account: other })
  late.answer(fail(authFailure({ code: 'expiredCode' })))
  await Promise.resolve()
  expect(journey.value).toEqual({ signedIn: { profile: 'fetching', device: 'telling' } })
  expect(journey.snapshot.context).toMatchObject({ account: other, code: '', problem: null })
  expect(journey.emitted.at(-1)).toEqual({ type: 'auth.signedIn', account: other })
})
