import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { signInEmployee } from '../contract/crew.ts'
import type { Account } from '../contract/user.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { ok } from '../lib/result.ts'
import { type EmployeeSignInActor, employeeSignInMachine } from './employee-sign-in.machine.ts'
import { type PasswordInput, selectSignInMethod } from './employee-sign-in.ts'
import { toAccount } from './session.ts'

/** Sign-in by code or password. Remembers the method on this device. Created, not started. */
export function createEmployeeSignIn({ api, auth, platform, options }: App): EmployeeSignInActor {
  const { storage } = platform
  const actor = createActor(
    employeeSignInMachine.provide({
      actors: {
        checkPassword: fromCall<Account, PasswordInput>(async ({ input, signal }) => {
          const { dialCode, phoneNumber } = assertPresent(input.phone, 'phone')
          const body = { dialCode, phoneNumber, password: input.password }
          const session = await api.call(signInEmployee, { body }, { signal })
          return session.ok ? ok(toAccount(session.value)) : session
        }),
      },
      actions: {
        beginCode: () => auth.send({ type: 'auth.begin' }),
        editPhone: () => auth.send({ type: 'phone.edit' }),
        useAccount: (_, { account }) => auth.send({ type: 'account.found', account }),
      },
    }),
    {
      input: { method: storage.get(storageKeys.signInMethod) === 'password' ? 'password' : 'code' },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
  actor.subscribe((snapshot) => {
    const method = selectSignInMethod(snapshot)
    if (storage.get(storageKeys.signInMethod) !== method) storage.set(storageKeys.signInMethod, method)
  })
  return actor
}
