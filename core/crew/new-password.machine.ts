import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { CrewSession } from '../contract/crew.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as newPassword from './new-password.ts'
import { pinDigits, pinOf } from './tablet.ts'

/** A new password, PIN, or both: by an invitation, or a change, which needs the current password. */
export const newPasswordMachine = setup({
  types: {
    input: {} as newPassword.NewPasswordInput,
    context: {} as newPassword.NewPasswordContext,
    events: {} as newPassword.NewPasswordEvent,
    meta: {} as ScreenMeta<newPassword.NewPasswordEvent>,
    tags: {} as 'busy',
  },
  actors: {
    savePassword: fromPromise<CrewSession | null, newPassword.SavePasswordInput>(
      notProvided('newPassword', 'savePassword'),
    ),
  },
  actions: {
    setCurrentPassword: assign({ currentPassword: (_, text: string) => text, problem: null }),
    setPassword: assign({ password: (_, text: string) => text, problem: null }),
    setPin: assign({ pin: (_, text: string) => pinOf(text), problem: null }),
    clearPasswords: assign({ currentPassword: '', password: '', pin: '' }),
    requireCurrent: assign({ needsCurrent: ({ context }) => context.hasPassword }),
    clearCurrentPassword: assign({ currentPassword: '' }),
    setProblem: assign({ problem: (_, problem: newPassword.NewPasswordProblem) => problem }),
    clearProblem: assign({ problem: null }),
    useSession: (_, _params: { session: CrewSession | null }) => notProvided('newPassword', 'useSession')(),
  },
  guards: {
    lacksCurrent: ({ context }) => context.needsCurrent && context.currentPassword === '',
    isTooShort: ({ context }) => context.setsPassword && newPassword.isTooShort(context.password),
    isPinIncomplete: ({ context }) => context.setsPin && context.pin.length < pinDigits,
    isPinTooEasy: ({ context }) => context.setsPin && newPassword.isPinTooEasy(context.pin),
    isProofRequired: (_, { code }: newPassword.NewPasswordProblem) => code === 'proofRequired',
    isWrongCurrent: (_, { code }: newPassword.NewPasswordProblem) => code === 'wrongPassword',
  },
}).createMachine({
  id: 'newPassword',
  meta: { page: '/crew/account', title: 'crewAccount.title' },
  context: ({ input }) => ({ ...input, currentPassword: '', password: '', pin: '', problem: null }),
  initial: 'typing',
  states: {
    typing: {
      on: {
        'current.change': { actions: { type: 'setCurrentPassword', params: ({ event }) => event.password } },
        'password.change': { actions: { type: 'setPassword', params: ({ event }) => event.password } },
        'pin.change': { actions: { type: 'setPin', params: ({ event }) => event.pin } },
        'password.submit': [
          { guard: 'lacksCurrent', actions: { type: 'setProblem', params: { code: 'currentRequired' } } },
          { guard: 'isTooShort', actions: { type: 'setProblem', params: { code: 'tooShort' } } },
          { guard: 'isPinIncomplete', actions: { type: 'setProblem', params: { code: 'pinIncomplete' } } },
          { guard: 'isPinTooEasy', actions: { type: 'setProblem', params: { code: 'pinTooEasy' } } },
          { target: 'saving', actions: 'clearProblem' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context: { currentPassword, password, pin } }) => ({ currentPassword, password, pin }),
        onDone: {
          target: 'saved',
          actions: [
            'clearPasswords',
            { type: 'useSession', params: ({ event }) => ({ session: event.output }) },
          ],
        },
        onError: [
          {
            guard: {
              type: 'isWrongCurrent',
              params: ({ event }) => newPassword.newPasswordProblemOf(event.error),
            },
            target: 'typing',
            actions: [
              'clearCurrentPassword',
              { type: 'setProblem', params: ({ event }) => newPassword.newPasswordProblemOf(event.error) },
            ],
          },
          {
            guard: {
              type: 'isProofRequired',
              params: ({ event }) => newPassword.newPasswordProblemOf(event.error),
            },
            target: 'typing',
            actions: [
              'requireCurrent',
              { type: 'setProblem', params: ({ event }) => newPassword.newPasswordProblemOf(event.error) },
            ],
            description: 'The sign-in isn’t recent, so the PIN needs the password.',
          },
          {
            target: 'typing',
            actions: {
              type: 'setProblem',
              params: ({ event }) => newPassword.newPasswordProblemOf(event.error),
            },
            description: 'Keeps both passwords for the next attempt.',
          },
        ],
      },
    },
    saved: {
      description: 'The password or PIN counts. Typing starts another change.',
      on: {
        'current.change': {
          target: 'typing',
          actions: { type: 'setCurrentPassword', params: ({ event }) => event.password },
        },
        'password.change': {
          target: 'typing',
          actions: { type: 'setPassword', params: ({ event }) => event.password },
        },
        'pin.change': {
          target: 'typing',
          actions: { type: 'setPin', params: ({ event }) => event.pin },
        },
      },
    },
  },
})

export type NewPasswordActor = ActorRefFrom<typeof newPasswordMachine>
