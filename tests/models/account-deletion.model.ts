import { fail, ok } from '@handsfree/core'
import { accountDeletionMachine } from '@handsfree/core/account'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const terms = (ongoing: number) => ({
  ongoing: Array.from({ length: ongoing }, (_, at) => ({ orderId: `o${at}`, orderNumber: `HF ${at}` })),
  keptOrders: 2,
  keptUntil: '2036-11-21T02:00:00Z',
})
const sent = { requestId: 'request-1', resendAfter: 60, expiresIn: 300, demoCode: null }

export const accountDeletionModel = defineModel<typeof accountDeletionMachine>({
  machine: accountDeletionMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': { free: { value: terms(0) }, blocked: { value: terms(1) } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'deletion.start': { '': {} },
    'deletion.stop': { '': {} },
    'code.change': { whole: { code: '123456' }, half: { code: '123' } },
    'code.submit': { '': {} },
  },
  toldBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    sendCode: { sent: ok(sent), 'too soon': fail(refused(2004, { retryAfter: 30 })), offline: fail(offline) },
    deleteAccount: {
      deleted: ok(terms(0)),
      'wrong code': fail(refused(2002, { triesLeft: 2 })),
      'an order is ongoing': fail(refused(2005)),
      offline: fail(offline),
    },
  },
  facts: ({ context }) => ({
    ongoing: context.terms?.ongoing.length ?? null,
    code: context.code,
    problem: context.problem?.code ?? null,
  }),
  laws: {
    'nothing is deleted without a whole code': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'deleteAccount')
        .every(({ input }) => (input as { code: string }).code.length === 6),
    'this device is left exactly once the account is gone': ({ snapshot, effects }) =>
      effects.length === (snapshot.matches('deleted') ? 1 : 0),
    'no code is asked for while an order is ongoing': ({ snapshot }) =>
      !snapshot.matches('enteringCode') || snapshot.context.terms?.ongoing.length === 0,
  },
  simple: { steps: 8, paths: 40 },
})
