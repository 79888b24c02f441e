import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { type OperatorClaim, operatorListClaims } from '../contract/claim.ts'
import { type OperatorInvoice, operatorGetInvoice } from '../contract/invoice.ts'
import { type Ledger, operatorGetLedger } from '../contract/ledger.ts'
import { type OrderOperation, operatorListOperations } from '../contract/operator.ts'
import { type OrderMessage, operatorListMessages } from '../contract/order-message.ts'
import { operatorListNotes, operatorReadNote, type StaffNote } from '../contract/staff-note.ts'
import { ok } from '../lib/result.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'

/** Bags at each end, notes, claims, invoice, messages and log of an order, which only operators read. */
export type OrderRecord = {
  claims: readonly OperatorClaim[]
  /** Newest first. */
  messages: readonly OrderMessage[]
  ledger: Ledger
  /** Null without a request. */
  invoice: OperatorInvoice | null
  notes: readonly StaffNote[]
  /** Newest first. */
  operations: readonly OrderOperation[]
}

/** An order's record, read again at each of its changes. Created, not started. */
export const createOrderRecord = (app: App, orderId: string): ReadingActor<OrderRecord> =>
  createActor(
    provideReading(
      (listener) => onHint(app, orderId, listener),
      async (signal) => {
        const request = { params: { orderId } }
        const [ledger, notes, operations, messages, claims, invoice] = await Promise.all([
          app.api.call(operatorGetLedger, request, { signal }),
          app.api.call(operatorListNotes, request, { signal }),
          app.api.call(operatorListOperations, request, { signal }),
          app.api.call(operatorListMessages, request, { signal }),
          app.api.call(operatorListClaims, { query: { state: 'all', orderId } }, { signal }),
          app.api.call(operatorGetInvoice, request, { signal }),
        ])
        if (!ledger.ok) return ledger
        if (!notes.ok) return notes
        if (!operations.ok) return operations
        if (!messages.ok) return messages
        if (!claims.ok) return claims
        if (!invoice.ok) return invoice
        return ok({
          ledger: ledger.value,
          notes: notes.value,
          operations: operations.value.toReversed(),
          messages: messages.value,
          claims: claims.value.list,
          invoice: invoice.value.invoice,
        })
      },
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )

/** Marks a note as read in the background. It stays unread if the call fails. */
export async function markNoteRead(
  app: App,
  record: ReadingActor<OrderRecord>,
  noteId: string,
): Promise<void> {
  await app.api.call(operatorReadNote, { params: { noteId }, body: {} })
  record.send({ type: 'reading.hint' })
}
