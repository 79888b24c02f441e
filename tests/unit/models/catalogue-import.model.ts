import { fail, ok } from '@handsfree/core'
import { emptyCatalogue } from '@handsfree/core/catalogue'
import type { CatalogueChange } from '@handsfree/core/contract'
import { type CheckedFiles, catalogueImportMachine } from '@handsfree/core/office'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const regions = 'regionId,name.en-US,name.zh-CN\nsuzhou,Suzhou,苏州\n'
const change: CatalogueChange = { kind: 'regions', id: 'suzhou', change: 'created', fields: [] }

const checked = (changed: Partial<CheckedFiles> = {}): CheckedFiles => ({
  catalogue: emptyCatalogue(),
  mistakes: [],
  changes: [change],
  ...changed,
})
const mistake = { file: 'regions.csv', line: 2, message: 'name.zh-CN is missing' }
const failures = { offline: fail(offline), 'server broken': fail(refused(1003)) }

export const catalogueImportModel = defineModel<typeof catalogueImportMachine>({
  machine: catalogueImportMachine,
  starts: { opened: () => undefined },
  samples: {
    'files.choose': { '': { files: [{ name: 'regions.csv', text: regions }] } },
    'import.apply': { '': {} },
    'import.cancel': { '': {} },
  },
  outcomes: {
    checkFiles: {
      changes: ok(checked()),
      'no changes': ok(checked({ changes: [] })),
      mistakes: ok(checked({ mistakes: [mistake], changes: [] })),
      ...failures,
    },
    applyFiles: { applied: ok([change]), ...failures },
  },
  facts: ({ context: { checked, problem } }) => ({
    changes: checked?.changes.length ?? null,
    mistakes: checked?.mistakes.length ?? null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'nothing is applied that had mistakes or wasn’t shown': ({ calls }) =>
      calls.every(({ id, input }) => {
        const { checked: sent } = input as { checked?: CheckedFiles | null }
        return id !== 'applyFiles' || (sent != null && sent.mistakes.length === 0)
      }),
    'files with mistakes can’t be applied': ({ snapshot }) =>
      snapshot.context.checked?.mistakes.length === 0 || !snapshot.can({ type: 'import.apply' }),
  },
  simple: { steps: 8, paths: 40 },
})
