import { policy } from '@handsfree/core/policy'
import { accountExportModel } from '../../unit/models/account-export.model.ts'
import { deletionTerms } from '../../unit/models/my-account.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** The download on the account's page. */
export const accountExportScreens: HeldScreens = {
  model: accountExportModel,
  pages: { opened: '/person/account' },
  calls: { makeExport: 'POST /account/export' },
  answers: {
    'GET /account/passkeys': [],
    'GET /account/deletion': deletionTerms,
    'GET /account/devices': [],
    'GET /account/consents': [],
  },
  // The browser handles the file, so the page stays.
  prepare: (page) => page.route('**/api/account/export/*', (route) => route.fulfill({ status: 204 })),
  acts: { 'export.start': ({ tap }) => tap(say('myAccount.downloadStart')) },
  appearance: ({ snapshot }) => [snapshot.value, snapshot.context.problem !== null],
  states: {
    idle: async ({ expectVisible, button, isOffline }, { snapshot }) => {
      await expectVisible(button(say('myAccount.downloadStart')))
      if (snapshot.context.problem) await isOffline()
    },
    making: ({ expectBusy }) => expectBusy(say('myAccount.downloadMaking')),
    started: ({ expectVisible, text, button }) =>
      expectVisible(text(say('myAccount.downloadStarted')), button(say('myAccount.downloadStart'))),
    exhausted: ({ expectVisible, text }) => expectVisible(text(say('myAccount.downloadExhausted', policy))),
  },
}
