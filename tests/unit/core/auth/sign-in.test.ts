import { fail, ok } from '@handsfree/core'
import {
  extractCode,
  type PendingCode,
  selectAuthProblem,
  selectCanResend,
  selectCode,
  selectCodeValidity,
  selectDemoCode,
  selectIsEnteringCode,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { describe, expect, it } from 'vitest'
import { account, authFailure } from '../../models/samples.ts'
import { startOfTime } from '../journey.ts'
import { AuthJourney, checking, phone, sent, typingCode, typingPhone } from './auth-journey.ts'

describe('the phone entry', () => {
  it('detects the browser’s calling code without overwriting typed or chosen values', async () => {
    const journey = new AuthJourney()
    journey.send({ type: 'auth.begin' })
    journey.send({ type: 'phone.change', phone: { phoneNumber: '13' } })
    await journey.load()
    journey.send({ type: 'phone.change', phone: { phoneNumber: '138' } })
    await journey.answer('detectDialCode', '86')
    expect([journey.step, journey.snapshot.context.phone]).toEqual([
      'phone',
      { dialCode: '86', phoneNumber: '138' },
    ])

    const chosen = new AuthJourney()
    await chosen.begin()
    chosen.send({ type: 'phone.change', phone: { dialCode: '852' } })
    await chosen.answer('detectDialCode', '86')
    expect(chosen.snapshot.context.phone.dialCode).toBe('852')
  })

  it('falls back to the United States calling code if detection fails', async () => {
    const journey = new AuthJourney()
    await journey.begin()
    await journey.fail('detectDialCode', new Error('broken'))
    expect(journey.snapshot.context.phone.dialCode).toBe('1')
  })
})

describe('the countdown', () => {
  it('counts down 60 s, second by second, and then allows another code', async () => {
    const journey = await typingCode()
    expect(journey.emitted).toEqual([{ type: 'auth.codeSent' }])
    const shown: number[] = []
    while (!selectCanResend(journey.snapshot)) {
      shown.push(selectSecondsLeft(journey.snapshot))
      journey.send({ type: 'code.resend' })
      journey.pass(1_000)
    }
    expect(shown).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
    expect([journey.elapsed, selectSecondsLeft(journey.snapshot)]).toEqual([60_000, 0])
    expect(journey.inputs('resendCode')).toEqual([])
  })

  it('catches up on the countdown after the device slept', async () => {
    const journey = await typingCode()
    journey.sleep(45_500)
    journey.pass(1_000)
    expect(selectSecondsLeft(journey.snapshot)).toBe(14)
  })
})

describe('the code', () => {
  it.each([
    ['only part of it', '24', '24'],
    ['a space in it', '246 810', '246810'],
    ['full-width digits', '２４６８１０', '246810'],
    ['a whole message', 'Your Handsfree code is 246810. It works for 5 minutes.', '246810'],
    ['numbers before it', '106901234 14:05 【Handsfree】您的验证码是 246810，5 分钟内有效', '246810'],
    ['numbers before it, in two groups', '14:05 Handsfree: your code is 246 810 (5 minutes)', '246810'],
    ['numbers before it, full-width', '12 您的验证码是２４６８１０，5 分钟内有效', '246810'],
    ['no number of six digits', '1234567 12', '123456'],
  ])('extracts the code from a text with %s', (_, text, code) => {
    expect(extractCode(text)).toBe(code)
  })

  it('cancels the check of an old code when a new one is sent, and ignores its late answer', async () => {
    const journey = await typingCode()
    journey.pass(60_000)
    journey.do({ type: 'code.resend' }, { type: 'code.change', code: '246810' })
    const old = journey.openCall('checkCode')
    await journey.answer('resendCode', sent)
    expect([journey.entry, old.isOpen]).toEqual(['typing', false])
    old.answer(fail(authFailure({ code: 'expiredCode' })))
    await Promise.resolve()
    expect([journey.entry, selectAuthProblem(journey.snapshot)]).toEqual(['typing', null])
  })

  it('ignores a late sign-in answer after the number is edited', async () => {
    const journey = await checking()
    const late = journey.openCall('checkCode')
    journey.send({ type: 'phone.edit' })
    late.answer(ok(account))
    await Promise.resolve()
    expect([journey.step, journey.snapshot.context.account, selectCode(journey.snapshot)]).toEqual([
      'phone',
      null,
      '',
    ])
    expect(journey.snapshot.context.phone).toEqual(phone)
  })
})

describe('the validity of the latest code', () => {
  const standing = (journey: AuthJourney) => selectCodeValidity(journey.snapshot)

  it('treats a code as valid until it expires, then as possibly valid', async () => {
    const journey = await typingCode()
    expect(standing(journey)).toBe('works')
    journey.pass(299_999)
    expect(standing(journey)).toBe('works')
    journey.pass(1)
    expect(standing(journey)).toBe('mayWork')
  })

  it('treats a code requested by another device as possibly valid', async () => {
    const journey = await typingPhone()
    journey.send({ type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 42 })))
    expect(standing(journey)).toBe('mayWork')
  })

  it('treats a burnt code as over, even while another cannot be sent', async () => {
    const journey = await checking()
    await journey.answer('checkCode', fail(authFailure({ code: 'burntCode' })))
    journey.send({ type: 'code.resend' })
    await journey.answer('resendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 400 })))
    expect([standing(journey), journey.countdown, selectSecondsLeft(journey.snapshot)]).toEqual([
      'over',
      'ticking',
      400,
    ])
  })

  it('stays at the phone entry when the code is burnt and another cannot be sent yet', async () => {
    const journey = await checking()
    await journey.answer('checkCode', fail(authFailure({ code: 'burntCode' })))
    journey.do({ type: 'phone.edit' }, { type: 'code.request' })
    await journey.answer('sendCode', fail(authFailure({ code: 'tooSoon', retryAfter: 400 })))
    expect(journey.step).toBe('phone')
  })
})

