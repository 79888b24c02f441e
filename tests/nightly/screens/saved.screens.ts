import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { savedModel } from '../../unit/models/saved.model.ts'
import { type HeldScreens, say } from './held-screens.ts'

const edit = say('saved.editReceiver')
const remove = say('saved.removeTitle', { name: 'Grace' })

export const savedScreens: HeldScreens = {
  model: savedModel,
  pages: { opened: '/person/saved' },
  calls: {
    reading: 'GET /account/saved',
    changeEntry: 'POST /account/saved/grace',
    removeEntry: 'POST /account/saved/grace/remove',
  },
  can: ({ snapshot }, { type, label }) => {
    if (type === 'reading.changed' || label === 'home') return false
    return type !== 'reading.done' || snapshot.matches('idle')
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    value === 'idle' && (context.list?.length ?? null),
    context.problem?.kind,
  ],
  acts: {
    'entry.edit': ({ tap }) => tap(say('saved.editNamed', { name: 'Grace' })),
    'entry.change': ({ field }, { event }) =>
      typeIn(field(say('orderForm.receiverName')), event.event.content.name),
    'entry.save': ({ tap }) => tap(say('saved.save')),
    'entry.remove': ({ tap }) => tap(say('saved.removeNamed', { name: 'Grace' })),
    'entry.confirm': ({ tap }) => tap(say('saved.remove')),
    'entry.dismiss': ({ page }) => page.keyboard.press('Escape'),
  },
  states: {
    idle: async ({ page, expectVisible, text, button }, { snapshot: { context } }) => {
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
      if (context.list === null) return
      if (context.list.length === 0) return expectVisible(text(say('saved.empty')))
      const isThere = context.list.some(({ savedId }: { savedId: string }) => savedId === 'grace')
      await expect(button(say('saved.editNamed', { name: 'Grace' }))).toHaveCount(isThere ? 1 : 0)
      return expectVisible(text(say('saved.addresses')))
    },
    editing: async ({ dialog, text }, { snapshot }) => {
      const { entry, problem } = snapshot.context
      await expect(dialog(edit).getByRole('button', { name: say('saved.save') })).toBeEnabled()
      const isMissing = snapshot.matches({ editing: 'showingErrors' }) && entry.content.name.trim() === ''
      await expect(text(say('orderForm.problem.receiverNameRequired'))).toHaveCount(isMissing ? 1 : 0)
      if (problem) await expect(dialog(edit).getByText(say('error.network'))).toBeVisible()
    },
    saving: ({ expectBusy }) => expectBusy(say('saved.save')),
    confirming: ({ page, expectVisible }, { snapshot }) =>
      expectVisible(
        page.getByRole('alertdialog', { name: remove }),
        page.getByText(snapshot.context.problem ? say('error.network') : say('saved.removeDetail')),
      ),
    removing: ({ expectBusy }) => expectBusy(say('saved.remove')),
  },
}
