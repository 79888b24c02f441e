import { emptyCatalogue } from '@handsfree/core/catalogue'
import { failureText } from '@handsfree/core/i18n'
import type { CheckedFiles } from '@handsfree/core/office'
import { expect } from '@playwright/test'
import { catalogueImportModel } from '../../unit/models/catalogue-import.model.ts'
import { intl, operatorAnswers, signedInOperator } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const csv = 'regionId,name.en-US,name.zh-CN\nsuzhou,Suzhou,苏州\n'

/** The import of a catalogue's files. */
export const catalogueImportScreens: HeldScreens = {
  model: catalogueImportModel,
  pages: { opened: '/crew/office/catalogue/import' },
  calls: {
    checkFiles: 'POST /operator/catalogue/apply',
    applyFiles: 'POST /operator/catalogue/apply',
  },
  sentFor: (_, value) => (Array.isArray(value) ? value : (value as CheckedFiles).changes),
  answers: {
    ...operatorAnswers,
    'GET /operator/catalogue': { publicUrl: null, catalogue: emptyCatalogue() },
  },
  stored: () => signedInOperator,
  unseen: { mistaken: 'Mistakes are found on the device, not by an answer.' },
  // Mistakes are found on the device, and a running import accepts no files.
  can: ({ snapshot }, { type, label }) => {
    if (label === 'mistakes') return false
    if (type === 'files.choose') return snapshot.matches('choosing')
    return true
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.checked?.changes.length,
    JSON.stringify(context.problem),
  ],
  acts: {
    'files.choose': ({ page }) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'regions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }),
    'import.apply': ({ tap }) => tap(say('crewOffice.apply', { count: 1 })),
    'import.cancel': ({ tap }) => tap(say('crewOffice.otherFiles')),
  },
  states: {
    choosing: async ({ page, text }, { snapshot }) => {
      await expect(text(say('crewOffice.drop'))).toBeVisible()
      const { problem } = snapshot.context
      if (problem) await expect(page.getByRole('alert').getByText(failureText(intl, problem))).toBeVisible()
    },
    checking: ({ expectVisible, text }) => expectVisible(text(say('crewOffice.checking'))),
    previewing: async ({ expectVisible, heading }, { snapshot }) =>
      expectVisible(heading(say('crewOffice.changes', { count: snapshot.context.checked.changes.length }))),
    applying: ({ expectBusy }) => expectBusy(say('crewOffice.apply', { count: 1 })),
    applied: ({ expectVisible, text }) => expectVisible(text(say('crewOffice.applied'))),
  },
}
