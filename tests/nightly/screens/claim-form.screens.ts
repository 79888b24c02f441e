import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { claimFormModel } from '../../unit/models/claim-form.model.ts'
import { claim } from '../../unit/models/claims.model.ts'
import { canChangePhotos, photoActs, photoCalls } from './held-photos.ts'
import { type HeldScreens, say } from './held-screens.ts'

const nothingYet = {
  orderNumber: 'HF-1001',
  list: [],
  mayClaim: 'yes',
  until: null,
  limit: { amount: 1_000, currency: 'CNY' },
  timeZone: 'Asia/Shanghai',
  cityName: 'Shanghai',
}

/** A new claim on the page of an order's claims. */
export const claimFormScreens: HeldScreens = {
  model: claimFormModel,
  pages: { 'an empty form': '/order/claims/order-1' },
  calls: { submission: 'POST /orders/order-1/claims', ...photoCalls },
  sentFor: (actorId, value) => (actorId === 'submission' ? claim({ stage: 'received', actions: [] }) : value),
  answers: { 'GET /orders/order-1/claims': nothingYet },
  can: (state, event) =>
    canChangePhotos(state, event) &&
    // A journey with two tabs covers the other tab's events.
    event.type !== 'claim.sentElsewhere' &&
    (event.type !== 'claim.change' || event.label === 'complete'),
  appearance: ({ snapshot: { value, context } }) => [value, context.problem?.kind],
  acts: {
    ...photoActs,
    'claim.change': async ({ page, field }) => {
      await page.getByText(say('claim.kind.damaged'), { exact: true }).click()
      await typeIn(field(say('claim.words')), 'A wheel is broken.')
      await typeIn(field(say('claim.amount')), '10')
    },
    'claim.send': ({ tap }) => tap(say('claim.send')),
    'claim.edit': ({ tap }) => tap(say('feedback.edit')),
  },
  states: {
    editing: async ({ page, button, field }, { snapshot }) => {
      const { problem, draft } = snapshot.context
      await expect(button(say('claim.send'))).toBeEnabled()
      await expect(field(say('claim.words'))).toBeEditable()
      const isMissing = snapshot.matches({ editing: 'showingErrors' }) && draft.kind === null
      await expect(page.getByText(say('claim.kindRequired'), { exact: true })).toHaveCount(isMissing ? 1 : 0)
      if (problem?.kind === 'refused') await expect(page.getByRole('alert')).toContainText(say('error.1008'))
      if (problem?.kind === 'network') await expect(page.getByText(say('claim.failed'))).toBeVisible()
    },
    waitingForPhotos: async ({ expectBusy, expectVisible, button, field, text }) => {
      await expectBusy(say('feedback.waiting'))
      await expectVisible(button(say('feedback.edit')), text(say('feedback.sendsItself')))
      await expect(text(say('feedback.photosUnfinished'))).toHaveCount(0)
      await expect(field(say('claim.words'))).not.toBeEditable()
    },
    sending: ({ expectBusy }) => expectBusy(say('claim.sending')),
    sent: async ({ expectVisible, button, page }) => {
      await expectVisible(button(say('claim.another')))
      expect(await page.evaluate(() => localStorage.getItem('claimDraft'))).toBeNull()
    },
  },
}
