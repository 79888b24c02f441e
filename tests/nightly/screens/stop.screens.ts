import { actProblemText, actText, selectIsActLegal } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { stopModel } from '../../unit/models/stop.model.ts'
import { deskAnswers, intl, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const arrive = say('crewAct.courier.arriveAtPickup')
const pickUp = say('crewAct.order.pickUp')
const form = ({ dialog }: Visit) => dialog(pickUp)

/** One order at a desk, whose acts leave without delay. */
export const stopScreens: HeldScreens = {
  model: stopModel,
  pages: { opened: '/crew/orders/order-1' },
  calls: {
    reading: 'GET /operator/orders/order-1',
    sendAct: ['POST /operator/orders/order-1/arrive-pickup', 'POST /operator/orders/order-1/pick-up'],
  },
  answers: deskAnswers,
  stored: () => signedInDesk,
  can: ({ snapshot }, { type, label }) => {
    const { act } = snapshot.context
    if (type === 'reading.changed' || type === 'photos.changed') return false
    // The outbox has a walk of its own.
    if (label === 'on the device' || ['draft.found', 'outbox.changed', 'act.confirmed'].includes(type))
      return false
    // An arrival leaves with the tap that chooses it.
    if (act === 'courier.arriveAtPickup' && snapshot.matches('proving')) return type === 'act.send'
    if (type === 'reading.done' || type === 'reading.gone') return !snapshot.matches('sending')
    // A failed arrival is dropped by choosing another act.
    if (type === 'act.drop') return act === 'order.pickUp'
    if (type === 'proof.change') return act === 'order.pickUp' && label === 'complete'
    return true
  },
  appearance: ({ snapshot }) => [
    snapshot.value,
    snapshot.context.act,
    snapshot.context.order?.lifecycle.pickup,
    selectIsActLegal(snapshot as never),
    JSON.stringify(snapshot.context.problem),
  ],
  acts: {
    'act.choose': ({ page }, { event }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${actText(intl, event.event.act)}`) })
        .click(),
    'proof.change': async (visit, { event }) => {
      for (const [index, { tagCode, sealNumber }] of event.event.proof.bags.entries()) {
        const name = say('crewAct.bag', { number: index + 1, count: 2 })
        const bag = form(visit).getByRole('group', { name })
        await typeIn(bag.getByLabel(say('crewAct.tag'), { exact: true }), tagCode)
        await typeIn(bag.getByLabel(say('crewAct.seal'), { exact: true }), sealNumber)
      }
    },
    'act.send': async (visit, { state }) => {
      if (state.snapshot.context.act === 'order.pickUp')
        await form(visit).locator('button[type=submit]').click()
      // The first tap has already sent it.
      else if ((await visit.page.locator('[aria-busy=true]').count()) === 0)
        await visit.page.getByRole('main').getByRole('button', { name: arrive }).click()
    },
    'act.drop': ({ tap }) => tap(say('common.close')),
  },
  states: {
    idle: async (visit, { snapshot }) => {
      const { order } = snapshot.context
      await expect(form(visit)).toHaveCount(0)
      if (order) await visit.expectVisible(visit.heading(order.orderNumber))
    },
    proving: async (visit, { snapshot }) => {
      if (snapshot.context.act !== 'order.pickUp') return
      await expect(form(visit).locator('button[type=submit]')).toBeEnabled({
        enabled: snapshot.can({ type: 'act.send' }),
      })
    },
    sending: async (visit, { snapshot }) => {
      const busy = visit.page.locator('[aria-busy=true]')
      await expect(
        busy.filter({ hasText: snapshot.context.act === 'order.pickUp' ? pickUp : arrive }).last(),
      ).toBeVisible()
    },
    refused: (visit, { snapshot }) => expectProblem(visit, snapshot as Snapshot),
  },
}

type Snapshot = Parameters<typeof selectIsActLegal>[0]

async function expectProblem(visit: Visit, snapshot: Snapshot): Promise<void> {
  const { act, problem } = snapshot.context
  if (!act || !problem) throw new Error('no problem')
  const text = selectIsActLegal(snapshot) ? actProblemText(intl, act, problem) : say('crewAct.noLongerLegal')
  if (act === 'order.pickUp') await expect(form(visit).getByRole('alert').getByText(text)).toBeVisible()
}
