import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { DeliveryChoice, typedText } from '../booking/draft-shape.ts'
import { chooseReturn, getOrder, type Order, type ReturnChoice } from '../contract/order.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { ok } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { readCachedOrder, readerOf } from './cached-orders.ts'
import { type OrderReturnActor, orderReturnMachine } from './order-return.machine.ts'

/** Unsent choice of where uncollected bags go. */
export const returnStore = createStore({
  key: storageKeys.returnDraft,
  schema: v.object({
    version: v.literal(1),
    uin: typedText,
    orderId: typedText,
    draft: v.object({
      kind: v.nullable(v.picklist(['back', 'keep', 'address'])),
      place: v.nullable(DeliveryChoice),
      about: v.nullable(typedText),
    }),
  }),
  owner: ['uin', 'orderId'],
})

/** The return page of an order. Offline, it shows the last stored reading. Created, not started. */
export function createOrderReturn(app: App, orderId: string): OrderReturnActor {
  const { api, auth, language, platform } = app
  const uin = auth.getSnapshot().context.account?.uin
  const { storage } = platform
  const owner = { uin: uin ?? '', orderId }
  const { locale } = language.getSnapshot().context
  const cachedOrder =
    uin === undefined
      ? null
      : readCachedOrder(storage, readerOf({ uin, locale }, platform.isOnline()), orderId)
  const params = { orderId }
  const actor = createActor(
    orderReturnMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, orderId, listener),
          async (signal) => {
            const read = await api.call(getOrder, { params }, { signal })
            if (!read.ok) return read
            const { trace: _, ...order } = read.value
            return ok(order)
          },
        ),
        sendChoice: fromCall<Order, { choice: ReturnChoice | null }>(async ({ input: { choice }, signal }) =>
          api.call(chooseReturn, { params, body: { choice: assertPresent(choice, 'choice') } }, { signal }),
        ),
      },
    }),
    {
      input: {
        cachedOrder: cachedOrder?.order ?? null,
        draft: returnStore.read(storage, owner)?.draft ?? null,
      },
      clock: platform.clock,
      inspect: app.options.inspect,
    },
  )
  let { draft } = actor.getSnapshot().context
  actor.subscribe(({ context }) => {
    if (context.draft === draft) return
    draft = context.draft
    if (draft.kind === null) returnStore.remove(storage, owner)
    else returnStore.write(storage, { version: 1, ...owner, draft })
  })
  return actor
}
