import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { countOngoingOrders } from '../contract/order.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'

/** Number of the traveller's orders in progress, refetched on every hint. Created, not started. */
export const createOngoingCount = (app: App): ReadingActor<number> =>
  createActor(
    provideReading(
      (listener) => onHint(app, null, listener),
      (signal) => app.api.call(countOngoingOrders, {}, { signal }),
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
