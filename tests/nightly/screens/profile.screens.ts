import type { AuthProblem } from '@handsfree/core/auth'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { profileModel } from '../../unit/models/profile.model.ts'
import { account, profile } from '../../unit/models/samples.ts'
import { type HeldScreens, say } from './held-screens.ts'

const auth = { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }
const known = 'a known traveller'

/** The traveller's name and email. */
export const profileScreens: HeldScreens = {
  model: profileModel,
  pages: { [known]: '/person/profile/edit', 'one that is to be fetched': '/person/profile/edit' },
  calls: { reading: 'GET /users/customers', saveFields: 'POST /users/customers' },
  sentFor: (actorId, value) => (actorId === 'reading' ? { [profile.uin]: value } : {}),
  stored: (start) => ({ auth, ...(start === known && { person: { version: 1, profile } }) }),
  // Screens of readings cover failures and recovery.
  can: (_, { type, label }) =>
    type.startsWith('reading.') ? type === 'reading.done' : type !== 'profile.change' || label === 'other',
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.problems.map(({ code }: AuthProblem) => code),
  ],
  unseen: { choosing: 'It leads on at once.' },
  acts: {
    'profile.change': ({ field }) => typeIn(field(say('profile.name')), 'Ada'),
    'profile.save': ({ tap }) => tap(say('profile.save')),
    'profile.leave': ({ tap }) => tap(say('common.back')),
    'profile.discard': ({ tap }) => tap(say('profile.discard')),
    'profile.stay': ({ tap }) => tap(say('profile.stay')),
  },
  states: {
    unread: ({ expectVisible, text }) => expectVisible(text(say('profile.loading'))),
    editing: async ({ field, page, text }, { snapshot }) => {
      const { draft, problems } = snapshot.context
      await expect(field(say('profile.name'))).toHaveValue(draft.name)
      await expect(field(say('profile.name'))).toBeEditable()
      await expect(text(say('profile.saved'))).toHaveCount(snapshot.matches({ editing: 'saved' }) ? 1 : 0)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      const isWrong = problems.some(({ code }: AuthProblem) => code === 'invalidEmail')
      if (isWrong) await expect(field(say('profile.emailOptional'))).toHaveAttribute('aria-invalid', 'true')
      if (problems.length > 0 && !isWrong)
        await expect(page.getByRole('alert')).toContainText(say('error.network'))
    },
    saving: ({ expectBusy }) => expectBusy(say('profile.saving')),
    asking: ({ expectVisible, page }) =>
      expectVisible(page.getByRole('alertdialog', { name: say('profile.leaveTitle') })),
    left: ({ page }) => expect(page).not.toHaveURL(/profile\/edit/),
  },
}
