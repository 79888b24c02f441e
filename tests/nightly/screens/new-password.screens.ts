import { newPasswordProblemText } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { newPasswordModel } from '../../unit/models/new-password.model.ts'
import { crewAnswers, intl, signedInCourier } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const token = 'invitation-1234567890a'
const invitation = {
  name: 'Chen',
  role: 'courier',
  phone: '+86 138 0013 8000',
  expiresAt: '2026-11-25T10:00:00+08:00',
}

/** The account's change of password, and the page of an invitation. */
export const newPasswordScreens: HeldScreens = {
  model: newPasswordModel,
  pages: { 'a change': '/crew/account', 'an invitation': `/crew/invitation/${token}` },
  calls: { savePassword: ['POST /crew/password', `POST /crew/invitations/${token}`] },
  sentFor: (_, value) => value ?? {},
  answers: {
    ...crewAnswers,
    [`GET /crew/invitations/${token}`]: invitation,
    'GET /operator/orders': { list: [], nextCursor: null },
  },
  stored: (start): Record<string, object> => (start === 'a change' ? signedInCourier : {}),
  can: ({ snapshot }, { label }) => {
    // A change returns nothing, and an invitation signs in.
    const { needsCurrent } = snapshot.context
    if (label === 'no proof') return false
    return needsCurrent
      ? label !== 'signed in' && label !== 'used invitation'
      : label !== 'saved' && label !== 'wrong current one'
  },
  appearance: ({ snapshot: { value, context } }) => [value, JSON.stringify(context.problem)],
  acts: {
    'current.change': ({ page }, { event }) =>
      typeIn(page.getByLabel(say('crewPassword.current'), { exact: true }), event.event.password),
    'password.change': ({ page }, { event }) =>
      typeIn(page.getByLabel(say('crewPassword.new'), { exact: true }), event.event.password),
    'password.submit': ({ button }) =>
      button(say('crewPassword.save'))
        .or(button(say('crewInvitation.accept')))
        .click(),
  },
  states: {
    typing: async ({ page, text }, { snapshot }) => {
      const { problem } = snapshot.context
      await expect(page.getByLabel(say('crewPassword.new'), { exact: true })).toBeEditable()
      if (problem) await expect(text(newPasswordProblemText(intl, problem)).first()).toBeVisible()
    },
    saving: async ({ button }) => {
      const busy = button(say('crewPassword.save')).or(button(say('crewInvitation.accept')))
      await expect(busy).toHaveAttribute('aria-busy', 'true')
    },
    saved: async ({ expectVisible, heading, text }, { snapshot }) =>
      expectVisible(
        snapshot.context.needsCurrent
          ? text(say('crewAccount.passwordSaved'))
          : heading(say('crewHome.noStops')),
      ),
  },
}
