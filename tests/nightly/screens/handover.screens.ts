import { expect } from '@playwright/test'
import { handoverModel } from '../../unit/models/handover.model.ts'
import { canChangePhotos, photoActs, photoCalls } from './held-photos.ts'
import { type HeldScreens, say } from './held-screens.ts'

const token = 'abcdefghijklmnopqrstuv'
const pay = say('orderConfirm.pay', { amount: '¥98.00' })

/** A guest takes over an order that a desk prepared. */
export const handoverScreens: HeldScreens = {
  model: handoverModel,
  pages: { 'a link that was opened': `/handover/${token}` },
  calls: {
    reading: `GET /prepared-orders/${token}`,
    submission: `POST /prepared-orders/${token}/take-over`,
    ...photoCalls,
  },
  // The desk's photos use up the limit. Only headless paths refetch while the terms are shown.
  can: (state, event) =>
    event.type !== 'reading.changed' &&
    (!event.type.startsWith('reading.') || state.snapshot.matches('loading')) &&
    canChangePhotos(state, event) &&
    !(event.type === 'photos.changed' && state.snapshot.context.order?.photoCount > 0),
  appearance: ({ snapshot: { value, context } }) => [value, context.problem?.code ?? context.problem?.kind],
  acts: {
    ...photoActs,
    'handover.submit': ({ tap }) => tap(pay),
    'handover.edit': ({ tap }) => tap(say('feedback.edit')),
    'handover.retry': ({ tap }) => tap(say('common.tryAgain')),
    'terms.agree': ({ tap }) => tap(say('orderForm.agreeAndContinue')),
    'terms.decline': ({ page }) => page.keyboard.press('Escape'),
  },
  states: {
    loading: ({ expectVisible, text }) => expectVisible(text(say('common.loading'))),
    gone: ({ expectVisible, heading }) => expectVisible(heading(say('handover.gone'))),
    offered: async ({ expectVisible, heading, button, page, text }, { snapshot }) => {
      const { problem, photos, order } = snapshot.context
      await expectVisible(heading(say('handover.ready')))
      await expect(button(pay)).toBeEnabled()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const isMissing =
        snapshot.matches({ offered: 'showingErrors' }) && photos.length + order.photoCount === 0
      await expect(text(say('orderForm.problem.photosRequired'))).toHaveCount(isMissing ? 1 : 0)
      if (problem?.code === 8003) await expect(text(say('handover.newPrice'))).toBeVisible()
      else if (problem) await expect(page.getByRole('alert').first()).toBeVisible()
    },
    waitingForPhotos: async ({ expectBusy, expectVisible, button }) => {
      await expectBusy(say('orderConfirm.sendingPhotos'))
      await expectVisible(button(say('feedback.edit')))
    },
    agreeingToTerms: ({ expectVisible, dialog }) => expectVisible(dialog(say('orderForm.agreeToTerms'))),
    taking: ({ expectBusy }) => expectBusy(pay),
    outcomeUnknown: ({ expectVisible, button }) => expectVisible(button(say('common.tryAgain'))),
    taken: ({ page }) => expect(page).toHaveURL(/\/(payment\/checkout|order\/detail)\//),
  },
}
