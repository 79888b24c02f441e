import { fail, ok } from '@handsfree/core'
import { authMachine, selectCodeStanding } from '@handsfree/core/auth'
import { defineModel } from './machine-model.ts'
import { account, authFailure, profile } from './samples.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }

// One second is enough to count down; 60 of them are a pinned journey of its own.
const sendCode = {
  sent: ok({ requestId: 'request-1', resendAfter: 1, expiresIn: 300, demoCode: '246810' }),
  'too soon': fail(authFailure({ code: 'tooSoon', retryAfter: 1 })),
  'too many': fail(authFailure({ code: 'tooSoon', retryAfter: 3_600 })),
  'too many from here': fail(authFailure({ code: 'tooManyFromHere' })),
  'no such number': fail(authFailure({ code: 'invalidPhone' })),
}
const signIn = {
  accepted: ok(account),
  wrong: fail(authFailure({ code: 'wrongCode', triesLeft: 2 })),
  burnt: fail(authFailure({ code: 'burntCode' })),
  expired: fail(authFailure({ code: 'expiredCode' })),
  offline: fail(authFailure({ code: 'network' })),
}

/** Sign-in, profile and sign-out. One second of countdown stands for sixty. */
export const authModel = defineModel<typeof authMachine>({
  machine: authMachine,
  starts: {
    'first visit': ({ now }) => ({ restored: null, now }),
    'back, signed out': ({ now }) => ({
      restored: { phone, account: null, profile: null, isNameSkipped: false },
      now,
    }),
    'back, while the message was read': ({ now }) => ({
      restored: {
        phone,
        account: null,
        profile: null,
        isNameSkipped: false,
        requestId: 'request-1',
        sent: { resendAt: now() + 1_000, expiresAt: now() + 240_000, qrId: 'desk-1' },
      },
      now,
    }),
    'back, after the code ended': ({ now }) => ({
      restored: {
        phone,
        account: null,
        profile: null,
        isNameSkipped: false,
        sent: { resendAt: now() - 240_000, expiresAt: now(), qrId: null },
      },
      now,
    }),
    'back, signed in': ({ now }) => ({ restored: { phone, account, profile, isNameSkipped: false }, now }),
  },
  samples: {
    'auth.begin': { '': {}, 'at a site': { qrId: 'desk-1' } },
    'phone.change': { number: { phone }, other: { phone: { phoneNumber: '13900139000' } } },
    'phone.edit': { '': {} },
    'code.request': { '': {} },
    'code.change': { complete: { code: '246810' }, partly: { code: '24' } },
    'code.submit': { '': {} },
    'code.resend': { '': {} },
    'code.sent': {},
    'profile.skip': { '': {} },
    'profile.retry': { '': {} },
    'profile.changed': { '': { fields: { name: 'Lin', email: '' } } },
    'auth.signOut': { '': {} },
    'session.ended': { '': {} },
    'account.removed': { '': {} },
    'account.found': { '': { account } },
  },
  outcomes: {
    detectDialCode: { '': '86' },
    sendCode,
    resendCode: sendCode,
    signIn,
    fetchProfile: {
      known: ok(profile),
      new: ok({ ...profile, name: '' }),
      offline: fail(authFailure({ code: 'network' })),
    },
    tellLanguage: { '': undefined },
  },
  delays: { resendTick: [1_000] },
  facts: (snapshot) => {
    const { phone, code, secondsLeft, profile } = snapshot.context
    if (!snapshot.matches('signedOut'))
      return [profile && profile.name !== '', snapshot.context.isNameSkipped]
    return [
      phone.dialCode !== '',
      selectCodeStanding(snapshot) === 'works',
      code.length === 6,
      snapshot.matches({ signedOut: { code: { countdown: 'ticking' } } }) && Math.min(2, secondsLeft),
    ]
  },
  laws: {
    'an account is there exactly while somebody is signed in': ({ snapshot }) =>
      snapshot.matches('signedOut') === (snapshot.context.account === null),
    'a code is never kept once somebody is signed in or out': ({ snapshot }) =>
      snapshot.matches({ signedOut: 'code' }) || snapshot.context.code === '',
    'a code that is over may be replaced at once': ({ snapshot }) =>
      !snapshot.matches({ signedOut: { code: { entry: 'spent', countdown: 'ticking' } } }) ||
      snapshot.context.problem?.code === 'tooSoon',
    'the server is told of every sign-out that was asked for, and of no other': ({ emitted, effects }) =>
      emitted.filter(({ type, reason }) => type === 'auth.signedOut' && reason === 'request').length ===
      effects.filter(({ name }) => name === 'endToken').length,
    'signing in and out take turns': ({ emitted }) => {
      const turns = emitted.filter(({ type }) => type === 'auth.signedIn' || type === 'auth.signedOut')
      return turns.every(({ type }, index) => type !== turns[index - 1]?.type)
    },
  },
  simple: { steps: 14, paths: 30 },
})
