import { fail, ok } from '@handsfree/core'
import { accountDeletionMachine } from '@handsfree/core/account'
import { isOwnCodeValid } from '../../../core/account/deletion.ts'
import { secondsUntil } from '../../../core/auth/sign-in.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const terms = (ongoing: number) => ({
  ongoing: Array.from({ length: ongoing }, (_, at) => ({ orderId: `o${at}`, orderNumber: `HF ${at}` })),
  keptOrders: 2,
  keptUntil: '2036-11-21T02:00:00Z',
})
// One second is enough for a countdown; a journey tests all 60.
const sendCode = {
  sent: ok({ requestId: 'request-1', resendAfter: 1, expiresIn: 300, demoCode: null }),
  'too soon': fail(refused(2004, { retryAfter: 1 })),
  'too many': fail(refused(2004, { retryAfter: 3_600 })),
  'too many from here': fail(refused(2004, { reason: 'network' })),
  offline: fail(offline),
}

export const accountDeletionModel = defineModel<typeof accountDeletionMachine>({
  machine: accountDeletionMachine,
  starts: { opened: ({ now }) => ({ now }) },
  samples: {
    'reading.done': { free: { value: terms(0) }, blocked: { value: terms(1) } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'deletion.start': { '': {} },
    'deletion.stop': { '': {} },
    'code.change': { whole: { code: '123456' }, half: { code: '123' } },
    'code.submit': { '': {} },
    'code.resend': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    sendCode,
    resendCode: sendCode,
    deleteAccount: {
      deleted: ok(terms(0)),
      'wrong code': fail(refused(2002, { triesLeft: 2 })),
      'burnt code': fail(refused(2002, { triesLeft: 0 })),
      'an order is ongoing': fail(refused(2005)),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  delays: { resendTick: [1_000] },
  facts: (snapshot) => {
    const { context } = snapshot
    const isAskingCode = snapshot.matches('enteringCode') || snapshot.matches('deleting')
    return {
      ongoing: context.terms?.ongoing.length ?? null,
      code: context.code,
      problem: context.problem?.code ?? null,
      isValid: isOwnCodeValid(context),
      secondsLeft: isAskingCode && Math.min(2, secondsUntil(context.resendAt, context.now())),
    }
  },
  laws: {
    'nothing is deleted without a whole code': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'deleteAccount')
        .every(({ input }) => (input as { code: string }).code.length === 6),
    'this device is left exactly once the account is gone': ({ snapshot, effects }) =>
      effects.filter(({ name }) => name === 'leaveApp').length === (snapshot.matches('deleted') ? 1 : 0),
    'no code is asked for while an order is ongoing': ({ snapshot }) =>
      !snapshot.matches('enteringCode') || snapshot.context.terms?.ongoing.length === 0,
    'another code is not asked for before the wait is over': ({ snapshot }) =>
      !snapshot.matches({ enteringCode: 'resendable' }) ||
      snapshot.context.resendAt <= snapshot.context.now(),
  },
  simple: { steps: 8, paths: 40 },
})
