import type { Order } from '@handsfree/core/contract'
import { expect } from '@playwright/test'
import { orderChangeModel } from '../../unit/models/order-change.model.ts'
import { qrSite } from '../../unit/models/samples.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const sheet = ({ dialog }: Visit) => dialog(say('orderChange.sheetTitle'))
const unknown = ({ dialog }: Visit) => dialog(say('orderChange.outcomeUnknown'))
const confirm = (visit: Visit) => sheet(visit).getByRole('button', { name: /^Pay ¥/ })

export const orderChangeScreens: HeldScreens = {
  model: orderChangeModel,
  pages: { 'an order’s page': '/order/change/order-1' },
  calls: {
    reading: 'GET /orders/order-1',
    previewChange: 'POST /orders/order-1/change-preview',
    submission: 'POST /orders/order-1/change',
    withdrawChange: 'POST /orders/order-1/change-withdraw',
  },
  sentFor: (actorId, value: { order: Order }) => (actorId === 'reading' ? value.order : value),
  answers: {
    'GET /sites/qr/demo-hotel-desk': { ...qrSite, qrId: 'demo-hotel-desk' },
    'GET /sites/site-2': { ...qrSite.site, siteId: 'site-2', name: 'Pudong Airport T2', deskQrId: null },
    'GET /account/saved': [],
  },
  // Refetches only while the form is untouched; headless paths cover races.
  can: ({ snapshot }, { type }) =>
    type !== 'reading.changed' &&
    (!type.startsWith('reading.') || snapshot.matches('loading') || snapshot.matches('waiting')),
  appearance: ({ snapshot: { value, context } }) => [
    value,
    (value === 'editing' || value === 'previewed') && context.problem?.kind,
  ],
  unseen: { sorting: 'It leads on at once.' },
  acts: {
    'change.retry': ({ tap }) => tap(say('common.tryAgain')),
    'change.preview': async ({ button, tap }) => {
      const preview = button(say('orderChange.preview'))
      if (await preview.isDisabled()) await tap(say('orderForm.morePieces'))
      await preview.click()
    },
    'change.edit': (visit) =>
      sheet(visit)
        .getByRole('button', { name: say('orderChange.goOn') })
        .click(),
    'change.confirm': (visit) => confirm(visit).click(),
    'change.withdraw': ({ tap }) => tap(say('orderChange.withdraw')),
  },
  states: {
    loading: ({ page }) => expect(page.locator('main [aria-busy=true]').first()).toBeAttached(),
    notThere: ({ expectVisible, heading }) => expectVisible(heading(say('order.notThereTitle'))),
    refused: ({ expectVisible, heading }) => expectVisible(heading(say('orderChange.refused'))),
    waiting: async ({ expectVisible, heading, button, page }, { snapshot }) => {
      await expectVisible(heading(say('orderChange.waiting.payment')))
      await expect(button(say('orderChange.withdraw'))).toBeEnabled()
      await expect(page.getByRole('alert')).toHaveCount(snapshot.context.problem ? 1 : 0)
    },
    withdrawing: ({ expectBusy }) => expectBusy(say('orderChange.withdraw')),
    editing: async ({ page, expectVisible, text }, { snapshot }) => {
      await expectVisible(text(say('orderChange.intro')))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(snapshot.context.problem ? 1 : 0)
    },
    previewing: ({ expectBusy }) => expectBusy(say('orderChange.preview')),
    previewed: async (visit, { snapshot }) => {
      await expect(confirm(visit)).toBeEnabled()
      const isNew = snapshot.context.problem !== null
      await expect(visit.text(say('orderChange.newDifference'))).toHaveCount(isNew ? 1 : 0)
    },
    posting: ({ page }) => expect(page.locator('[role=dialog] button[aria-busy=true]')).toHaveCount(1),
    outcomeUnknown: (visit) =>
      visit.expectVisible(unknown(visit).getByRole('button', { name: say('common.tryAgain') })),
    asked: ({ page }) => expect(page).toHaveURL(/\/payment\/checkout\/payment-2/),
    changed: ({ page }) => expect(page).toHaveURL(/\/order\/detail\/order-1/),
  },
}
