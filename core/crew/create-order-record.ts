import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { type Ledger, operatorGetLedger } from '../contract/ledger.ts'
import { type OrderOperation, operatorListOperations } from '../contract/operator.ts'
import { operatorListNotes, operatorReadNote, type StaffNote } from '../contract/staff-note.ts'
import { ok } from '../lib/result.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'

/** Bags at each end, notes and log of an order, which only operators read. */
export type OrderRecord = {
  ledger: Ledger
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
        const [ledger, notes, operations] = await Promise.all([
          app.api.call(operatorGetLedger, request, { signal }),
          app.api.call(operatorListNotes, request, { signal }),
          app.api.call(operatorListOperations, request, { signal }),
        ])
        if (!ledger.ok) return ledger
        if (!notes.ok) return notes
        if (!operations.ok) return operations
        return ok({
          ledger: ledger.value,
          notes: notes.value,
          operations: operations.value.toReversed(),
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
