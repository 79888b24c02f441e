import { expect } from '@playwright/test'
import { devicesModel } from '../../unit/models/devices.model.ts'
import { deletionTerms } from '../../unit/models/my-account.ts'
import { type HeldScreens, say } from './held-screens.ts'

const name = 'Safari · iPhone'

/** The devices on the account's page. */
export const devicesScreens: HeldScreens = {
  model: devicesModel,
  pages: { opened: '/person/account' },
  calls: {
    reading: 'GET /account/devices',
    endDevice: 'POST /account/devices/other/end',
    endOthers: 'POST /account/devices/end-others',
  },
  answers: {
    'GET /account/passkeys': [],
    'GET /account/consents': [],
    'GET /account/deletion': deletionTerms,
  },
  can: ({ snapshot }, { type }) =>
    type !== 'reading.changed' &&
    type !== 'reading.gone' &&
    (type !== 'reading.done' || snapshot.matches('idle')),
  appearance: ({ snapshot: { value, context } }) => [value, context.devices === null],
  acts: {
    'device.end': ({ button }) => button(say('myAccount.endNamed', { name })).first().click(),
    'devices.endOthers': ({ tap }) => tap(say('myAccount.endOthers')),
  },
  states: {
    idle: ({ expectVisible, text }, { snapshot: { context } }) =>
      expectVisible(text(say(context.devices === null ? 'myAccount.loading' : 'myAccount.thisDevice'))),
    endingOne: async ({ button }) => {
      const busy = button(say('myAccount.endNamed', { name })).first()
      await expect(busy).toHaveAttribute('aria-busy', 'true')
    },
    endingOthers: ({ expectBusy }) => expectBusy(say('myAccount.endOthers')),
  },
}
