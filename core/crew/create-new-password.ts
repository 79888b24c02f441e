import { createActor } from 'xstate'
import type { App } from '../app.ts'
import type { EmployeeRole } from '../contract/call.ts'
import { acceptInvitation, type CrewSession, setCrewPassword } from '../contract/crew.ts'
import { setCrewPin } from '../contract/tablet.ts'
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
    {
      input: { needsCurrent: true, hasPassword: true, setsPassword: true, setsPin: false },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )

/** Sets the signed-in employee's PIN for shared tablets. Created, not started. */
export const createPinChange = ({ api, platform, options }: App, hasPassword: boolean): NewPasswordActor =>
  createActor(
    newPasswordMachine.provide({
      actors: {
        savePassword: fromCall<CrewSession | null, SavePasswordInput>(async ({ input, signal }) => {
          const body = { pin: input.pin, password: input.currentPassword }
          const saved = await api.call(setCrewPin, { body }, { signal })
          return saved.ok ? ok(null) : saved
        }),
      },
      actions: { useSession: () => {} },
    }),
    {
      input: { needsCurrent: false, hasPassword, setsPassword: false, setsPin: true },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )

/** Sets the password of an invited employee, at a site also the PIN, and signs them in. Created, not started. */
export const createInvitedPassword = (app: App, token: string, role: EmployeeRole): NewPasswordActor =>
  createActor(
    newPasswordMachine.provide({
      actors: {
        savePassword: fromCall<CrewSession | null, SavePasswordInput>(({ input, signal }) => {
          const { password, pin } = input
          const body = { password, ...(pin !== '' && { pin }) }
          return app.api.call(acceptInvitation, { params: { token }, body }, { signal })
        }),
      },
      actions: {
        useSession: (_, { session }) => {
          if (session) enterCrewSession(app, session)
        },
      },
    }),
    {
      input: { needsCurrent: false, hasPassword: false, setsPassword: true, setsPin: role === 'site' },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
