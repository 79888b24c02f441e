import { fail, ok } from '@handsfree/core'
import { type SignInMachineInput, signInMachine } from '@handsfree/core/auth'
import { createEmptyActor, getInitialSnapshot } from 'xstate'
import { entryOf } from '../../../core/auth/auth.ts'
import { endOfCode, isCodeValid, isUnexpired } from '../../../core/auth/sent-code.ts'
import { secondsUntil } from '../../../core/auth/sign-in.ts'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'
import { account, authFailure } from './samples.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }
const listener = createEmptyActor() as unknown as SignInMachineInput['listener']

// One second is enough for a countdown; a journey tests all 60.
const sendCode = {
  sent: ok({ requestId: 'request-1', resendAfter: 1, expiresIn: 300, demoCode: '246810' }),
  'too soon': fail(authFailure({ code: 'tooSoon', retryAfter: 1 })),
  'too many': fail(authFailure({ code: 'tooSoon', retryAfter: 3_600 })),
  'too many from here': fail(authFailure({ code: 'tooManyFromHere' })),
  'no such number': fail(authFailure({ code: 'invalidPhone' })),
}

const start =
  (known: Partial<SignInMachineInput>, sent: (now: number) => SignInMachineInput['sent'] = () => null) =>
  ({ now }: ModelEnvironment): SignInMachineInput => {
    const entry = { phone, requestId: null, qrId: null, ...known }
    return { ...entry, sent: sent(now()), now, listener }
  }

/** Sign-in from phone number to account. One second of countdown stands for 60. */
export const signInModel = defineModel<typeof signInMachine>({
  machine: signInMachine,
  starts: {
    'first visit': start({ phone: { dialCode: '', phoneNumber: '' } }),
    back: start({}),
    'back, while the message was read': start({ requestId: 'request-1', qrId: 'desk-1' }, (now) => ({
      resendAt: now + 1_000,
      expiresAt: now + 240_000,
      qrId: 'desk-1',
    })),
    'back, after the code ended': start({}, (now) => ({
      resendAt: now - 240_000,
      expiresAt: now,
      qrId: null,
    })),
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
  },
  outcomes: {
    detectDialCode: { '': '86' },
    sendCode,
    resendCode: sendCode,
    checkCode: {
      accepted: ok(account),
      wrong: fail(authFailure({ code: 'wrongCode', triesLeft: 2 })),
      burnt: fail(authFailure({ code: 'burntCode' })),
      expired: fail(authFailure({ code: 'expiredCode' })),
      offline: fail(authFailure({ code: 'network' })),
    },
  },
  delays: { resendTick: [1_000] },
  facts: (snapshot) => {
    const { phone, code, secondsLeft } = snapshot.context
    return {
      hasDialCode: phone.dialCode !== '',
      isRequested: snapshot.context.isRequested,
      isCodeValid: isCodeValid(snapshot.context) && !snapshot.matches({ code: { entry: 'codeExhausted' } }),
      isComplete: code.length === 6,
      secondsLeft: snapshot.matches({ code: { countdown: 'ticking' } }) && Math.min(2, secondsLeft),
    }
  },
  laws: {
    'a code is kept only where it is typed': ({ snapshot }) =>
      snapshot.matches('code') || snapshot.matches('done') || snapshot.context.code === '',
    'a reload finds the number, and the code that is asked for with its countdown': ({ snapshot }) => {
      const { context } = snapshot
      const { phone, requestId, sent } = entryOf(snapshot)
      const input = { now: context.now, phone, requestId, qrId: sent?.qrId ?? null, sent, listener }
      const again = getInitialSnapshot(signInMachine, input)
      const isAsking = snapshot.matches('code') && isUnexpired(endOfCode(context), context.now())
      return (
        JSON.stringify(again.context.phone) === JSON.stringify(phone) &&
        again.matches('code') === isAsking &&
        (!isAsking || again.context.secondsLeft === secondsUntil(context.resendAt, context.now()))
      )
    },
    'a code that is over may be replaced at once': ({ snapshot }) =>
      !snapshot.matches({ code: { entry: 'codeExhausted', countdown: 'ticking' } }) ||
      snapshot.context.problem?.code === 'tooSoon',
  },
  simple: { steps: 14, paths: 30 },
})
