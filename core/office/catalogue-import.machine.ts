import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Mistake, TextFile } from '../catalogue/read-files.ts'
import type { Catalogue } from '../contract/catalogue.ts'
import type { CatalogueChange } from '../contract/catalogue-calls.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'

/** The files' entries with their mistakes, or without any, the changes that they would make. */
export type CheckedFiles = {
  catalogue: Catalogue
  mistakes: readonly Mistake[]
  changes: readonly CatalogueChange[]
}

export type CatalogueImportContext = {
  files: readonly TextFile[]
  /** Null until checked. */
  checked: CheckedFiles | null
  problem: ApiFailure | null
}

export type CatalogueImportEvent =
  | { type: 'files.choose'; files: readonly TextFile[] }
  | { type: 'import.apply' }
  | { type: 'import.cancel' }

export type CheckFilesInput = { files: readonly TextFile[] }
export type ApplyInput = { checked: CheckedFiles | null }

/** An import of the catalogue: files are checked and their changes shown before any is made. */
export const catalogueImportMachine = setup({
  types: {
    context: {} as CatalogueImportContext,
    events: {} as CatalogueImportEvent,
    meta: {} as ScreenMeta<CatalogueImportEvent>,
    tags: {} as 'busy',
  },
  actors: {
    checkFiles: fromPromise<CheckedFiles, CheckFilesInput>(notProvided('catalogueImport', 'checkFiles')),
    applyFiles: fromPromise<readonly CatalogueChange[], ApplyInput>(
      notProvided('catalogueImport', 'applyFiles'),
    ),
  },
  actions: {
    setFiles: assign((_, files: readonly TextFile[]) => ({ files, checked: null, problem: null })),
    setChecked: assign({ checked: (_, checked: CheckedFiles) => checked }),
    setChanges: assign({
      checked: ({ context }, changes: readonly CatalogueChange[]) =>
        context.checked && { ...context.checked, changes },
    }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    clear: assign({ files: [], checked: null, problem: null }),
  },
  guards: {
    hasMistakes: (_, { mistakes }: CheckedFiles) => mistakes.length > 0,
    hasChanges: ({ context }) => (context.checked?.changes.length ?? 0) > 0,
  },
}).createMachine({
  id: 'catalogueImport',
  meta: { page: '/crew/office/catalogue/import', title: 'crewOffice.import' },
  context: { files: [], checked: null, problem: null },
  initial: 'choosing',
  on: {
    'files.choose': {
      target: '.checking',
      actions: { type: 'setFiles', params: ({ event }) => event.files },
      reenter: true,
    },
  },
  states: {
    choosing: {},
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkFiles',
        src: 'checkFiles',
        input: ({ context: { files } }) => ({ files }),
        onDone: [
          {
            guard: { type: 'hasMistakes', params: ({ event }) => event.output },
            target: 'mistaken',
            actions: { type: 'setChecked', params: ({ event }) => event.output },
          },
          {
            target: 'previewing',
            actions: { type: 'setChecked', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'choosing', actions: 'setProblem' },
      },
    },
    mistaken: {
      description: 'Nothing is changed until all mistakes are fixed and the files chosen again.',
      on: { 'import.cancel': { target: 'choosing', actions: 'clear' } },
    },
    previewing: {
      on: {
        'import.apply': { guard: 'hasChanges', target: 'applying', actions: 'clearProblem' },
        'import.cancel': { target: 'choosing', actions: 'clear' },
      },
    },
    applying: {
      tags: 'busy',
      description: 'All changes or none.',
      on: { 'files.choose': {} },
      invoke: {
        id: 'applyFiles',
        src: 'applyFiles',
        input: ({ context: { checked } }) => ({ checked }),
        onDone: {
          target: 'applied',
          actions: { type: 'setChanges', params: ({ event }) => event.output },
        },
        onError: {
          target: 'previewing',
          actions: 'setProblem',
          description: 'Applying again changes only what still differs.',
        },
      },
    },
    applied: { on: { 'import.cancel': { target: 'choosing', actions: 'clear' } } },
  },
})

export type CatalogueImportActor = ActorRefFrom<typeof catalogueImportMachine>
