import { pinDigits, type tabletMachine, tabletProblemText } from '@handsfree/core/crew'
import type { SnapshotFrom } from 'xstate'
import { crewMember } from '../../unit/models/samples.ts'
import { access, tabletModel } from '../../unit/models/tablet.model.ts'
import { deskAnswers, intl } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const site = { ...access.site, timeZone: 'Asia/Shanghai' }
const member = crewMember({ employeeId: 'site-1', role: 'site', name: 'Lin', plate: '', region: null, site })

/** The page sends a PIN once it is complete. */
const isTyped = (snapshot: SnapshotFrom<typeof tabletMachine>): boolean =>
  snapshot.matches({ on: { locked: 'typing' } }) && snapshot.context.pin.length === pinDigits

/** A locked tablet, until someone has unlocked it. */
export const tabletScreens: HeldScreens = {
  model: tabletModel,
  pages: { 'a locked tablet': '/crew/account' },
  calls: {
    reading: 'POST /crew/tablet',
    checkPin: 'POST /crew/tablet/sessions',
  },
  sentFor: (actorId, value: object) => (actorId === 'reading' ? { site: access.site, ...value } : value),
  answers: {
    ...deskAnswers,
    'GET /operator/me': { employeeId: 'site-1', role: 'site', siteId: site.siteId, member },
    'GET /operator/orders': { list: [], nextCursor: null },
    'GET /operator/prepared-orders': [],
    'POST /crew/tablet/extend': {},
  },
  stored: () => ({ 'crew:tablet': { version: 1, ...access } }),
  // The rest needs another tab, a long wait, or the account's page, where other actors call too.
  can: ({ snapshot }, { type, label }) =>
    snapshot.matches({ on: 'locked' }) &&
    !snapshot.matches({ on: { locked: 'done' } }) &&
    label !== 'right' &&
    (!isTyped(snapshot) || type === 'pin.submit') &&
    !['tablet.found', 'employee.changed', 'device.returned', 'reading.changed', 'reading.gone'].includes(
      type,
    ) &&
    (type !== 'reading.done' || snapshot.context.people === null),
  appearance: ({ snapshot: { value, context } }) => [
    value,
    JSON.stringify(context.people),
    context.pin,
    JSON.stringify(context.problem),
  ],
  unseen: {
    restoring: 'It leads on at once.',
    starting: 'It begins on the account’s page, whose journey shows it.',
    'on.deciding': 'It leads on at once.',
    'on.unlocked': 'Other actors call, and their pages are shown: its journey shows it.',
    'on.leaving': 'It follows an unlocked tablet.',
    'on.ending': 'It follows an unlocked tablet.',
    'on.locked.done': 'It leads on at once.',
  },
  acts: {
    'person.choose': ({ button }) => button('Lin').click(),
    'person.drop': ({ tap }) => tap(say('crewTablet.back')),
    'tablet.leave': ({ tap }) => tap(say('crewTablet.leave')),
    'pin.change': async ({ page }, { event }) => {
      const box = page.getByLabel(say('crewTablet.digit', { position: 1, count: 4 }))
      await box.press('Control+Backspace')
      await page.keyboard.type(event.event.pin)
    },
    'pin.submit': async ({ page }, { state }) => {
      if (!isTyped(state.snapshot)) await page.keyboard.press('Enter')
    },
  },
  states: {
    off: ({ expectVisible, heading }) => expectVisible(heading(say('crewSignIn.title'))),
    on: async ({ page, expectVisible, heading, text, button }, { snapshot }) => {
      const { people, problem } = snapshot.context
      if (snapshot.matches({ on: { locked: 'choosing' } })) {
        await expectVisible(heading(say('crewTablet.choose')))
        if (people === null) return expectVisible(text(say('crewTablet.loading')))
        if (people.length === 0) return expectVisible(text(say('crewTablet.nobody')))
        for (const { name } of people) await expectVisible(button(name))
        return
      }
      await expectVisible(heading('Lin'))
      if (problem) await expectVisible(page.getByText(tabletProblemText(intl, problem)).first())
    },
  },
}
