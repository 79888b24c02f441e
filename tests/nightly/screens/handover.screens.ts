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
  can: (moment, happening) =>
    happening.type !== 'reading.changed' &&
    (!happening.type.startsWith('reading.') || moment.snapshot.matches('loading')) &&
    canChangePhotos(moment, happening) &&
    !(happening.type === 'photos.changed' && moment.snapshot.context.order?.photoCount > 0),
  looks: ({ snapshot: { value, context } }) => [value, context.problem?.code ?? context.problem?.kind],
  acts: {
    ...photoActs,
    'handover.submit': ({ tap }) => tap(pay),
    'handover.edit': ({ tap }) => tap(say('feedback.edit')),
    'handover.retry': ({ tap }) => tap(say('common.tryAgain')),
    'terms.agree': ({ tap }) => tap(say('orderForm.agreeAndContinue')),
    'terms.decline': ({ page }) => page.keyboard.press('Escape'),
  },
  states: {
    loading: ({ sees, text }) => sees(text(say('common.loading'))),
    gone: ({ sees, heading }) => sees(heading(say('handover.gone'))),
    offered: async ({ sees, heading, button, page, text }, { snapshot }) => {
      const { problem, photos, order } = snapshot.context
      await sees(heading(say('handover.ready')))
      await expect(button(pay)).toBeEnabled()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const isMissing =
        snapshot.matches({ offered: 'showingErrors' }) && photos.length + order.photoCount === 0
      await expect(text(say('orderForm.problem.photosRequired'))).toHaveCount(isMissing ? 1 : 0)
      if (problem?.code === 8003) await expect(text(say('handover.newPrice'))).toBeVisible()
      else if (problem) await expect(page.getByRole('alert').first()).toBeVisible()
    },
    waitingForPhotos: async ({ isBusy, sees, button }) => {
      await isBusy(say('orderConfirm.sendingPhotos'))
      await sees(button(say('feedback.edit')))
    },
    agreeingToTerms: ({ sees, dialog }) => sees(dialog(say('orderForm.agreeToTerms'))),
    taking: ({ isBusy }) => isBusy(pay),
    outcomeUnknown: ({ sees, button }) => sees(button(say('common.tryAgain'))),
    taken: ({ page }) => expect(page).toHaveURL(/\/(payment\/checkout|order\/detail)\//),
  },
}
