import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { selectProfile } from '../auth/index.ts'
import {
  getInvoice,
  type InvoiceBuyer,
  invoiceBuyers,
  type OrderInvoice,
  requestInvoice,
} from '../contract/invoice.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { createStore } from '../lib/store.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { type InvoiceActor, invoiceMachine } from './invoice.machine.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))

/** The unsent buyer of an order's invoice. */
export const invoiceStore = createStore({
  key: storageKeys.invoiceDraft,
  schema: v.object({
    version: v.literal(1),
    uin: text,
    orderId: text,
    draft: v.object({
      buyer: v.picklist(invoiceBuyers),
      name: text,
      taxNumber: text,
      email: text,
      about: v.nullable(text),
    }),
  }),
  owner: ['uin', 'orderId'],
})

/** The invoice page of an order. Created, not started. */
export function createInvoice(app: App, orderId: string): InvoiceActor {
  const { api, auth, platform } = app
  const { storage } = platform
  const snapshot = auth.getSnapshot()
  const owner = { uin: snapshot.context.account?.uin ?? '', orderId }
  const params = { orderId }
  const actor = createActor(
    invoiceMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, orderId, listener),
          (signal) => api.call(getInvoice, { params }, { signal }),
        ),
        sendRequest: fromCall<OrderInvoice, { body: InvoiceBuyer | null }>(
          async ({ input: { body }, signal }) =>
            api.call(requestInvoice, { params, body: assertPresent(body, 'body') }, { signal }),
        ),
      },
    }),
    {
      input: {
        draft: invoiceStore.read(storage, owner)?.draft ?? null,
        email: selectProfile(snapshot)?.email ?? '',
      },
      clock: platform.clock,
      inspect: app.options.inspect,
    },
  )
  let { draft } = actor.getSnapshot().context
  actor.subscribe(({ context }) => {
    if (context.draft === draft) return
    draft = context.draft
    const isTyped = draft.about !== null && `${draft.name}${draft.taxNumber}` !== ''
    if (!isTyped) invoiceStore.remove(storage, owner)
    else invoiceStore.write(storage, { version: 1, ...owner, draft })
  })
  return actor
}
