import { passwordProblemText } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { employeeSignInModel } from '../../unit/models/employee-sign-in.model.ts'
import { crewMember } from '../../unit/models/samples.ts'
import { crewAnswers, intl } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const password = say('crewSignIn.password')

/** The first page of the employees' app, by code or by password. */
export const employeeSignInScreens: HeldScreens = {
  model: employeeSignInModel,
  pages: { 'first visit': '/crew', 'back, last signed in by password': '/crew' },
  calls: { checkPassword: 'POST /crew/sessions' },
  unseen: { choosing: 'It leads on at once.' },
  sentFor: (_, { token }: { token: string }) => ({ token, employee: crewMember() }),
  answers: { ...crewAnswers, 'GET /operator/orders': { list: [], nextCursor: null } },
  stored: (start) => ({
    'crew:auth': { version: 1, phone: { dialCode: '86', phoneNumber: '13800138000' }, account: null },
    ...(start === 'first visit' ? {} : { 'crew:signInMethod': 'password' }),
  }),
  appearance: ({ snapshot: { value, context } }) => [value, JSON.stringify(context.problem)],
  acts: {
    'method.choose': ({ tap }, { event }) =>
      tap(say(event.event.method === 'code' ? 'crewSignIn.useCode' : 'crewSignIn.usePassword')),
    'password.change': ({ page }, { event }) =>
      typeIn(page.getByLabel(password, { exact: true }), event.event.password),
    'password.submit': ({ tap }) => tap(say('crewSignIn.submit')),
  },
  states: {
    code: ({ expectVisible, button }) => expectVisible(button(say('signIn.sendCode'))),
    password: async ({ page, button, text }, { snapshot }) => {
      const { problem } = snapshot.context
      const isChecking = snapshot.matches({ password: 'checking' } as never)
      await expect(page.getByLabel(password, { exact: true })).toBeEditable({ editable: !isChecking })
      if (isChecking) await expect(button(say('crewSignIn.submit'))).toHaveAttribute('aria-busy', 'true')
      if (problem) await expect(text(passwordProblemText(intl, problem))).toBeVisible()
    },
    done: ({ expectVisible, heading }) => expectVisible(heading(say('crewHome.noStops'))),
  },
}
