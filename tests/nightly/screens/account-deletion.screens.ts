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
  answers: { 'GET /account/passkeys': [], 'GET /account/consents': [], 'GET /account/devices': [] },
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
    unread: ({ page, expectVisible }) =>
      expectVisible(page.getByText(say('common.loading'), { exact: true }).last()),
    blocked: ({ expectVisible, text, page }) =>
      expectVisible(
        text(say('myAccount.deleteBlocked', { count: 1 })),
        page.getByRole('link', { name: 'HF 0', exact: true }),
      ),
    allowed: ({ expectVisible, button }) => expectVisible(button(say('myAccount.deleteStart'))),
    sendingCode: ({ expectBusy }) => expectBusy(say('myAccount.deleteStart')),
    enteringCode: async ({ expectVisible, button, page, expectBusy }, { snapshot }) => {
      await expectVisible(button(say('myAccount.deleteForGood')), button(say('myAccount.keep')))
      const resend = page.getByRole('button', { name: say('code.resend') })
      if (snapshot.matches({ enteringCode: 'resending' } as never)) await expectBusy(say('code.resend'))
      else await expect(resend).toBeEnabled({ enabled: snapshot.can({ type: 'code.resend' }) })
    },
    deleting: ({ expectBusy }) => expectBusy(say('myAccount.deleting')),
    deleted: ({ expectVisible, page, text }) =>
      expectVisible(
        text(say('myAccount.deleted')).first(),
        page.getByRole('link', { name: say('signIn.title') }).first(),
      ),
  },
}
