import { createActor, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import { findConflicts, sortMistakes } from '../catalogue/find-conflicts.ts'
import { readCatalogueFiles } from '../catalogue/read-files.ts'
import {
  type CatalogueChange,
  operatorApplyCatalogue,
  operatorGetCatalogue,
} from '../contract/catalogue-calls.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { ok } from '../lib/result.ts'
import {
  type ApplyInput,
  type CatalogueImportActor,
  type CheckedFiles,
  type CheckFilesInput,
  catalogueImportMachine,
} from './catalogue-import.machine.ts'

/** Imports the catalogue's files. Photos of sites must be paths of uploaded pictures. Created, not started. */
export const createCatalogueImport = ({ api, platform, options }: App): CatalogueImportActor =>
  createActor(
    catalogueImportMachine.provide({
      actors: {
        checkFiles: fromCall<CheckedFiles, CheckFilesInput>(async ({ input: { files }, signal }) => {
          const current = await api.call(operatorGetCatalogue, { query: {} }, { signal })
          if (!current.ok) return current
          const read = readCatalogueFiles(files)
          const { catalogue } = read
          const mistakes = sortMistakes([...read.mistakes, ...findConflicts(current.value.catalogue, read)])
          if (mistakes.length > 0) return ok({ catalogue, mistakes, changes: [] })
          const body = { catalogue, dryRun: true }
          const preview = await api.call(operatorApplyCatalogue, { body }, { signal })
          return preview.ok ? ok({ catalogue, mistakes, changes: preview.value }) : preview
        }),
        applyFiles: fromCall<readonly CatalogueChange[], ApplyInput>(({ input, signal }) => {
          const { catalogue } = assertPresent(input.checked, 'checked')
          return api.call(operatorApplyCatalogue, { body: { catalogue, dryRun: false } }, { signal })
        }),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )

type Snapshot = SnapshotFrom<typeof catalogueImportMachine>

/** Null until the files are checked. */
export const selectCheckedFiles = ({ context }: Snapshot): CheckedFiles | null => context.checked
export const selectImportProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectImportStage = ({ value }: Snapshot): Snapshot['value'] => value
