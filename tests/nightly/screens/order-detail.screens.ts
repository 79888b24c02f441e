import type { OrderWithTrace } from '@handsfree/core/orders'
import { expect } from '@playwright/test'
import { orderDetailModel } from '../../unit/models/order-detail.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const sheet = ({ dialog }: Visit, title: string) => dialog(title)
const inSheet = (visit: Visit, title: string, name: string) =>
  sheet(visit, title).getByRole('button', { name, exact: true })

const failedTitles = {
  tooLate: say('cancellation.tooLate'),
  unread: say('cancellation.unread'),
  failed: say('cancellation.failed'),
}

/** The order's page and its cancellation. */
export const orderDetailScreens: HeldScreens = {
  model: orderDetailModel,
  pages: { opened: '/order/detail/order-1' },
  calls: {
    reading: 'GET /orders/order-1',
    previewCancellation: 'POST /orders/order-1/cancel-preview',
    cancelOrder: 'POST /orders/order-1/cancel',
  },
  sentFor: (actorId, value: OrderWithTrace) =>
    actorId === 'reading' ? { ...value.order, trace: value.trace } : value,
  answers: { 'GET /contact': { phone: '+862100000000', email: 'help@handsfree.test' } },
  // A cancellation refused as too late has no retry; the page shows customer service instead.
  can: ({ snapshot }, { type, kind }) =>
    type !== 'reading.changed' &&
    !(
      kind === 'send' &&
      type === 'cancellation.preview' &&
      snapshot.matches('refused') &&
      snapshot.context.cancelProblem?.kind === 'refused'
    ),
  appearance: ({ snapshot: { value, context } }) => [
    value,
    value === 'none' && (context.order?.status ?? context.order),
    value === 'refused' && context.cancelProblem?.kind,
    value === 'notCancelled' && context.order?.actions,
  ],
  acts: {
    'cancellation.preview': async (visit) => {
      const again = visit.button(say('common.tryAgain'))
      if (await again.isVisible()) await again.click()
      else await visit.tap(say('cancellation.start'))
    },
    'cancellation.confirm': (visit) =>
      inSheet(visit, say('cancellation.title'), say('cancellation.confirm')).click(),
    'cancellation.dismiss': async ({ page }) => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('common.close'), exact: true })
        .first()
        .click()
    },
  },
  states: {
    none: async (visit, { snapshot: { context } }) => {
      await expect(visit.page.getByRole('dialog')).toHaveCount(0)
      if (!context.order) return
      await visit.expectVisible(visit.heading(context.order.orderNumber))
      const canCancel = context.order.actions.includes('order.cancel')
      await expect(visit.button(say('cancellation.start'))).toHaveCount(canCancel ? 1 : 0)
    },
    previewing: ({ page }) => expect(page.locator('button[aria-busy=true]').last()).toBeVisible(),
    deciding: async (visit) => {
      const title = say('cancellation.title')
      await visit.expectVisible(sheet(visit, title).getByText('¥98.00'))
      await expect(inSheet(visit, title, say('cancellation.confirm'))).toBeEnabled()
    },
    cancelling: (visit) =>
      expect(inSheet(visit, say('cancellation.title'), say('cancellation.confirm'))).toHaveAttribute(
        'aria-busy',
        'true',
      ),
    outcomeUnknown: (visit) => {
      const title = say('cancellation.outcomeUnknown')
      return visit.expectVisible(sheet(visit, title), visit.text(say('cancellation.outcomeUnknownDetail')))
    },
    notCancelled: (visit, { snapshot }) => {
      const title = snapshot.can({ type: 'cancellation.preview' }) ? 'notCancelled' : 'tooLate'
      return visit.expectVisible(sheet(visit, say(`cancellation.${title}`)))
    },
    refused: (visit, { snapshot }) => {
      const isTooLate = snapshot.context.cancelProblem?.kind === 'refused'
      const isUnread = snapshot.context.idempotencyKey === ''
      const title = failedTitles[isTooLate ? 'tooLate' : isUnread ? 'unread' : 'failed']
      return visit.expectVisible(sheet(visit, title))
    },
  },
}
