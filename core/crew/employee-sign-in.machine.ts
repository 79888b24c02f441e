import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Account, Phone } from '../contract/user.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as signIn from './employee-sign-in.ts'

/**
 * Sign-in of an employee, by code or by password. The code's part is the traveller's machine `signIn`, inside `auth`;
 * this machine has the choice and the password.
 */
export const employeeSignInMachine = setup({
  types: {
    input: {} as signIn.EmployeeSignInInput,
    context: {} as signIn.EmployeeSignInContext,
    events: {} as signIn.EmployeeSignInEvent,
    meta: {} as ScreenMeta<signIn.EmployeeSignInEvent>,
    tags: {} as 'busy',
  },
  actors: {
    checkPassword: fromPromise<Account, signIn.PasswordInput>(notProvided('employeeSignIn', 'checkPassword')),
  },
  actions: {
    beginCode: notProvided('employeeSignIn', 'beginCode'),
    editPhone: notProvided('employeeSignIn', 'editPhone'),
    setPassword: assign({ password: (_, password: string) => password, problem: null }),
    setPhone: assign({ phone: (_, phone: Phone) => phone }),
    clearPassword: assign({ password: '' }),
    setProblem: assign({ problem: (_, problem: signIn.PasswordProblem) => problem }),
    clearProblem: assign({ problem: null }),
    useAccount: (_, _params: { account: Account }) => notProvided('employeeSignIn', 'useAccount')(),
  },
  guards: {
    startsWithPassword: ({ context }) => context.method === 'password',
    isPassword: (_, method: string) => method === 'password',
    isCode: (_, method: string) => method === 'code',
    isEmpty: ({ context }) => context.password === '',
    isWrong: (_, { code }: signIn.PasswordProblem) => code === 'wrongPassword',
  },
}).createMachine({
  id: 'employeeSignIn',
  meta: { page: '/crew/sign-in', title: 'crewSignIn.title' },
  context: ({ input: { method } }) => ({ method, phone: null, password: '', problem: null }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Starts with the method that the last sign-in on this device used.',
      always: [{ guard: 'startsWithPassword', target: 'password' }, { target: 'code' }],
    },
    code: {
      description: 'The machine `auth` asks for the number and the code.',
      entry: 'beginCode',
      on: {
        'method.choose': {
          guard: { type: 'isPassword', params: ({ event }) => event.method },
          target: 'password',
        },
      },
    },
    password: {
      description:
        'The employee types number and password. `auth` has the number, and no longer asks for a code.',
      entry: ['beginCode', 'editPhone'],
      initial: 'typing',
      on: {
        'method.choose': {
          guard: { type: 'isCode', params: ({ event }) => event.method },
          target: 'code',
          actions: ['clearPassword', 'clearProblem'],
        },
      },
      states: {
        typing: {
          on: {
            'password.change': {
              actions: { type: 'setPassword', params: ({ event }) => event.password },
            },
            'password.submit': [
              {
                guard: 'isEmpty',
                actions: { type: 'setProblem', params: { code: 'passwordRequired' } },
              },
              {
                target: 'checking',
                actions: [{ type: 'setPhone', params: ({ event }) => event.phone }, 'clearProblem'],
              },
            ],
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'checkPassword',
            src: 'checkPassword',
            input: ({ context }) => ({ phone: context.phone, password: context.password }),
            onDone: {
              target: '#employeeSignIn.done',
              actions: [
                'clearPassword',
                { type: 'useAccount', params: ({ event }) => ({ account: event.output }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isWrong', params: ({ event }) => signIn.passwordProblemOf(event.error) },
                target: 'typing',
                actions: [
                  'clearPassword',
                  { type: 'setProblem', params: ({ event }) => signIn.passwordProblemOf(event.error) },
                ],
              },
              {
                target: 'typing',
                actions: { type: 'setProblem', params: ({ event }) => signIn.passwordProblemOf(event.error) },
                description: 'Keeps the password, which may be right.',
              },
            ],
          },
        },
      },
    },
    done: { type: 'final', description: 'The password was right, and `auth` has the account.' },
  },
})

export type EmployeeSignInActor = ActorRefFrom<typeof employeeSignInMachine>
