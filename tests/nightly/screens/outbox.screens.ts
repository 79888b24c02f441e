import { actText, type outboxMachine, selectUndoableAct } from '@handsfree/core/crew'
import type { SnapshotFrom } from 'xstate'
import { outboxModel } from '../../unit/models/outbox.model.ts'
import { queuedAct } from '../../unit/models/samples.ts'
import { crewAnswers, intl, signedInCourier } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** Can be undone until a step advances the clock. */
const arrived = queuedAct({ key: 'arrived', leaveAt: Number.MAX_SAFE_INTEGER })
const foreign = queuedAct({ key: 'foreign', employeeId: 'courier-2', employeeName: 'Lin Yue' })

/** An act that is sent again leaves without a wait. */
const isLeaving = (snapshot: SnapshotFrom<typeof outboxMachine>): boolean =>
  snapshot.matches({ delivery: 'undoable' }) && selectUndoableAct(snapshot) === null

/** The acts of an earlier visit. */
export const outboxScreens: HeldScreens = {
  model: outboxModel,
  pages: { 'with acts of an earlier visit': '/crew/outbox' },
  calls: { sendAct: 'POST /operator/orders/order-1/arrive-pickup' },
  answers: crewAnswers,
  stored: () => ({ ...signedInCourier, 'crew:outbox': { version: 1, acts: [arrived, foreign] } }),
  hasClock: true,
  prepare: (page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', {
        get: () => document.documentElement.dataset.network === 'on',
      })
    }),
  // The others need another page, another tab, or an act that is entered on another page.
  can: ({ snapshot }, { kind, type }) =>
    kind === 'answer' ||
    kind === 'wait' ||
    (!isLeaving(snapshot) && ['network.changed', 'act.retry', 'act.discard', 'outbox.send'].includes(type)),
  appearance: ({ snapshot: { value, context } }) => [
    value.delivery,
    context.acts.length,
    context.acts[0]?.refusal?.code,
    context.isOnline,
  ],
  acts: {
    'network.changed': ({ page }, { event }) =>
      page.evaluate((isOnline) => {
        document.documentElement.dataset.network = isOnline ? 'on' : 'off'
        window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      }, event.event.isOnline),
    'xstate.after.undoTime.outbox.delivery.undoable': ({ page }) => page.clock.runFor(10_000),
    'xstate.after.retryTime.outbox.delivery.paused': ({ page }) => page.clock.runFor(20_000),
    'act.retry': ({ tap }) => tap(say('crewAct.retry')),
    'act.discard': async ({ page, tap }) => {
      await tap(say('crewOutbox.discard'))
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('crewOutbox.discard') })
        .click()
    },
    'outbox.send': ({ tap }) => tap(say('crewOutbox.sendNow')),
  },
  states: {
    delivery: async ({ page, text, expectVisible }, { snapshot }) => {
      const [act] = snapshot.context.acts
      await expectVisible(text(say('crewOutbox.foreign', { name: 'Lin Yue', count: 1 })))
      if (act?.key === 'foreign') return expectVisible(text(say('crewOutbox.empty')))
      const row = page.getByRole('listitem')
      await expectVisible(row.getByText(actText(intl, 'courier.arriveAtPickup'), { exact: true }))
      if (isLeaving(snapshot)) return
      const state = act.refusal
        ? 'refused'
        : snapshot.matches({ delivery: 'sending' })
          ? 'sending'
          : snapshot.matches({ delivery: 'undoable' })
            ? 'queued'
            : 'network'
      await expectVisible(row.getByText(say(`crewOutbox.state.${state}`), { exact: true }))
    },
  },
}
