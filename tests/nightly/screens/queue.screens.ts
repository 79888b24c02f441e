import { queueKindText, toQueueView } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { queueModel } from '../../unit/models/queue.model.ts'
import { intl, operatorAnswers, signedInOperator } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** An operator's queue. */
export const queueScreens: HeldScreens = {
  model: queueModel,
  pages: { opened: '/crew' },
  calls: { reading: 'GET /operator/queue' },
  answers: operatorAnswers,
  stored: () => signedInOperator,
  can: ({ snapshot }, { type }) => {
    if (type === 'reading.changed' || type === 'reading.gone') return false
    return type !== 'queue.update' || snapshot.matches('behind')
  },
  appearance: ({ snapshot: { value, context } }) => {
    const { rows, arrivals } = toQueueView(context, null)
    return [value, context.shown === null, rows.map(({ isDone }) => isDone), arrivals]
  },
  acts: { 'queue.update': ({ tap }) => tap(say('crewQueue.update')) },
  states: {
    current: async ({ expectVisible, heading, page, text }, { snapshot }) => {
      const { shown } = snapshot.context
      if (shown === null) return expectVisible(text(say('crewQueue.loading')))
      const words =
        shown.length === 0 ? say('crewQueue.empty') : say('crewQueue.count', { count: shown.length })
      await expectVisible(heading(words))
      await expect(page.locator('a[data-row]')).toHaveCount(shown.length)
    },
    behind: async ({ button, expectVisible, page }, { snapshot }) => {
      const { rows } = toQueueView(snapshot.context, null)
      await expectVisible(button(say('crewQueue.update')))
      const names = rows.map(({ entry, isDone }) =>
        isDone ? say('crewQueue.done') : queueKindText(intl, entry.kind),
      )
      const items = page.getByRole('main').locator('li', { has: page.locator('a[data-row]') })
      await expect(items).toHaveCount(names.length)
      for (const [index, name] of names.entries()) await expect(items.nth(index)).toContainText(name)
    },
  },
}
