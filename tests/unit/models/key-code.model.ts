import { fail, ok } from '@handsfree/core'
import { keyCodeMachine } from '@handsfree/core/auth'
import { isKeyCodeValid, type KeyCodeInput } from '../../../core/auth/key-code.ts'
import { secondsUntil } from '../../../core/auth/sign-in.ts'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'
import { account, offline, refused } from './samples.ts'

// One second is enough for a countdown; a journey tests all 60.
const sent = { requestId: 'request-1', resendAfter: 1, expiresIn: 300, demoCode: null }
const sendCode = {
  sent: ok(sent),
  'too soon': fail(refused(2004, { retryAfter: 1 })),
  'too many': fail(refused(2004, { retryAfter: 3_600 })),
  'no such address': fail(refused(1008, { field: 'email' })),
  offline: fail(offline),
}

const start =
  (pending: (now: number) => KeyCodeInput['pending'] = () => null) =>
  ({ now }: ModelEnvironment): KeyCodeInput => ({
    now,
    entry: { email: '', phone: { dialCode: '86', phoneNumber: '' } },
    pending: pending(now()),
  })

/** A code sent to an address or a number. One second of countdown stands for 60. */
export const keyCodeModel = defineModel<typeof keyCodeMachine>({
  machine: keyCodeMachine,
  starts: {
    opened: start(),
    'back, while the mail was read': start((now) => ({
      sent,
      resendAt: now + 1_000,
      expiresAt: now + 240_000,
    })),
    'back, after the code ended': start((now) => ({ sent, resendAt: now - 240_000, expiresAt: now })),
  },
  samples: {
    'entry.change': {
      email: { entry: { email: 'ada@example.com' } },
      phone: { entry: { phone: { dialCode: '86', phoneNumber: '13800138000' } } },
    },
    'entry.edit': { '': {} },
    'code.request': { '': {} },
    'code.change': { whole: { code: '246810' }, half: { code: '246' } },
    'code.submit': { '': {} },
    'code.resend': { '': {} },
  },
  outcomes: {
    sendCode,
    resendCode: sendCode,
    createAccount: {
      created: ok(account),
      expired: fail(refused(2003)),
      'no such number': fail(refused(1008)),
      offline: fail(offline),
    },
    checkCode: {
      accepted: ok(account),
      wrong: fail(refused(2002, { triesLeft: 2 })),
      burnt: fail(refused(2002, { triesLeft: 0 })),
      expired: fail(refused(2003)),
      'no account': fail(refused(2000)),
      'no such number': fail(refused(1008)),
      taken: fail(refused(1013)),
      offline: fail(offline),
    },
  },
  delays: { resendTick: [1_000] },
  facts: (snapshot) => {
    const { context } = snapshot
    const isAskingCode =
      snapshot.matches('entering') ||
      snapshot.matches('checking') ||
      snapshot.matches('addingPhone') ||
      snapshot.matches('creating')
    return {
      code: context.code,
      problem: context.problem?.code ?? null,
      isValid: isKeyCodeValid(context),
      secondsLeft: isAskingCode && Math.min(2, secondsUntil(context.resendAt, context.now())),
    }
  },
  laws: {
    'nothing is checked without a whole code': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'checkCode' || id === 'createAccount')
        .every(({ input }) => (input as { code: string }).code.length === 6),
    'a code is kept only where it is typed, and while a number is added': ({ snapshot }) =>
      !snapshot.matches('addressing') || snapshot.context.code === '',
    'another code is not asked for before the wait is over': ({ snapshot }) =>
      !snapshot.matches({ entering: 'resendable' }) || snapshot.context.resendAt <= snapshot.context.now(),
  },
  simple: { steps: 9, paths: 40 },
})
