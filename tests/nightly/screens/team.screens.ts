import { inHandText, selectLeaving, shiftProblemText } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { teamModel } from '../../unit/models/team.model.ts'
import { intl, operatorAnswers, signedInOperator } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** The couriers on shift. */
export const teamScreens: HeldScreens = {
  model: teamModel,
  pages: { opened: '/crew/shifts' },
  calls: { reading: 'GET /operator/shifts', endShift: 'POST /operator/shifts/courier-1/end' },
  answers: operatorAnswers,
  stored: () => signedInOperator,
  can: ({ snapshot }, { type }) => {
    if (type === 'reading.changed' || type === 'reading.gone') return false
    if (type === 'reading.done') return snapshot.matches('idle')
    if (type === 'taker.choose') {
      return selectLeaving(snapshot)?.inHand.orders === 1 && snapshot.context.toEmployeeId === ''
    }
    return true
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    JSON.stringify(context.shifts),
    context.toEmployeeId,
    context.problem && JSON.stringify(context.problem),
  ],
  acts: {
    'courier.choose': ({ tap }) => tap(say('crewTeam.endNamed', { name: 'Chen' })),
    'taker.choose': ({ page }) => page.getByRole('radio').first().click({ force: true }),
    'shift.end': ({ page }) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: say('crewTeam.end') })
        .click(),
    'courier.drop': ({ tap }) => tap(say('common.close')),
  },
  states: {
    idle: async ({ expectVisible, heading, text, button }, { snapshot }) => {
      const { shifts } = snapshot.context
      if (shifts === null) return expectVisible(text(say('crewTeam.loading')))
      if (shifts.length === 0) return expectVisible(text(say('crewTeam.empty')))
      await expectVisible(heading(say('crewTeam.count', { count: shifts.length })))
      for (const { name } of shifts) await expectVisible(button(say('crewTeam.endNamed', { name })))
    },
    choosing: async ({ page, expectVisible }, { snapshot }) => {
      const leaving = selectLeaving(snapshot)
      const { problem } = snapshot.context
      if (!leaving) return
      const dialog = page.getByRole('dialog', { name: say('crewTeam.endTitle', { name: leaving.name }) })
      await expectVisible(dialog)
      if (leaving.inHand.orders > 0) await expectVisible(dialog.getByText(inHandText(intl, leaving.inHand)))
      await expect(dialog.getByRole('button', { name: say('crewTeam.end') })).toBeEnabled({
        enabled: snapshot.can({ type: 'shift.end' }),
      })
      await expect(dialog.getByRole('alert')).toHaveText(problem ? [shiftProblemText(intl, problem)] : [])
    },
    ending: async ({ page }) => {
      const end = page.getByRole('dialog').getByRole('button', { name: say('crewTeam.end') })
      await expect(end).toHaveAttribute('aria-busy', 'true')
    },
  },
}
