import { fail, ok } from '@handsfree/core'
import type { CrewSession } from '@handsfree/core/contract'
import { type NewPasswordInput, newPasswordMachine, type SavePasswordInput } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { crewMember, offline, refused } from './samples.ts'

const session: CrewSession = { token: 'token-1', employee: crewMember() }
const start = (input: NewPasswordInput) => () => input

export const newPasswordModel = defineModel<typeof newPasswordMachine>({
  machine: newPasswordMachine,
  starts: {
    'a change': start({ needsCurrent: true }),
    'an invitation': start({ needsCurrent: false }),
  },
  samples: {
    'current.change': { typed: { password: 'carry-the-bags' } },
    'password.change': { valid: { password: 'hands-free-now' }, short: { password: 'short' } },
    'password.submit': { '': {} },
  },
  outcomes: {
    savePassword: {
      'signed in': ok(session),
      saved: ok(null),
      'wrong current one': fail(refused(2001, { triesLeft: 4 })),
      'too many': fail(refused(2001, { triesLeft: 0, retryAfter: 600 })),
      'used invitation': fail(refused(1002)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { needsCurrent, currentPassword, password, problem } }) => ({
    needsCurrent,
    hasCurrent: currentPassword !== '',
    isValid: password.length >= 8,
    problem: problem?.code ?? null,
  }),
  laws: {
    'no password is kept once it is saved': ({ snapshot }) =>
      !snapshot.matches('saved') ||
      (snapshot.context.currentPassword === '' && snapshot.context.password === ''),
    'a problem is shown only while typing': ({ snapshot }) =>
      snapshot.matches('typing') || snapshot.context.problem === null,
    'a change sends the current password, and a new one of at least 8 characters': ({ calls, input }) =>
      calls.every((call) => {
        const { currentPassword, password } = call.input as SavePasswordInput
        return password.length >= 8 && (!input.needsCurrent || currentPassword !== '')
      }),
  },
  simple: { steps: 8, paths: 40 },
})
