import { fail, ok } from '@handsfree/core'
import { accountExportMachine } from '@handsfree/core/account'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const made = { url: '/api/account/export/abcdefghijklmnopqrstuv', expiresAt: '2026-11-21T02:05:00Z' }

export const accountExportModel = defineModel<typeof accountExportMachine>({
  machine: accountExportMachine,
  starts: { opened: () => undefined },
  samples: { 'export.start': { '': {} } },
  outcomes: { makeExport: { made: ok(made), enough: fail(refused(1012)), offline: fail(offline) } },
  facts: ({ context }) => ({ problem: context.problem?.kind ?? null }),
  laws: {
    'a download begins only with an address that was made': ({ effects, calls }) =>
      effects.length <= calls.filter(({ id }) => id === 'makeExport').length,
    'a problem is shown where another try begins': ({ snapshot }) =>
      snapshot.context.problem === null || snapshot.matches('idle'),
  },
  simple: { steps: 8, paths: 40 },
})
