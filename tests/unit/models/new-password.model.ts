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
    'a change': start({ needsCurrent: true, hasPassword: true, setsPassword: true, setsPin: false }),
    'an invitation': start({ needsCurrent: false, hasPassword: false, setsPassword: true, setsPin: false }),
    'an invitation to a site': start({
      needsCurrent: false,
      hasPassword: false,
      setsPassword: true,
      setsPin: true,
    }),
    'a PIN': start({ needsCurrent: false, hasPassword: true, setsPassword: false, setsPin: true }),
    'a PIN without a password': start({
      needsCurrent: false,
      hasPassword: false,
      setsPassword: false,
      setsPin: true,
    }),
  },
  samples: {
    'current.change': { typed: { password: 'carry-the-bags' } },
    'password.change': { valid: { password: 'hands-free-now' }, short: { password: 'short' } },
    'pin.change': { complete: { pin: '2468' }, 'two digits': { pin: '25' }, 'easy one': { pin: '1234' } },
    'password.submit': { '': {} },
  },
  outcomes: {
    savePassword: {
      'signed in': ok(session),
      saved: ok(null),
      'wrong current one': fail(refused(2001, { triesLeft: 4 })),
      'too many': fail(refused(2001, { triesLeft: 0, retryAfter: 600 })),
      'used invitation': fail(refused(1002)),
      'no proof': fail(refused(2006)),
      offline: fail(offline),
    },
  },
  facts: ({
    context: { needsCurrent, hasPassword, setsPassword, setsPin, currentPassword, password, pin, problem },
  }) => ({
    needsCurrent,
    hasPassword,
    setsPassword,
    setsPin,
    hasCurrent: currentPassword !== '',
    isValid: password.length >= 8,
    digits: pin.length,
    isEasy: pin === '1234',
    problem: problem?.code ?? null,
  }),
  laws: {
    'no password or PIN is kept once it is saved': ({ snapshot }) =>
      !snapshot.matches('saved') ||
      (snapshot.context.currentPassword === '' &&
        snapshot.context.password === '' &&
        snapshot.context.pin === ''),
    'a problem is shown only while typing': ({ snapshot }) =>
      snapshot.matches('typing') || snapshot.context.problem === null,
    'a change sends the current password, a new one of at least 8 characters, and a PIN that isn’t easy': ({
      calls,
      input,
    }) =>
      calls.every((call) => {
        const { currentPassword, password, pin } = call.input as SavePasswordInput
        return (
          (!input.setsPassword || password.length >= 8) &&
          (!input.setsPin || pin === '2468') &&
          (!input.needsCurrent || currentPassword !== '')
        )
      }),
  },
  simple: { steps: 8, paths: 40 },
})
