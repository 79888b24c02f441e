import { expect } from '@playwright/test'
import { devicesModel } from './devices.model.ts'
import { type HeldScreens, say } from './held-screens.ts'
import { deletionTerms } from './my-account.ts'

const name = 'Safari · iPhone'

/** The devices on the page of the account. */
export const devicesScreens: HeldScreens = {
  model: devicesModel,
  pages: { opened: '/person/account' },
  calls: {
    readDevices: 'GET /account/devices',
    endDevice: 'POST /account/devices/other/end',
    endOthers: 'POST /account/devices/end-others',
  },
  answers: { 'GET /account/deletion': deletionTerms },
  acts: {
    'devices.retry': ({ tap }) => tap(say('common.tryAgain')),
    'device.end': ({ button }) => button(say('myAccount.endNamed', { name })).first().click(),
    'devices.endOthers': ({ tap }) => tap(say('myAccount.endOthers')),
  },
  states: {
    reading: ({ sees, text }) => sees(text(say('myAccount.loading'))),
    unread: async ({ isOffline, sees, button }) => {
      await isOffline()
      await sees(button(say('common.tryAgain')))
    },
    listed: ({ sees, text }) => sees(text(say('myAccount.thisDevice'))),
    endingOne: async ({ button }) => {
      const busy = button(say('myAccount.endNamed', { name })).first()
      await expect(busy).toHaveAttribute('aria-busy', 'true')
    },
    endingOthers: ({ isBusy }) => isBusy(say('myAccount.endOthers')),
  },
}
