import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { AccountExport } from '../contract/account.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'

/** Download of all personal data. A link works only once, so each try requests a new one. */
export const accountExportMachine = setup({
  types: {
    context: {} as { problem: ApiFailure | null },
    events: {} as { type: 'export.start' },
    meta: {} as ScreenMeta<{ type: 'export.start' }>,
    tags: {} as 'busy',
  },
  actors: {
    makeExport: fromPromise<AccountExport>(notProvided('accountExport', 'makeExport')),
  },
  actions: {
    openDownload: (_, _made: AccountExport) => notProvided('accountExport', 'openDownload')(),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isDailyLimitReached: ({ event }) => isRefusedWith(failureOfEvent(event), errorCodes.accessDenied),
  },
}).createMachine({
  id: 'accountExport',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { problem: null },
  initial: 'idle',
  states: {
    idle: { on: { 'export.start': { target: 'making', actions: 'clearProblem' } } },
    making: {
      tags: 'busy',
      invoke: {
        id: 'makeExport',
        src: 'makeExport',
        onDone: {
          target: 'started',
          actions: { type: 'openDownload', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'isDailyLimitReached', target: 'exhausted' },
          { target: 'idle', actions: 'setProblem' },
        ],
      },
    },
    started: {
      description: 'The browser downloads the file and shows its progress.',
      on: { 'export.start': { target: 'making' } },
    },
    exhausted: { description: 'The daily limit of downloads is reached.' },
  },
})

export type AccountExportActor = ActorRefFrom<typeof accountExportMachine>
