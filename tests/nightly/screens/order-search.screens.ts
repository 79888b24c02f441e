import { failureText } from '@handsfree/core/i18n'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { orderSearchModel } from '../../unit/models/order-search.model.ts'
import { deskAnswers, intl, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const openOrders = { list: [], nextCursor: null }
const searched = 'GET /operator/orders?reference='

/** The search of a desk. */
export const orderSearchScreens: HeldScreens = {
  model: orderSearchModel,
  pages: { opened: '/crew' },
  calls: { findOrders: searched },
  sentFor: (_, list) => ({ list, nextCursor: null }),
  answers: { ...deskAnswers, 'GET /operator/orders': openOrders },
  stored: () => signedInDesk,
  // Playwright has no camera, and only a scan searches while another search runs.
  can: ({ snapshot }, { type }) =>
    type !== 'tag.scan' && (type !== 'search.clear' || snapshot.matches('found')),
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.text.trim() === '',
    context.orders?.length,
    JSON.stringify(context.problem),
  ],
  acts: {
    'text.change': ({ page }, { event }) =>
      typeIn(page.getByLabel(say('crewDesk.search'), { exact: true }), event.event.text),
    'search.start': ({ tap }) => tap(say('crewDesk.find')),
    'search.clear': ({ tap }) => tap(say('crewDesk.showAll')),
  },
  states: {
    idle: ({ expectVisible, text }) => expectVisible(text(say('crewHome.empty'))),
    finding: ({ expectBusy }) => expectBusy(say('crewDesk.find')),
    found: async ({ expectVisible, heading, button }, { snapshot }) => {
      const { orders } = snapshot.context
      await expectVisible(
        heading(say('crewDesk.found', { count: orders.length })),
        button(say('crewDesk.showAll')),
      )
    },
    failed: async ({ page }, { snapshot }) => {
      const { problem } = snapshot.context
      await expect(page.getByRole('alert').getByText(failureText(intl, problem))).toBeVisible()
    },
  },
}