describe('a page that was discarded while the message was read', () => {
  const back = async (sent: Partial<PendingCode>) => {
    const journey = new AuthJourney((now) => ({
      requestId: 'request-1',
      sent: { resendAt: now() + 12_000, expiresAt: now() + 252_000, qrId: 'desk-1', ...sent },
    }))
    if (selectIsEnteringCode(journey.snapshot)) await journey.load()
    return journey
  }

  it('returns to code entry after a reload with the remaining countdown', async () => {
    const journey = await back({})
    expect([journey.entry, journey.countdown, selectSecondsLeft(journey.snapshot)]).toEqual([
      'typing',
      'ticking',
      12,
    ])
    journey.pass(12_000)
    expect(selectCanResend(journey.snapshot)).toBe(true)
    journey.send({ type: 'code.change', code: '246810' })
    expect(journey.inputs('checkCode')).toEqual([
      { phone, code: '246810', requestId: 'request-1', qrId: 'desk-1' },
    ])
  })

  it('shows the demo code after a reload while it is valid', async () => {
    const left = await back({ demoCode: '246810' })
    expect(selectDemoCode(left.snapshot)).toBe('246810')
    expect(left.snapshot.context.sent).toMatchObject({ demoCode: '246810' })
    expect(selectDemoCode((await back({})).snapshot)).toBe(null)
    const ended = await back({ demoCode: '246810', expiresAt: startOfTime })
    expect(selectDemoCode(ended.snapshot)).toBe(null)
  })

  it('allows another code after a reload if the countdown is over', async () => {
    const journey = await back({ resendAt: startOfTime - 1 })
    expect([journey.countdown, selectSecondsLeft(journey.snapshot)]).toEqual(['resendable', 0])
  })

  it.each([
    ['has expired', { expiresAt: startOfTime }],
    ['expires later than any code can', { expiresAt: startOfTime + 300_001 }],
  ])('returns to the number after a reload if its code %s', async (_, sent) => {
    const journey = await back(sent)
    expect(journey.value).toEqual({ signedOut: 'idle' })
    await journey.begin()
    expect([journey.step, journey.snapshot.context.phone]).toEqual(['phone', phone])
  })

  it('returns to the number if it is edited right after a reload', async () => {
    const journey = new AuthJourney((now) => ({
      sent: { resendAt: now() + 12_000, expiresAt: now() + 252_000, qrId: null },
    }))
    journey.send({ type: 'phone.edit' })
    await journey.load()
    expect([journey.step, journey.emitted]).toEqual(['phone', []])
  })
})
