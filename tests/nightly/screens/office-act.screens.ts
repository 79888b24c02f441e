import { failureText } from '@handsfree/core/i18n'
import { expect } from '@playwright/test'
import { officeActModel } from '../../unit/models/office-act.model.ts'
import { intl, operatorAnswers, signedInOperator } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const employeeId = 'employee-1'
const employee = {
  employeeId,
  role: 'courier',
  name: 'Chen',
  phone: '+86 138 0013 8000',
  plate: '沪A·0731',
  siteId: null,
  regionId: null,
  isDisabled: false,
  hasPassword: true,
  createTime: '2026-11-20T10:00:00+08:00',
  tokenEndTime: null,
}

/** The acts on an employee. */
export const officeActScreens: HeldScreens = {
  model: officeActModel,
  pages: { opened: `/crew/office/employees/${employeeId}` },
  calls: {
    sendAct: [
      `POST /operator/employees/${employeeId}/invitation`,
      `POST /operator/employees/${employeeId}/state`,
    ],
  },
  sentFor: (_, value) => ({ ...employee, ...(value as object) }),
  answers: {
    ...operatorAnswers,
    'GET /operator/employees': [employee],
    [`GET /operator/employees/${employeeId}/sessions`]: [],
  },
  stored: () => signedInOperator,
  // A result stays until the next act.
  can: (_, { type }) => type !== 'act.dismiss',
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.act?.name,
    JSON.stringify(context.problem),
  ],
  acts: {
    'act.send': ({ button }, { event }) =>
      event.event.act.name === 'inviteEmployee'
        ? button(say('crewOffice.invite'))
            .or(button(say('crewOffice.inviteAgain')))
            .click()
        : button(say('crewOffice.disable')).click(),
  },
  states: {
    idle: ({ expectVisible, button }) =>
      expectVisible(button(say('crewOffice.invite')), button(say('crewOffice.disable'))),
    sending: ({ expectBusy }, { snapshot }) =>
      expectBusy(
        say(snapshot.context.act.name === 'inviteEmployee' ? 'crewOffice.invite' : 'crewOffice.disable'),
      ),
    done: async ({ expectVisible, button }, { snapshot }) => {
      if (snapshot.context.act.name === 'inviteEmployee')
        await expectVisible(button(say('crewOffice.copyLink')), button(say('crewOffice.inviteAgain')))
    },
    failed: async ({ page }, { snapshot }) => {
      const { problem } = snapshot.context
      await expect(page.getByRole('alert').getByText(failureText(intl, problem))).toBeVisible()
    },
  },
}
