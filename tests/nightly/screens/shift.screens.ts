import { inHandText, shiftProblemText } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { shiftModel } from '../../unit/models/shift.model.ts'
import { crewAnswers, intl, signedInCourier } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const plate = '沪A·0731'

/** The courier's shift. */
export const shiftScreens: HeldScreens = {
  model: shiftModel,
  pages: { opened: '/crew/shift' },
  calls: {
    reading: 'GET /crew/shift',
    startShift: 'POST /crew/shift/start',
    breakShift: 'POST /crew/shift/break',
    endShift: 'POST /crew/shift/end',
  },
  answers: crewAnswers,
  stored: () => signedInCourier,
  can: ({ snapshot }, { type, event, label }) => {
    const { shift, plate: typed } = snapshot.context
    if (type === 'reading.changed' || type === 'reading.gone') return false
    if (type === 'reading.done') return snapshot.matches('idle')
    // Off shift the car is a choice, which can't be emptied.
    if (type === 'colleague.choose') {
      const { inHand, colleagues, toEmployeeId } = snapshot.context
      return snapshot.matches('idle') && shift && inHand.orders > 0 && colleagues.length > 0 && !toEmployeeId
    }
    if (type === 'plate.change') return event.plate !== typed && (shift !== null || label === 'typed')
    return true
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.freePlates === null,
    context.shift === null,
    context.shift?.breakTime != null,
    context.inHand.orders,
    context.colleagues.length,
    context.problem && JSON.stringify(context.problem),
  ],
  acts: {
    'plate.change': async ({ page, field }, { event, state }) => {
      if (state.snapshot.context.shift === null) await page.getByRole('radio').first().click({ force: true })
      else await typeIn(field(say('crewShift.endPlate')), event.event.plate)
    },
    'colleague.choose': ({ page }) => page.getByRole('radio').first().click({ force: true }),
    'shift.start': ({ tap }) => tap(say('crewShift.start')),
    'shift.break': ({ button }) =>
      button(say('crewShift.break'))
        .or(button(say('crewShift.breakEnd')))
        .click(),
    'shift.end': ({ tap }) => tap(say('crewShift.end')),
  },
  states: {
    idle: async ({ button, expectVisible, heading, page, text }, { snapshot }) => {
      const { shift, freePlates, problem } = snapshot.context
      if (freePlates === null) return expectVisible(text(say('crewShift.loading')))
      if (shift === null) {
        await expectVisible(heading(say('crewHome.offShift')), button(say('crewShift.start')))
      } else {
        await expectVisible(
          text(plate),
          button(say(shift.breakTime ? 'crewShift.breakEnd' : 'crewShift.break')),
        )
        const { inHand, colleagues } = snapshot.context
        if (inHand.orders > 0) {
          await expectVisible(
            text(inHandText(intl, inHand)),
            colleagues.length > 0
              ? page.getByRole('radio', { name: colleagues[0].name })
              : text(say('crewShift.nobodyTakes')),
          )
        }
        await expect(button(say('crewShift.end'))).toBeEnabled({
          enabled: snapshot.can({ type: 'shift.end' }),
        })
      }
      await expect(page.getByRole('alert')).toHaveText(problem ? [shiftProblemText(intl, problem)] : [])
    },
    starting: ({ expectBusy }) => expectBusy(say('crewShift.start')),
    changingBreak: async ({ button }) => {
      const busy = button(say('crewShift.break')).or(button(say('crewShift.breakEnd')))
      await expect(busy).toHaveAttribute('aria-busy', 'true')
    },
    ending: ({ expectBusy }) => expectBusy(say('crewShift.end')),
  },
}
