import { createActor } from 'xstate'
import { asking } from '../api/asking.ts'
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
import { onHint } from '../realtime/hints.ts'
import { fail, ok } from '../result.ts'
import { draftAfterPickup, draftOfOrder } from './changed-facts.ts'
import { createChangeForm } from './create-change-form.ts'
import {
  type Changing,
  type OrderChangeActor,
  orderChangeMachine,
  type PostedChange,
} from './order-change.machine.ts'

/** The page on which a traveller changes an order. Not started yet; its form lives as long as it. */
export function createOrderChange(app: App, orderId: string): OrderChangeActor {
  const { api } = app
  const params = { orderId }

  async function read(signal: AbortSignal) {
    const found = await api.call(getOrder, { params }, { signal })
    if (!found.ok) return found
    const { trace: _, ...order } = found.value
    const { may, open, qrId } = order.changes ?? { may: null, open: null, qrId: '' }
    if (!may || open || !qrId) return ok({ order, form: null, first: null })
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
    const draft = may === 'destination' ? draftAfterPickup(first, place.value, app.clock.now()) : first
    return ok({
      order,
      first,
      form: createChangeForm(app, { order, place: { ...place.value, destination }, draft }),
    })
  }

  function post({ facts, preview, idempotencyKey }: PostedChange, signal: AbortSignal) {
    const { kind, difference } = preview
    if (kind === 'order') {
      const body = { facts, difference: difference.amount }
      return api.call(changeOrder, { params, body, idempotencyKey }, { signal })
    }
    const { delivery, deliveryTime } = facts
    if (!delivery) return Promise.resolve(fail({ kind: 'unexpected', cause: 'no destination' } as const))
    const body = { delivery, ...(deliveryTime ? { deliveryTime } : {}) }
    return api.call(requestDestinationChange, { params, body, idempotencyKey }, { signal })
  }

  const actor = createActor(
    orderChangeMachine.provide({
      actors: {
        readOrder: asking<Changing>(({ signal }) => read(signal)),
        previewChange: asking<ChangePreview, { facts: ChangedFacts }>(({ input: { facts }, signal }) =>
          api.call(previewChange, { params, body: facts }, { signal }),
        ),
        postChange: asking<Order, { posted: PostedChange | null }>(async ({ input: { posted }, signal }) =>
          posted ? post(posted, signal) : fail({ kind: 'unexpected', cause: 'nothing to post' }),
        ),
        withdrawChange: asking<Order>(({ signal }) => api.call(withdrawChange, { params }, { signal })),
      },
    }),
    { input: { newKey: app.newKey }, clock: app.platform.clock, inspect: app.options.inspect },
  )
  const stop = onHint(app, orderId, () => actor.send({ type: 'order.changed' }))
  let form = actor.getSnapshot().context.form
  actor.subscribe({
    next: ({ context }) => {
      if (form !== context.form) form?.stop()
      form = context.form
    },
    complete: () => {
      stop()
      form?.stop()
    },
  })
  return actor
}
