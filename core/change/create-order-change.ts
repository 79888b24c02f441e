import { createActor } from 'xstate'
import { asking, required } from '../api/asking.ts'
import {
  type ChangedFacts,
  type ChangePreview,
  changeOrder,
  previewChange,
  requestDestinationChange,
  withdrawChange,
} from '../api/contract/change.ts'
import { getOrder, type Order } from '../api/contract/order.ts'
import { getQrSite, getSite } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { receiverMe } from '../order/create-placement.ts'
import { provideReading } from '../reading/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { ok } from '../result.ts'
import { draftOfOrder } from './changed-facts.ts'
import { createChangeForm } from './create-change-form.ts'
import { type OrderChangeActor, orderChangeMachine, type PostedChange } from './order-change.machine.ts'
import { writeStoredChange } from './stored-change.ts'

/** The page on which a traveller changes an order. Created, not started; its form lives as long as it. */
export function createOrderChange(app: App, orderId: string): OrderChangeActor {
  const { api } = app
  const params = { orderId }
  const forgetDraft = () => {
    const uin = app.auth.getSnapshot().context.account?.uin ?? ''
    writeStoredChange(app.platform.storage, { uin, orderId }, null)
  }

  async function read(signal: AbortSignal) {
    const found = await api.call(getOrder, { params }, { signal })
    if (!found.ok) return found
    const { trace: _, ...order } = found.value
    const { may, open, qrId } = order.changes ?? { may: null, open: null, qrId: '' }
    if (!may || open || !qrId) {
      forgetDraft()
      return ok({ order, form: null, first: null })
    }
    const shown = actor.getSnapshot().context
    if (shown.form && shown.order?.changes?.may === may) return ok({ ...shown, order })
    const { siteId } = order.delivery
    const [place, there] = await Promise.all([
      api.call(getQrSite, { params: { qrId } }, { signal }),
      siteId === null ? null : api.call(getSite, { params: { siteId } }, { signal }),
    ])
    if (!place.ok) return place
    if (there && !there.ok) return there
    const destination = there?.value
    const first = draftOfOrder(
      order,
      { place: place.value, destination: destination ?? null },
      receiverMe(app)(),
    )
    const form = createChangeForm(app, { order, kind: may, place: { ...place.value, destination }, first })
    return ok({ order, first, form })
  }

  function post({ facts, preview, idempotencyKey }: PostedChange, signal: AbortSignal) {
    const { kind, difference } = preview
    if (kind === 'order') {
      const body = { facts, difference: difference.amount }
      return api.call(changeOrder, { params, body, idempotencyKey }, { signal })
    }
    const { deliveryTime } = facts
    const delivery = required(facts.delivery, 'delivery')
    const body = { delivery, ...(deliveryTime ? { deliveryTime } : {}) }
    return api.call(requestDestinationChange, { params, body, idempotencyKey }, { signal })
  }

  const actor = createActor(
    orderChangeMachine.provide({
      actors: {
        reading: provideReading((listener) => onHint(app, orderId, listener), read),
        previewChange: asking<ChangePreview, { facts: ChangedFacts }>(({ input: { facts }, signal }) =>
          api.call(previewChange, { params, body: facts }, { signal }),
        ),
        postChange: asking<Order, { posted: PostedChange | null }>(async ({ input: { posted }, signal }) =>
          post(required(posted, 'posted'), signal),
        ),
        withdrawChange: asking<Order>(({ signal }) => api.call(withdrawChange, { params }, { signal })),
      },
    }),
    { input: { newKey: app.newKey }, clock: app.platform.clock, inspect: app.options.inspect },
  )
  let form = actor.getSnapshot().context.form
  actor.subscribe({
    next: ({ context }) => {
      if (form !== context.form) form?.stop()
      form = context.form
    },
    complete: () => {
      if (actor.getSnapshot().status === 'done') forgetDraft()
      form?.stop()
    },
  })
  return actor
}
