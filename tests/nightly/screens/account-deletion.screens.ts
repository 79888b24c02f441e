import { expect } from '@playwright/test'
import { accountDeletionModel } from '../../unit/models/account-deletion.model.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** The deletion on the account's page. */
export const accountDeletionScreens: HeldScreens = {
  model: accountDeletionModel,
  pages: { opened: '/person/account' },
  calls: {
    reading: 'GET /account/deletion',
    sendCode: 'POST /verification-codes',
    resendCode: 'POST /verification-codes',
    deleteAccount: 'POST /account/delete',
  },
  // Omits the demo's code if there is none.
  sentFor: (actorId, value: object) => (actorId.endsWith('Code') ? { ...value, demoCode: undefined } : value),
  answers: { 'GET /account/devices': [] },
  // Only headless paths refetch a shown page. A code is typed as a whole.
  can: ({ snapshot }, { type, label }) =>
    type.startsWith('reading.') ? type === 'reading.done' && snapshot.matches('unread') : label !== 'half',
  acts: {
    'deletion.start': ({ tap }) => tap(say('myAccount.deleteStart')),
    'deletion.stop': ({ tap }) => tap(say('myAccount.keep')),
    'code.change': async ({ page, field }, { event }) => {
      await field(say('code.digit', { position: 1, digits: 6 })).focus()
      await page.keyboard.type(event.event.code)
    },
    'code.submit': ({ tap }) => tap(say('myAccount.deleteForGood')),
    'code.resend': ({ tap }) => tap(say('code.resend')),
    // The page's timers run even with a fixed time, so its next tick reads the new time.
    'xstate.after.resendTick.accountDeletion.enteringCode.waiting': async ({ page }) => {
      const now = await page.evaluate(() => Date.now())
      await page.clock.setFixedTime(now + 1_000)
    },
  },
  states: {
    unread: ({ page, sees }) => sees(page.getByText(say('common.loading'), { exact: true }).last()),
    blocked: ({ sees, text, page }) =>
      sees(
        text(say('myAccount.deleteBlocked', { count: 1 })),
        page.getByRole('link', { name: 'HF 0', exact: true }),
      ),
    allowed: ({ sees, button }) => sees(button(say('myAccount.deleteStart'))),
    sendingCode: ({ isBusy }) => isBusy(say('myAccount.deleteStart')),
    enteringCode: async ({ sees, button, page, isBusy }, { snapshot }) => {
      await sees(button(say('myAccount.deleteForGood')), button(say('myAccount.keep')))
      const resend = page.getByRole('button', { name: say('code.resend') })
      if (snapshot.matches({ enteringCode: 'resending' } as never)) await isBusy(say('code.resend'))
      else await expect(resend).toBeEnabled({ enabled: snapshot.can({ type: 'code.resend' }) })
    },
    deleting: ({ isBusy }) => isBusy(say('myAccount.deleting')),
    deleted: ({ sees, page, text }) =>
      sees(
        text(say('myAccount.deleted')).first(),
        page.getByRole('link', { name: say('signIn.title') }).first(),
      ),
  },
}
