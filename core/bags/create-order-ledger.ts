import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { answerQuestion, getLedger, type Ledger } from '../contract/ledger.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { type LedgerAnswer, type OrderLedgerActor, orderLedgerMachine } from './order-ledger.machine.ts'

/** The ledger of an order, updated live. Created, not started. */
export const createOrderLedger = (app: App, orderId: string): OrderLedgerActor =>
  createActor(
    orderLedgerMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, orderId, listener),
          (signal) => app.api.call(getLedger, { params: { orderId } }, { signal }),
        ),
        sendAnswer: fromCall<Ledger, LedgerAnswer>(({ input: { questionId, answer }, signal }) =>
          app.api.call(answerQuestion, { params: { questionId }, body: { answer } }, { signal }),
        ),
      },
    }),
    { clock: app.platform.clock, inspect: app.options.inspect },
  )
