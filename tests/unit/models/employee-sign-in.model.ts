import { fail, ok } from '@handsfree/core'
import {
  type EmployeeSignInInput,
  employeeSignInMachine,
  type PasswordInput,
  selectIsCheckingPassword,
} from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { account, offline, refused } from './samples.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }
const start = (input: EmployeeSignInInput) => () => input

export const employeeSignInModel = defineModel<typeof employeeSignInMachine>({
  machine: employeeSignInMachine,
  starts: {
    'first visit': start({ method: 'code' }),
    'back, last signed in by password': start({ method: 'password' }),
  },
  samples: {
    'method.choose': { code: { method: 'code' }, password: { method: 'password' } },
    'password.change': { typed: { password: 'carry-the-bags' }, emptied: { password: '' } },
    'password.submit': { '': { phone } },
  },
  outcomes: {
    checkPassword: {
      right: ok(account),
      wrong: fail(refused(2001, { triesLeft: 4 })),
      'too many': fail(refused(2001, { triesLeft: 0, retryAfter: 600 })),
      'invalid number': fail(refused(1008, { field: 'phoneNumber' })),
      disabled: fail(refused(2005)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { password, problem } }) => ({
    hasPassword: password !== '',
    problem: problem?.code ?? null,
  }),
  laws: {
    'a password is kept only where it is typed': ({ snapshot }) =>
      snapshot.matches('password') || snapshot.context.password === '',
    'a problem is shown only where the password is typed': ({ snapshot }) =>
      snapshot.matches({ password: 'typing' }) || snapshot.context.problem === null,
    'a wrong password has to be typed again': ({ snapshot: { context } }) =>
      context.problem?.code !== 'wrongPassword' || context.password === '',
    'no empty password is sent': ({ calls }) =>
      calls.every(({ input }) => (input as PasswordInput).password !== ''),
    'the account is used once, after the right password': ({ snapshot, effects }) =>
      effects.filter(({ name }) => name === 'useAccount').length === Number(snapshot.matches('done')),
    'the page is busy exactly while a password is checked': ({ snapshot }) =>
      selectIsCheckingPassword(snapshot) === snapshot.matches({ password: 'checking' }),
  },
  simple: { steps: 10, paths: 40 },
})
