import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import type { OfficeAct } from './office-calls.ts'

export type OfficeActContext = {
  /** The current or latest act; null before the first one. */
  act: OfficeAct | null
  result: unknown
  problem: ApiFailure | null
}

export type OfficeActEvent = { type: 'act.send'; act: OfficeAct } | { type: 'act.dismiss' }

export type SendOfficeActInput = { act: OfficeAct | null }

/** One act of an operator on a list of the office, such as an invitation or an offer. */
export const officeActMachine = setup({
  types: {
    context: {} as OfficeActContext,
    events: {} as OfficeActEvent,
    meta: {} as ScreenMeta<OfficeActEvent>,
    tags: {} as 'busy',
  },
  actors: {
    sendAct: fromPromise<unknown, SendOfficeActInput>(notProvided('officeAct', 'sendAct')),
  },
  actions: {
    setAct: assign((_, act: OfficeAct) => ({ act, result: null, problem: null })),
    setResult: assign((_, { result }: { result: unknown }) => ({ result })),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clear: assign({ act: null, result: null, problem: null }),
    readAgain: () => notProvided('officeAct', 'readAgain')(),
  },
}).createMachine({
  id: 'officeAct',
  meta: { page: '/crew/office/employees', title: 'crewOffice.employees' },
  context: { act: null, result: null, problem: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The page shows its list.',
      on: {
        'act.send': { target: 'sending', actions: { type: 'setAct', params: ({ event }) => event.act } },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendAct',
        src: 'sendAct',
        input: ({ context: { act } }) => ({ act }),
        onDone: {
          target: 'done',
          actions: [{ type: 'setResult', params: ({ event }) => ({ result: event.output }) }, 'readAgain'],
        },
        onError: {
          target: 'failed',
          actions: ['setProblem', 'readAgain'],
          description: 'The server may have done it, or the list may be outdated.',
        },
      },
    },
    done: {
      description: 'The result stays until the operator closes it or acts again.',
      on: {
        'act.send': { target: 'sending', actions: { type: 'setAct', params: ({ event }) => event.act } },
        'act.dismiss': { target: 'idle', actions: 'clear' },
      },
    },
    failed: {
      on: {
        'act.send': { target: 'sending', actions: { type: 'setAct', params: ({ event }) => event.act } },
        'act.dismiss': { target: 'idle', actions: 'clear' },
      },
    },
  },
})

export type OfficeActActor = ActorRefFrom<typeof officeActMachine>
