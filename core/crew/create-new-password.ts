import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { acceptInvitation, type CrewSession, setCrewPassword } from '../contract/crew.ts'
import { fromCall } from '../lib/from-call.ts'
import { ok } from '../lib/result.ts'
import { type NewPasswordActor, newPasswordMachine } from './new-password.machine.ts'
import type { SavePasswordInput } from './new-password.ts'
import { enterCrewSession } from './session.ts'

/** Changes the signed-in employee's password. Created, not started. */
export const createPasswordChange = ({ api, platform, options }: App): NewPasswordActor =>
  createActor(
    newPasswordMachine.provide({
      actors: {
        savePassword: fromCall<CrewSession | null, SavePasswordInput>(async ({ input, signal }) => {
          const body = { current: input.currentPassword, password: input.password }
          const saved = await api.call(setCrewPassword, { body }, { signal })
          return saved.ok ? ok(null) : saved
        }),
      },
      actions: { useSession: () => {} },
    }),
    { input: { needsCurrent: true }, clock: platform.clock, inspect: options.inspect },
  )

/** Sets the password of an invited employee and signs them in. Created, not started. */
export const createInvitedPassword = (app: App, token: string): NewPasswordActor =>
  createActor(
    newPasswordMachine.provide({
      actors: {
        savePassword: fromCall<CrewSession | null, SavePasswordInput>(({ input: { password }, signal }) =>
          app.api.call(acceptInvitation, { params: { token }, body: { password } }, { signal }),
        ),
      },
      actions: {
        useSession: (_, { session }) => {
          if (session) enterCrewSession(app, session)
        },
      },
    }),
    { input: { needsCurrent: false }, clock: app.platform.clock, inspect: app.options.inspect },
  )
